import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { describeRealtime } from '../realtime/api-description.ts'
import { completeDocument, type DescribedRoute, openApiBase } from './api-document.ts'
import type { ApiDocument } from './schema-components.ts'

/** Describes every route registered after it, from the contract and what the route declares. */
export async function describeApi(app: FastifyInstance, publicUrl: string) {
  const described = new Map<string, DescribedRoute>()
  await app.register(swagger, {
    openapi: openApiBase(publicUrl),
    transform(document) {
      const { route, schema, url } = document
      const { audience, limit, operation } = route.config ?? {}
      if (!audience || !limit || !operation) return { schema: { hide: true }, url }
      const { operationId, summary, description, form, tag } = operation
      const method = String(route.method)
      described.set(operationId, { method, schema, audience, limit, operation })
      const told = {
        ...{ operationId, summary, tags: [tag.name] },
        ...(description && { description }),
        ...(form && { body: form, consumes: ['multipart/form-data'] }),
        security: audience === 'anyone' ? [] : [{ token: [] }],
      }
      return jsonSchemaTransform({ ...document, schema: { ...schema, ...told } as FastifySchema })
    },
    transformObject(document) {
      const translated = jsonSchemaTransformObject(document) as ApiDocument
      return completeDocument(describeRealtime(translated), described)
    },
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
        // What these offer is done by others, elsewhere.
        agent: { disabled: true },
        mcp: { disabled: true },
        showDeveloperTools: 'never',
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
