import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchema,
  type RouteOptions,
} from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { SecurityHeaders } from '../http/security-headers.ts'
import {
  type ApiDocument,
  completeDocument,
  type DescribedRoute,
  openApiBase,
} from './api-document.ts'

/** Adds to the document what is no route of the HTTP server's. */
type DescribeMore = (document: ApiDocument) => ApiDocument

/**
 * Follows which routes are registered after it; the function it returns describes them, from the
 * contract and what each declares. Until that is asked for, what it takes is not even loaded.
 */
export function followRoutes(
  app: FastifyInstance,
  publicUrl: string,
  describeMore: DescribeMore,
): () => Promise<ApiDocument> {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (route.config?.operation && route.method !== 'HEAD') routes.push(route)
  })
  let document: Promise<ApiDocument> | undefined
  return () => {
    document ??= documentOf(routes, publicUrl, describeMore)
    return document
  }
}

async function documentOf(
  routes: RouteOptions[],
  publicUrl: string,
  describeMore: DescribeMore,
): Promise<ApiDocument> {
  const { default: swagger } = await import('@fastify/swagger')
  const described = new Map<string, DescribedRoute>()
  const app = Fastify({ exposeHeadRoutes: false })
  // It answers nobody.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
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
      return completeDocument(describeMore(translated), described)
    },
  })
  for (const { method, url, schema, config } of routes)
    app.route({ method, url, schema: schema ?? {}, config: config ?? {}, handler: () => {} })
  await app.ready()
  return app.swagger() as ApiDocument
}

/**
 * The description at `/api/openapi.json`, readable at `/api/docs/`. The reader is a large program
 * of others on our own origin, where the token lies: its page is sandboxed, so that it has an
 * origin of its own, and may ask nobody for anything; the description is in the page.
 */
export function serveApiDocs(
  app: FastifyInstance,
  { otherPage }: SecurityHeaders,
  readDocument: () => Promise<ApiDocument>,
) {
  const read = async (url: string) => {
    const { default: reference } = await import('@scalar/fastify-api-reference')
    const reader = Fastify()
    await reader.register(reference, {
      routePrefix: DOCS,
      configuration: { ...READER, sources: [{ title: 'Snug', content: await readDocument() }] },
    })
    const { body } = await reader.inject(url)
    await reader.close()
    return body
  }
  const hidden = { schema: { hide: true } }
  app.get(DOCS, hidden, (_request, reply) => reply.redirect(`${DOCS}/`, 301))
  app.get(
    `${DOCS}/`,
    hidden,
    serveKept(async () => {
      const body = await read(`${DOCS}/`)
      const headers = { ...otherPage(policyFor(body)), 'cache-control': 'no-cache' }
      return { type: 'text/html; charset=utf-8', headers, body }
    }),
  )
  app.get(
    `${DOCS}/js/scalar.js`,
    hidden,
    serveKept(async () => ({
      type: 'text/javascript; charset=utf-8',
      headers: { 'cache-control': 'public, max-age=3600' },
      body: FORGETFUL_STORAGE + (await read(`${DOCS}/js/scalar.js`)),
    })),
  )
  app.get(
    '/api/openapi.json',
    hidden,
    serveKept(async () => ({
      type: 'application/json; charset=utf-8',
      headers: { 'cache-control': 'no-cache' },
      body: JSON.stringify(await readDocument()),
    })),
  )
}

const DOCS = '/api/docs'
// A page without an origin has no storage, and the reader does not start without one: what it would
// keep is forgotten with the page.
const FORGETFUL_STORAGE = `for (const name of ['localStorage', 'sessionStorage']) {
  const kept = new Map()
  Object.defineProperty(window, name, {
    value: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, String(value)),
      removeItem: (key) => void kept.delete(key),
      clear: () => kept.clear(),
    },
  })
}
`
const READER = {
  ...{ withDefaultFonts: false, telemetry: false, hideClientButton: true },
  // What these offer is done by others, elsewhere; and the page may call nobody.
  ...{ agent: { disabled: true }, mcp: { disabled: true }, hideTestRequestButton: true },
  showDeveloperTools: 'never' as const,
}

// The reader starts itself by an inline script; exactly that script is allowed, by its hash.
function policyFor(html: string) {
  const hashes = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return {
    'default-src': "'none'",
    'script-src': `'self' ${hashes.join(' ')}`,
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self' data:",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    sandbox: 'allow-scripts allow-downloads',
  }
}

// For the few large texts that are the same for everybody as long as the server runs: each is made
// and compressed once, off the event loop, when it is first asked for.

interface KeptText {
  type: string
  headers?: Record<string, string>
  body: string
}

function serveKept(make: () => Promise<KeptText>) {
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
