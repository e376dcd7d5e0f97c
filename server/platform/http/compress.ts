import { randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

// Answers of the API as small as the client takes them. Who listens on the way sees the length of
// an answer, and where others' words stand beside something secret, such as the signature of a
// picture's address, a guess among the words makes it shorter. So only what is read is compressed,
// never an answer that hands out a token; and by chance some bytes are added to each, so that one
// byte less shows only after far more answers than a signature lives for.

export type Encoding = 'br' | 'gzip'

/** What is smaller fits into one packet anyway. */
const WORTH_BYTES = 1_024
const PADDING_MAX_BYTES = 64
const PADDING = 'x'.repeat(PADDING_MAX_BYTES)

/** Brotli's fourth step takes two and a half times as long, for three hundredths of the size. */
const BROTLI = {
  [constants.BROTLI_PARAM_QUALITY]: 2,
  // Longer than almost any answer: a longer one takes its memory each time.
  [constants.BROTLI_PARAM_LGWIN]: 16,
}
const GZIP = { level: 4 }
/**
 * Up to here it is done at once: 4 µs for a kilobyte. In a thread it takes three times the
 * processor's time, most of it for memory that is asked of the system each time and given back.
 */
const AT_ONCE_BYTES = 64 * 1_024

export interface Compressed {
  body: Buffer
  headers: { 'content-encoding': Encoding; 'x-padding': string }
}

/** The encoding this client takes for a body; undefined: as it is. */
export function encodingFor(accepted: unknown, body: Buffer): Encoding | undefined {
  if (body.length < WORTH_BYTES || typeof accepted !== 'string') return undefined
  const tokens = accepted.split(/[\s,]+/)
  return (['br', 'gzip'] as const).find((encoding) => tokens.includes(encoding))
}

export async function compress(body: Buffer, encoding: Encoding): Promise<Compressed> {
  const packed =
    body.length <= AT_ONCE_BYTES ? pack(body, encoding) : await packInThread(body, encoding)
  const padding = PADDING.slice(randomInt(PADDING_MAX_BYTES))
  return { body: packed, headers: { 'content-encoding': encoding, 'x-padding': padding } }
}

function pack(body: Buffer, encoding: Encoding): Buffer {
  return encoding === 'br' ? brotliCompressSync(body, { params: BROTLI }) : gzipSync(body, GZIP)
}

function packInThread(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br'
    ? promisify(brotliCompress)(body, { params: BROTLI })
    : promisify(gzip)(body, GZIP)
}

/** Compresses what routes answer to a GET, but what is kept compressed by itself. */
export function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload, next) => {
    // The framework names a charset, which JSON does not have: 15 bytes of each head.
    if (isJson(reply.getHeader('content-type'))) reply.header('content-type', 'application/json')
    const { method, headers, routeOptions } = request
    const isMeant = method === 'GET' && !routeOptions.config.isCached
    if (!isMeant || typeof payload !== 'string' || reply.hasHeader('content-encoding'))
      return next(null, payload)
    if (!isJson(reply.getHeader('content-type'))) return next(null, payload)
    const body = Buffer.from(payload)
    const encoding = encodingFor(headers['accept-encoding'], body)
    if (!encoding) return next(null, body)
    compress(body, encoding).then((compressed) => {
      reply.removeHeader('content-length').headers(compressed.headers)
      next(null, compressed.body)
    }, next)
  })
}

function isJson(type: unknown) {
  return typeof type === 'string' && type.startsWith('application/json')
}
