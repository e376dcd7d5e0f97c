import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createSafeFetch, isPublicAddress, publicLookup, SafeFetchError } from './safe-fetch.ts'

// More than a busy machine takes; what ends by time says so itself.
const ASKED = { timeoutMs: 30_000, maxBytes: 1_000, accept: 'application/json' }
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A site of our own in the place of every host, without encryption. */
async function site(answer: RequestListener) {
  const requests: { url: string | undefined; headers: object }[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    requests.push({ url: request.url, headers: request.headers })
    answer(request, response)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  stops.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const safeFetch = createSafeFetch({ connect: () => connect(port, '127.0.0.1') as never })
  return { safeFetch, requests, sockets }
}

const json = (text: string): RequestListener => {
  return (_request, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8').end(text)
  }
}

it('looks six names up at once, however long nobody answers', async () => {
  const asked: string[] = []
  const safeFetch = createSafeFetch({
    resolve: (hostname) => {
      asked.push(hostname)
      return new Promise(() => {})
    },
  })
  const get = (index: number) =>
    safeFetch.get(`https://silent-${index}.example/`, { ...ASKED, timeoutMs: 20 })
  for (let index = 0; index < 10; index++) await expect(get(index)).rejects.toThrow()
  expect(asked).toHaveLength(6)
})

it('waits no longer than it may for a host that switches protocols', async () => {
  const { safeFetch, sockets } = await site(() => {
    for (const socket of sockets)
      socket.end('HTTP/1.1 101 Tea\r\nUpgrade: tea\r\nConnection: Upgrade\r\n\r\n')
  })
  const fetched = safeFetch.get('https://tea.example/', { ...ASKED, timeoutMs: 200 })
  await expect(fetched).rejects.toThrow('tea.example failed')
})

describe('what the server gets from outside', () => {
  it('is the body at an address, asked for without a word about anybody', async () => {
    const { safeFetch, requests } = await site(json('{"title":"Tea"}'))
    const body = await safeFetch.get('https://music.example/about?of=1#top', ASKED)
    expect(String(body)).toBe('{"title":"Tea"}')
    expect(requests).toEqual([
      {
        url: '/about?of=1',
        headers: {
          host: 'music.example',
          accept: 'application/json',
          'accept-encoding': 'identity',
          'user-agent': 'Snug',
          connection: expect.any(String),
        },
      },
    ])
  })

  it('leaves no connection open', async () => {
    const { safeFetch, sockets } = await site(json('{}'))
    await safeFetch.get('https://music.example/', ASKED)
    await expect.poll(() => sockets.size).toBe(0)
  })

  it.each([
    'http://music.example/',
    'https://ada:tea@music.example/',
    'https://music.example:8443/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'file:///etc/passwd',
    'data:application/json,{}',
    '//music.example/',
    '',
  ])('is never something at %j', async (url) => {
    const { safeFetch, requests } = await site(json('{}'))
    await expect(safeFetch.get(url, ASKED)).rejects.toThrow(SafeFetchError)
    // A log tells it by this.
    await expect(safeFetch.get(url, ASKED)).rejects.toHaveProperty('name', 'SafeFetchError')
    expect(requests).toEqual([])
  })

  it('does not follow a redirect', async () => {
    const { safeFetch, requests } = await site((_request, response) => {
      response.writeHead(302, { location: 'https://10.0.0.1/', 'content-type': ASKED.accept })
      response.end('{}')
    })
    await expect(safeFetch.get('https://music.example/', ASKED)).rejects.toThrow('answered 302')
    expect(requests).toHaveLength(1)
  })

  it.each([
    ['text/html', {}],
    ['application/jsonp', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
  ])('is not %s with %j', async (type, headers) => {
    const { safeFetch } = await site((_request, response) => {
      response.writeHead(200, { 'content-type': type, ...headers }).end('{}')
    })
    await expect(safeFetch.get('https://music.example/', ASKED)).rejects.toThrow(SafeFetchError)
  })

  it('may be of a family of types', async () => {
    const { safeFetch } = await site((_request, response) => {
      response.setHeader('content-type', 'image/jpeg').end('a picture')
    })
    const asked = { ...ASKED, accept: 'image/*' }
    expect(String(await safeFetch.get('https://music.example/', asked))).toBe('a picture')
  })

  it('has an end, or is cut off', async () => {
    let sent = 0
    const { safeFetch, sockets } = await site((_request, response) => {
      response.setHeader('content-type', ASKED.accept)
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(100))) sent += 100
        response.once('drain', pour)
      }
      pour()
    })
    await expect(safeFetch.get('https://music.example/', ASKED)).rejects.toThrow('too large')
    expect(sent).toBeGreaterThan(0)
    await expect.poll(() => sockets.size).toBe(0)
  })

  it.each([
    ['never answers', () => {}],
    [
      'answers drop by drop',
      async (_request, response) => {
        response.setHeader('content-type', ASKED.accept)
        while (!response.destroyed) {
          response.write(' ')
          await wait(20)
        }
      },
    ],
  ] satisfies [string, RequestListener][])(
    'is not waited for when it %s',
    async (_what, answer) => {
      const { safeFetch, sockets } = await site(answer)
      const fetched = safeFetch.get('https://music.example/', { ...ASKED, timeoutMs: 150 })
      // Drops that are waited for become too large at last.
      await expect(fetched).rejects.toThrow('music.example failed')
      await expect.poll(() => sockets.size).toBe(0)
    },
  )

  it('is an error of its own kind when nobody is there', async () => {
    const { safeFetch } = await site((request) => request.socket.destroy())
    await expect(safeFetch.get('https://music.example/', ASKED)).rejects.toThrow(SafeFetchError)
  })
})

describe('a name', () => {
  const at = (...addresses: string[]) =>
    createSafeFetch({
      resolve: async () =>
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    })

  it.each([
    [['127.0.0.1']],
    [['10.0.0.1']],
    [['169.254.169.254']],
    [['::1']],
    [['::ffff:10.0.0.1']],
    [['93.184.215.14', '10.0.0.1']],
    [[]],
  ])('that leads to %j is refused when connecting', async (addresses) => {
    const call = at(...addresses).get('https://music.example/', ASKED)
    await expect(call).rejects.toThrow(/is not public|has no address/)
  })

  it('that leads to a public address is connected to', async () => {
    const lookup = publicLookup(async () => [{ address: '93.184.215.14', family: 4 }])
    const found = await new Promise((resolve, reject) => {
      lookup('music.example', {}, (error, address, family) =>
        error ? reject(error) : resolve([address, family]),
      )
    })
    expect(found).toEqual(['93.184.215.14', 4])
  })

  it('that nobody finds is not waited for', async () => {
    const safeFetch = createSafeFetch({ resolve: () => new Promise(() => {}) })
    const asked = { ...ASKED, timeoutMs: 50 }
    await expect(safeFetch.get('https://music.example/', asked)).rejects.toThrow(SafeFetchError)
  })
})

describe('a public address', () => {
  it.each(['1.1.1.1', '93.184.215.14', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00::1'])(
    'is %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    '0.0.0.0',
    '10.255.0.1',
    '100.64.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:93.184.215.14',
    '64:ff9b::a00:1',
    '2001:0:5ef5:79fd::1',
    '2001:db8::1',
    '2002:a00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('is not %j', (address) => expect(isPublicAddress(address)).toBe(false))
})
