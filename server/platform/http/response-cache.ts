import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { QueryExecutorProvider } from 'kysely'
import { ReadCache, type Reading } from '../database/read-cache.ts'
import type { Id } from '../ids.ts'
import { type Compressed, compress, type Encoding, encodingFor } from './compress.ts'
import { requestIdOf } from './request-ids.ts'
import { type Actor, type DirectRead, GENERAL } from './route.ts'

// Whole answers, kept until something they were made of is written. What is kept is answered before
// the framework, which costs more than all the rest of it; the call is counted, logged and timed as
// any other. So is what a route can read by who asks alone (`directRead`), kept or not. All else,
// and what is refused, goes the way of all requests.

export interface Answered {
  requestId: string
  route: string
  status: number
  ms: number
  member: Id
}

interface Options {
  db: QueryExecutorProvider
  clock: () => number
  /** Until when an answer of this moment holds, whatever is written. */
  holdsUntil: (now: number) => number
  /** Who is known to call without asking anybody, as far as the last refresh tells. */
  callerOf: (request: IncomingMessage) => Actor | null
  /** Rejects where one calls too often. */
  count: (callerId: Id) => Promise<void>
  onAnswered: (answered: Answered) => void
}

interface KeptAnswer {
  route: string
  body: Buffer
  etag: string
  holdsUntil: number
  forms: Map<Encoding | 'as it is', Form>
}

/** An answer as one kind of client gets it, with every header but the request's id. */
interface Form {
  status: 200 | 304
  headers: Record<string, string | number>
  /** One byte a character: Node writes head and text at once; a buffer takes thrice as long. */
  bytes: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer depends on address, caller and database alone, and may be kept. */
    isCached?: boolean
    /** Only where every member may call, and calls count as all do. */
    directRead?: DirectRead
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const MAX_BYTES = 32 * 1024 * 1024
/** Its compressed forms, its headers and its place among those that are kept. */
const BESIDE_BODY_BYTES = 2_000
/** The addresses of our own client are far shorter. */
const ADDRESS_MAX_LENGTH = 200
/** For what is shorter, a repetition saves nothing. */
const ETAG_FROM_BYTES = 1_024

export type ResponseCache = ReturnType<typeof createResponseCache>

export function createResponseCache(options: Options) {
  const kept = new ReadCache<string, KeptAnswer>(options.db, {
    maxBytes: MAX_BYTES,
    bytesOf: ({ body }) => 3 * body.length + BESIDE_BODY_BYTES,
  })
  const paths = createPaths()
  const directReads = new Map<string, DirectRead>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const startedAt = performance.now()
    const refreshed = kept.refresh()
    if (refreshed) await refreshed
    const { url = '' } = request
    const caller = options.callerOf(request)
    if (!caller) return false
    const known = kept.find(keyOf(caller, url))
    const holds = known && known.holdsUntil > options.clock() ? known : undefined
    const read = directReads.get(url)
    if (!holds && !read) return false
    // Before it is read, as the framework does; which counts and refuses again what is refused here.
    await options.count(caller.id)
    const found = holds ?? (read && (await readAndKeep(kept, options, { caller, url, read })))
    if (!found) return false
    const form = formFor(request, found)
    const sent = form instanceof Promise ? await form : form
    if (response.destroyed) return true
    const requestId = requestIdOf(request)
    response.writeHead(sent.status, { ...sent.headers, 'x-request-id': requestId })
    response.end(sent.bytes, 'latin1')
    const ms = performance.now() - startedAt
    const { status } = sent
    options.onAnswered({ requestId, ms, status, route: found.route, member: caller.id })
    return true
  }

  return {
    keep(app: FastifyInstance) {
      app.addHook('onRoute', (route) => {
        if (!route.config?.isCached || route.method !== 'GET') return
        paths.add(route.url)
        const directRead = directReadOf(route)
        if (directRead) directReads.set(route.url, directRead)
        keepAnswersOf(route, kept, options)
      })
    },
    /** Answers itself what it can, within `follow`, and has all else handled by `next`. */
    before(next: Handler, follow: (work: Promise<unknown>) => void): Handler {
      return (request, response) => {
        if (request.method !== 'GET' || !paths.has(pathOf(request.url)))
          return next(request, response)
        const answered = answer(request, response).then(
          (isAnswered) => {
            if (!isAnswered) next(request, response)
          },
          // Such as a database that is away, or one call too many: it says so.
          () => next(request, response),
        )
        follow(answered)
      }
    },
  }
}

