import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

// For the few large texts that are the same for everybody as long as the server runs: each is made
// and compressed once, off the event loop, when it is first asked for.

export interface KeptText {
  type: string
  headers?: Record<string, string>
  body: string
}

/** Answers with the text as small as the client takes it. */
export function serveKept(make: () => Promise<KeptText>) {
  let making: ReturnType<typeof compressed> | undefined
  return async (request: FastifyRequest, reply: FastifyReply) => {
    making ??= compressed(make)
    const kept = await making
    const accepted = String(request.headers['accept-encoding'] ?? '').split(/[\s,;]+/)
    const encoding = (['br', 'gzip'] as const).find((each) => accepted.includes(each))
    reply.headers({ vary: 'accept-encoding', ...kept.headers }).type(kept.type)
    if (!encoding) return reply.send(kept.body)
    return reply.header('content-encoding', encoding).send(kept[encoding])
  }
}

async function compressed(make: () => Promise<KeptText>) {
  const text = await make()
  // The next step up takes twice the time for a hundredth of the size.
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(text.body, quick),
    promisify(gzip)(text.body),
  ])
  return { ...text, br, gzip: gz }
}
