import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { connect as connectTls } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { countUnderWay } from '../concurrency/count-under-way.ts'

// The one way by which the server fetches something from the internet. What a member can make it
// fetch must never reach this machine, its network or a cloud's inner services, nor fill the
// memory, nor hold a request for long; and it tells the other side nothing about anybody.

interface Asked {
  /** For everything together: finding the host, connecting, and the last byte. */
  timeoutMs: number
  maxBytes: number
  /** The type the answer must have: `application/json`, or a family such as `image/*`. */
  accept: string
  /** How many redirects are followed, each as carefully as the first address; none by default. */
  redirects?: number
  /** What is longer than `maxBytes` is cut there instead of refused. */
  isCut?: boolean
}

export interface SafeFetch {
  /** At an https address on the usual port. Throws SafeFetchError whatever the reason. */
  get(url: string, asked: Asked): Promise<Buffer>
}

const HTTPS_PORT = 443
const LOOKUPS_MAX = 6

interface Ways {
  resolve?: Resolve
  connect?: typeof connectToHost
}

/** Tests hand in another way to find a host or to reach it. */
export function createSafeFetch({
  resolve = systemResolve,
  connect = connectToHost,
}: Ways = {}): SafeFetch {
  const lookup = publicLookup(boundedResolve(resolve))
  return {
    async get(url, asked) {
      const signal = AbortSignal.timeout(asked.timeoutMs)
      let next = url
      for (let left = asked.redirects ?? 0; ; left--) {
        const answer = await getOnce(next, { ...asked, signal, isLast: left === 0 })
        if (Buffer.isBuffer(answer)) return answer
        next = answer.location
      }
    },
  }

  async function getOnce(url: string, asked: Asked & { signal: AbortSignal; isLast: boolean }) {
    const { hostname, pathname, search } = publicUrl(url)
    const call = request({
      host: hostname,
      port: HTTPS_PORT,
      defaultPort: HTTPS_PORT,
      path: pathname + search,
      headers: { accept: asked.accept, 'accept-encoding': 'identity', 'user-agent': 'Snug' },
      createConnection: () => connect(hostname, lookup),
      signal: asked.signal,
    })
    // Whoever waits for the call learns of its failure below; a later one concerns nobody.
    call.on('error', () => {})
    try {
      // A host that switches protocols, say, ends the call without a response and without an error.
      const answering = once(call, 'response', { signal: asked.signal })
      call.end()
      const [answer] = await answering
      const location = asked.isLast ? null : redirectOf(answer, url)
      return location === null ? await readBody(answer, asked) : { location }
    } catch (error) {
      throw error instanceof SafeFetchError
        ? error
        : new SafeFetchError(`${hostname} failed`, error)
    } finally {
      call.destroy()
    }
  }
}

const REDIRECTS = [301, 302, 303, 307, 308]

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: string): string | null {
  const { location = '' } = headers
  if (!REDIRECTS.includes(statusCode) || !URL.canParse(location, from)) return null
  return new URL(location, from).href
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

async function readBody(
  answer: IncomingMessage,
  { maxBytes, accept, isCut }: Asked,
): Promise<Buffer> {
  const { statusCode, headers } = answer
  if (statusCode !== 200) throw new SafeFetchError(`answered ${statusCode}`)
  if (!isOfType(headers['content-type'], accept)) throw new SafeFetchError('is of another type')
  if (headers['content-encoding'] !== undefined) throw new SafeFetchError('is packed')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer) {
    size += chunk.length
    if (size > maxBytes && !isCut) throw new SafeFetchError('is too large')
    chunks.push(chunk)
    if (size > maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

function isOfType(header: string | undefined, accept: string): boolean {
  const type = header?.split(';')[0]?.trim().toLowerCase() ?? ''
  return accept.endsWith('/*') ? type.startsWith(accept.slice(0, -1)) : type === accept
}

/** Finds every address of a host. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true })

/**
 * A lookup that nobody waits for any more goes on, in one of the few threads that the database and
 * the bucket are looked up by, too: where many hang, more are refused.
 */
function boundedResolve(resolve: Resolve): Resolve {
  const tooMany = () => new SafeFetchError('has to wait for other names')
  const begin = countUnderWay<'lookups'>(LOOKUPS_MAX, tooMany)
  return async (hostname) => {
    const end = begin('lookups')
    try {
      return await resolve(hostname)
    } finally {
      end()
    }
  }
}

/**
 * The lookup of a connection that reaches public addresses only. It decides at the moment of
 * connecting: a name that was harmless a moment ago and now leads inside is refused.
 */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    publicAddressesOf(resolve, hostname).then(
      ([first, ...others]) => {
        if (all) callback(null, [first, ...others])
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, ''),
    )
  }
}

async function publicAddressesOf(
  resolve: Resolve,
  hostname: string,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [first, ...others] = await resolve(hostname)
  if (!first) throw new SafeFetchError(`${hostname} has no address`)
  // One inner address among public ones is no accident.
  for (const { address } of [first, ...others])
    if (!isPublicAddress(address)) throw new SafeFetchError(`${hostname} is not public`)
  return [first, ...others]
}

/** All that is public begins so; the library would also take what nobody has been given yet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is one of the public internet, and not of this machine or its network, nor
 * one whose meaning is another address (mapped, translated, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  // The library also reads short and octal forms, which no resolver gives.
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6)
}

/** Nothing came from outside. The message is for a log, not for a person. */
export class SafeFetchError extends Error {
  override readonly name = 'SafeFetchError'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}