/** The route's answer to its address alone, as its handler would give it. */
function readAndKeep(
  kept: ReadCache<string, KeptAnswer>,
  { clock, holdsUntil }: Pick<Options, 'clock' | 'holdsUntil'>,
  { caller, url, read }: { caller: Actor; url: string; read: DirectRead },
): Promise<KeptAnswer> {
  const until = holdsUntil(clock())
  return kept.begin(async (reading) => {
    const answer = newAnswer(url, await read(caller), until)
    kept.keep(reading, keyOf(caller, url), answer)
    return answer
  })
}

function directReadOf({ url, config = {} }: RouteOptions): DirectRead | undefined {
  const { directRead, audience, limit } = config
  if (directRead && (audience !== 'members' || limit !== GENERAL))
    throw new Error(`${url} is not for every member, or counts by itself: it cannot be read alone.`)
  return directRead
}

/** The addresses of routes; a parameter stands for any part of one. */
function createPaths() {
  const whole = new Set<string>()
  const patterns: RegExp[] = []
  return {
    add(url: string) {
      if (url.includes(':')) patterns.push(new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`))
      else whole.add(url)
    },
    // What another route answers at such an address was never kept.
    has: (path: string) => whole.has(path) || patterns.some((pattern) => pattern.test(path)),
  }
}

function keepAnswersOf(
  route: RouteOptions,
  kept: ReadCache<string, KeptAnswer>,
  options: Pick<Options, 'clock' | 'holdsUntil' | 'callerOf'>,
) {
  const { handler } = route
  const readings = new WeakMap<FastifyRequest, Reading & { at: number }>()
  route.handler = function keepingHandler(request, reply) {
    return kept.begin((reading) => {
      readings.set(request, { ...reading, at: options.clock() })
      return handler.call(this, request, reply)
    })
  }
  route.onSend = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const reading = readings.get(request)
    const body = bytesOf(payload)
    if (!reading || !body || reply.statusCode !== 200) return payload
    const answer = newAnswer(route.url, body, options.holdsUntil(reading.at))
    const sent = await formFor(request.raw, answer)
    const caller = options.callerOf(request.raw)
    const url = request.raw.url ?? ''
    if (caller && url.length <= ADDRESS_MAX_LENGTH) kept.keep(reading, keyOf(caller, url), answer)
    reply.removeHeader('content-length').code(sent.status).headers(sent.headers)
    return sent.status === 304 ? null : Buffer.from(sent.bytes, 'latin1')
  }
}

function keyOf({ id, username, isAdmin }: Actor, url: string | undefined): string {
  return `${id} ${username} ${isAdmin} ${url}`
}

function pathOf(url = ''): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

function bytesOf(payload: unknown): Buffer | undefined {
  if (typeof payload === 'string') return Buffer.from(payload)
  return Buffer.isBuffer(payload) ? payload : undefined
}

function newAnswer(route: string, body: Buffer, holdsUntil: number): KeptAnswer {
  const etag = body.length < ETAG_FROM_BYTES ? '' : `W/"${digestOf(body)}"`
  return { route, body, etag, holdsUntil, forms: new Map() }
}

/** 96 bits tell any two answers to one member apart; the rest would only be sent. */
function digestOf(body: Buffer): string {
  return hash('sha1', body, 'base64url').slice(0, 16)
}

/** What of the answer goes to this client. */
function formFor({ headers }: IncomingMessage, answer: KeptAnswer): Form | Promise<Form> {
  const { body, etag, forms } = answer
  if (etag !== '' && headers['if-none-match'] === etag)
    return { status: 304, headers: headersOf(answer), bytes: '' }
  const encoding = encodingFor(headers['accept-encoding'], body)
  return forms.get(encoding ?? 'as it is') ?? newForm(answer, encoding)
}

function newForm(answer: KeptAnswer, encoding: Encoding | undefined): Form | Promise<Form> {
  if (encoding)
    return compress(answer.body, encoding).then((sent) => keepForm(answer, sent, encoding))
  return keepForm(answer, { body: answer.body, headers: {} }, 'as it is')
}

function keepForm(
  answer: KeptAnswer,
  { body, headers }: Pick<Compressed, 'body'> & { headers: Record<string, string> },
  name: Encoding | 'as it is',
): Form {
  const all = { ...headersOf(answer), ...headers, 'content-length': body.length }
  const form: Form = { status: 200, headers: all, bytes: body.toString('latin1') }
  answer.forms.set(name, form)
  return form
}

function headersOf({ etag }: KeptAnswer) {
  return {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(etag && { etag }),
  }
}
