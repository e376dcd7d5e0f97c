import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/** What the page may load and who may frame it; the compensating control for the token in web storage. */
export function registerPageSecurity(app: FastifyInstance, publicUrl: string) {
  const isHttps = publicUrl.startsWith('https:')
  const security = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        // The sound of a space, once it is asked for: bytes that came by our own server.
        mediaSrc: ['blob:'],
        connectSrc: ["'self'"],
        // The music a member chose to open; nothing else may stand in a frame.
        frameSrc: ['https://open.spotify.com'],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // Links in mail carry secrets in their path: no other site may learn them.
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  const headers = headersOf(security)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}

/** They are the same for every answer, so they are asked for once. */
function headersOf(security: ReturnType<typeof helmet>): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  security(response.req, response, () => {})
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}
