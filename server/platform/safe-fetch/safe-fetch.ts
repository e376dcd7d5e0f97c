import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { publicLookup, type Resolve, systemResolve } from './public-lookup.ts'
import { SafeFetchError } from './safe-fetch-error.ts'

// The one way by which the server fetches something from the internet. What a member can make it
// fetch must never reach this machine, its network or a cloud's inner services, nor fill the
// memory, nor hold a request for long; and it tells the other side nothing about anybody.

interface Asked {
  /** For everything together: finding the host, connecting, and the last byte. */
  timeoutMs: number
  maxBytes: number
  /** The type the answer must have: `application/json`, or a family such as `image/*`. */
  accept: string
}

export interface SafeFetch {
  /**
   * The body at an https address of a named host on the usual port. Throws SafeFetchError for
   * every reason why there is none; a redirect is one of them.
   */
  get(url: string, asked: Asked): Promise<Buffer>
}

const HTTPS_PORT = 443

interface Ways {
  resolve?: Resolve
  connect?: typeof connectToHost
}

/** Tests hand in another way to find a host or to reach it. */
export function createSafeFetch({
  resolve = systemResolve,
  connect = connectToHost,
}: Ways = {}): SafeFetch {
  const lookup = publicLookup(resolve)
  return {
    async get(url, asked) {
      const { hostname, pathname, search } = publicUrl(url)
      const call = request({
        host: hostname,
        port: HTTPS_PORT,
        defaultPort: HTTPS_PORT,
        path: pathname + search,
        headers: { accept: asked.accept, 'accept-encoding': 'identity', 'user-agent': 'Snug' },
        createConnection: () => connect(hostname, lookup),
        signal: AbortSignal.timeout(asked.timeoutMs),
      })
      // Whoever waits for the call learns of its failure below; a later one concerns nobody.
      call.on('error', () => {})
      try {
        const answering = once(call, 'response')
        call.end()
        const [answer] = await answering
        return await readBody(answer, asked)
      } catch (error) {
        throw error instanceof SafeFetchError
          ? error
          : new SafeFetchError(`${hostname} failed`, error)
      } finally {
        call.destroy()
      }
    },
  }
}

/** A name, never a bare address: so that every host passes through the lookup. */
function publicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '')
    throw new SafeFetchError('only plain https addresses are called')
  if (url.hostname.startsWith('[') || isIP(url.hostname) !== 0)
    throw new SafeFetchError('hosts are called by name only')
  return url
}

function connectToHost(hostname: string, lookup: LookupFunction) {
  const ALPNProtocols = ['http/1.1']
  return connectTls({
    host: hostname,
    port: HTTPS_PORT,
    servername: hostname,
    lookup,
    ALPNProtocols,
  })
}

async function readBody(answer: IncomingMessage, { maxBytes, accept }: Asked): Promise<Buffer> {
  const { statusCode, headers } = answer
  if (statusCode !== 200) throw new SafeFetchError(`answered ${statusCode}`)
  if (!isOfType(headers['content-type'], accept)) throw new SafeFetchError('is of another type')
  if (headers['content-encoding'] !== undefined) throw new SafeFetchError('is packed')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer) {
    size += chunk.length
    if (size > maxBytes) throw new SafeFetchError('is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function isOfType(header: string | undefined, accept: string): boolean {
  const type = header?.split(';')[0]?.trim().toLowerCase() ?? ''
  return accept.endsWith('/*') ? type.startsWith(accept.slice(0, -1)) : type === accept
}
