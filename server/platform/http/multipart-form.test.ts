import { readdir, utimes, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { HOUR_MS } from '../../../contract/durations.ts'
import { leastOfTries } from '../../../tests/least-of-tries.ts'
import { ada } from '../../../tests/people.ts'
import { form, testImage } from '../../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { withForm } from './multipart-form.ts'
import { createUploads } from './uploads.ts'

let server: TestServer
let member: Member
let sockets: Socket[]
beforeEach(async () => {
  sockets = []
  server = await openTestServer({ rateLimits: true })
  member = await server.join(ada)
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await server.close()
})

const folder = () => join(server.dataDir, 'uploads')
const kept = () => readdir(folder()).catch(() => [])
const BOUNDARY = 'x-snug-x'
const part = (disposition: string, body = '') =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${body}`
const text = `${part('name="text"', 'Tea')}\r\n`
const end = `--${BOUNDARY}--\r\n`
const file = (name: string, body: string) => part(`name="${name}"; filename="a.png"`, body)

/** A request whose body is written by hand; `body` null leaves it open. */
async function send(body: string | Buffer, { length = body.length, more = '' } = {}) {
  const listener = server.httpServer.server
  if (!listener.listening) await server.httpServer.listen(0, '127.0.0.1')
  const address = listener.address()
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
  sockets.push(socket)
  socket.write(
    `POST /api/posts HTTP/1.1\r\nhost: x\r\nx-auth-token: ${member.token}\r\n` +
      `content-type: multipart/form-data; boundary=${BOUNDARY}\r\n` +
      `content-length: ${length}\r\n${more}\r\n`,
  )
  socket.write(body)
  return {
    socket,
    status: () =>
      new Promise<number>((resolve, reject) => {
        let answer = ''
        socket.on('data', (chunk) => {
          answer += chunk
          const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]
          if (status) resolve(Number(status))
        })
        socket.once('close', () => reject(new Error(`closed: ${answer}`)))
        socket.once('error', reject)
      }),
  }
}

describe('a form', () => {
  it('is read with its file, which is gone afterwards', async () => {
    const bytes = await testImage('png')
    const payload = form({ text: 'Tea' }, { name: 'image', filename: 'a.png', bytes })
    const answer = await server.call('POST', '/posts', { as: member, payload })
    expect(answer.statusCode).toBe(201)
    expect(answer.json().post.image).not.toBeNull()
    expect(await kept()).toEqual([])
  })

  it('may come without a file, as browsers send a field nobody chose one for', async () => {
    const payload = form({ text: 'Tea' }, { name: 'image', filename: '', bytes: Buffer.alloc(0) })
    expect((await server.call('POST', '/posts', { as: member, payload })).statusCode).toBe(201)
  })

  it.each([
    ['that ends in the middle of a file', text + file('image', 'abc'), 400],
    ['without its last boundary', `${part('name="text"', 'Tea')}\r\n`, 400],
    ['without any boundary', 'Tea', 400],
    ['of nothing', '\r\n', 400],
    ['whose part has no end of its header', `--${BOUNDARY}\r\ncontent-disposition: form-data`, 400],
    [
      'with a header that is too long',
      part(`name="text"; x="${'y'.repeat(90_000)}"`, 'Tea') + end,
      400,
    ],
    ['with a file under another name', `${text}${file('virus', 'abc')}\r\n${end}`, 400],
    ['with two files', `${text}${file('image', 'abc')}\r\n${file('image', 'abc')}\r\n${end}`, 400],
    [
      'with a picture that has no name',
      `${text}${part('name="image"; filename=""', 'abc')}\r\n${end}`,
      400,
    ],
    [
      'with a picture that is none by its header',
      `${text}${part('name="image"\r\ncontent-type: application/octet-stream', 'abc')}\r\n${end}`,
      400,
    ],
    [
      'with fields that are too long together',
      [...'abcde'].map((name) => `${part(`name="${name}"`, 'x'.repeat(60_000))}\r\n`).join('') +
        text +
        end,
      400,
    ],
    ['with a hundred fields', `${part('name="a"', 'b')}\r\n`.repeat(100) + end, 400],
    [
      'with a field too long to be right',
      `${part('name="text"', 'x'.repeat(70_000))}\r\n${end}`,
      400,
    ],
    [
      'with a field named like what all objects have',
      `${part('name="__proto__"', 'x')}\r\n${end}`,
      400,
    ],
  ])('%s is refused in words', async (_, body, status) => {
    const { status: answered } = await send(body)
    expect(await answered()).toBe(status)
    await expect.poll(kept).toEqual([])
  })

  it('with more files than one is refused at the header of the second', async () => {
    const begun = `${text}${file('image', 'abc')}\r\n${file('image', 'a')}`
    const { status } = await send(begun, { length: 5_000_000 })
    expect(await status()).toBe(400)
    await expect.poll(kept).toEqual([])
  })

  it('that is far too long is refused before it comes', async () => {
    const { status } = await send(text, { length: 2_000_000_000 })
    expect(await status()).toBe(413)
  })

  it('whose sender goes away leaves nothing', async () => {
    const { socket } = await send(text + file('image', 'abc'), { length: 5_000_000 })
    await expect.poll(kept).toHaveLength(1)
    socket.destroy()
    await expect.poll(kept).toEqual([])
  })

  it('with a file is one of three of a member’s at a time', async () => {
    for (let count = 0; count < 3; count++)
      await send(text + file('image', 'abc'), { length: 5_000_000 })
    await expect.poll(kept).toHaveLength(3)
    const { status } = await send(text + file('image', 'abc'), { length: 5_000_000 })
    expect(await status()).toBe(429)
    const { status: withoutFile } = await send(text + end)
    expect(await withoutFile()).toBe(201)
    for (const socket of sockets) socket.destroy()
    await expect.poll(kept).toEqual([])
    const { status: later } = await send(text + end)
    expect(await later()).toBe(201)
  })
})

describe('the member’s allowance', () => {
  it('is one of sixty-four of a member’s at a time', async () => {
    await server.close()
    server = await openTestServer()
    member = await server.join(ada)
    const began = vi.spyOn(server.services.uploads, 'beginForm')
    for (let count = 0; count < 64; count++) await send(text, { length: 5_000_000 })
    await expect.poll(() => began.mock.calls.length).toBe(64)
    const { status } = await send(text + end)
    expect(await status()).toBe(429)
    for (const socket of sockets) socket.destroy()
    await expect
      .poll(
        async () =>
          (await server.call('POST', '/posts', { as: member, body: form({ text: 'Tea' }) }))
            .statusCode,
      )
      .toBe(201)
  })

  it('is asked before a byte of the file is read', async () => {
    const begun = text + file('image', 'a')
    const taken: Promise<unknown>[] = []
    const limit = server.services.limits.of('uploads', 30, 10 * 60)
    for (let count = 0; count < 30; count++) taken.push(limit.take(member.user._id))
    await Promise.all(taken)
    const { status } = await send(begun, { length: 5_000_000 })
    expect(await status()).toBe(429)
    expect(await kept()).toEqual([])
  })
})

it('gives up a form of which nothing comes any more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const raw = new PassThrough() as unknown as IncomingMessage & PassThrough
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const request = { raw, headers } as unknown as FastifyRequest
  const sender = { memberId: member.id, limit: { take: async () => {} } }
  const description = {
    fields: z.object({}),
    file: { name: 'image', maxBytes: 1_000 },
    messages: { tooLarge: '', tooMany: '' },
  }
  const reading = withForm(request, createUploads(folder()), sender, description, async () => {})
  const outcome = reading.then(
    () => 'read',
    (error) => error.message,
  )
  raw.write(text)
  await vi.advanceTimersByTimeAsync(15_000)
  raw.write(text)
  await vi.advanceTimersByTimeAsync(19_000)
  expect(await Promise.race([outcome, 'still reading'])).toBe('still reading')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await outcome).toBe('Nothing more of this arrived. Please try again.')
  vi.useRealTimers()
})

it('removes what a server that was killed left behind, and nothing of others', async () => {
  const uploads = createUploads(folder())
  const stream = new PassThrough()
  stream.end('abc')
  const fresh = await uploads.receive(stream)
  const stale = join(folder(), 'stale')
  await writeFile(stale, 'abc')
  const longAgo = new Date(Date.now() - 2 * HOUR_MS)
  await utimes(stale, longAgo, longAgo)
  await uploads.sweep()
  expect((await kept()).map((name) => join(folder(), name))).toEqual([fresh?.path])
})

describe('a large file', () => {
  const MOST_MS = 20

  it('is taken in pieces, none of which costs 20 ms of processor time', async () => {
    const body = Buffer.concat([
      Buffer.from(`${text}${file('image', '')}`),
      Buffer.alloc(14 * 1024 * 1024),
      Buffer.from(`\r\n${end}`),
    ])
    const longest = await leastOfTries(MOST_MS, async () => {
      const { status } = await send(body)
      return longestTurnWhile(async () => {
        // It is no picture, which is told once all of it is here.
        expect(await status()).toBe(415)
      })
    })
    expect(longest).toBeLessThan(MOST_MS)
  })

  /** The most processor time, in ms, from one turn of the event loop to the next. */
  async function longestTurnWhile(work: () => Promise<void>) {
    const used = () => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1_000
    }
    let longest = 0
    let isOver = false
    const watching = (async () => {
      for (let before = used(); !isOver; before = used()) {
        await new Promise(setImmediate)
        longest = Math.max(longest, used() - before)
      }
    })()
    await work()
    isOver = true
    await watching
    return longest
  }
})
