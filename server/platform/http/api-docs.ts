import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** Describes every route registered after it, from the contract. */
export async function describeApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Snug',
        description: 'Every call carries the token of the session in the header `x-auth-token`.',
        version: '1',
      },
      components: {
        securitySchemes: { token: { type: 'apiKey', name: 'x-auth-token', in: 'header' } },
      },
      security: [{ token: [] }],
    },
    transform: jsonSchemaTransform,
  })
}

/** The description at `/api/openapi.json`, readable at `/api/docs`. */
export async function serveApiDocs(app: FastifyInstance) {
  app.get(
    '/api/openapi.json',
    { config: { audience: 'anyone' }, schema: { hide: true } },
    async () => app.swagger(),
  )
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload === 'string' && isHtml(reply.getHeader('content-type')))
        reply.header('content-security-policy', policyFor(payload))
      return payload
    })
    await docs.register(reference, {
      routePrefix: '/api/docs',
      configuration: {
        url: '/api/openapi.json',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
      },
    })
  })
}

function isHtml(contentType: unknown) {
  return typeof contentType === 'string' && contentType.startsWith('text/html')
}

// The reader starts itself by an inline script; exactly that script is allowed, by its hash.
function policyFor(html: string) {
  const hashes = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
