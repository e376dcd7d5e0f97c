import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import { TOKEN_HEADER } from '../../../contract/accounts.ts'
import { IDEMPOTENCY_KEPT_DAYS } from '../../../contract/idempotency.ts'
import { STATUS_CODES } from '../http/node-http.ts'
import type { Audience, Operation, RouteLimit, Tag } from '../http/route.ts'
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_HEADER } from '../idempotency.ts'
import { errorComponents, errorResponsesOf } from './error-responses.ts'

// What the document of the API says beyond the schemas of each route: refusals, headers, tags,
// and shared schemas under one name.

export interface DescribedRoute {
  method: string
  schema: FastifySchema | undefined
  audience: Audience
  limit: RouteLimit
  operation: Operation
}

interface WrittenOperation {
  operationId?: string
  parameters?: object[]
  requestBody?: { required?: boolean }
  responses: Record<string, { description?: string; content?: object; $ref?: string }>
}

const INTRODUCTION = `Members call with the token of their session in the header \`${TOKEN_HEADER}\`.

Every refusal has the same body, \`ErrorBody\`. Each answer carries \`x-request-id\`, by which the
server's log knows the call. Each \`GET\` answers \`HEAD\`, too. Lengths of texts are counted in
Unicode code points, as JSON Schema does, after white space at both ends is taken away; where it is
otherwise, it says so. Moments are ISO 8601 in UTC.

A call that meets a deletion under way may be answered 404. Lists that have \`before\` or \`cursor\`
are read on from what the page before ended with.`

export function openApiBase(publicUrl: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Snug',
      description: INTRODUCTION,
      version: '1',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: publicUrl, description: 'This server' }],
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey' as const,
          name: TOKEN_HEADER,
          in: 'header' as const,
          description: 'The token that signing in answers. It is refreshed before it ends.',
        },
      },
    },
  }
}

const KEY_PARAMETER = {
  name: IDEMPOTENCY_KEY_HEADER,
  in: 'header',
  description:
    `A word of the caller’s own for this request. Sent again under the same key within ${IDEMPOTENCY_KEPT_DAYS} ` +
    'days, it is done once and answered alike; the same key with another content is refused (409).',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
}

/** Adds what follows from the declarations of the routes, by their operation ids. */
export function completeDocument(
  document: ApiDocument,
  described: Map<string, DescribedRoute>,
): ApiDocument {
  const tags = new Map<string, Tag>()
  for (const methods of Object.values(document.paths ?? {}))
    for (const operation of Object.values(methods ?? {}) as WrittenOperation[]) {
      const route = described.get(operation.operationId ?? '')
      if (!route) continue
      completeOperation(operation, route)
      tags.set(route.operation.tag.name, route.operation.tag)
    }
  const { schemas, ...components } = document.components ?? {}
  return settleSchemas({
    ...document,
    tags: [...tags.values(), ...(document.tags ?? [])],
    components: {
      ...components,
      headers: errorComponents.headers,
      parameters: { IdempotencyKey: KEY_PARAMETER },
      responses: errorComponents.responses,
      schemas,
    },
  } as ApiDocument)
}

function completeOperation(written: WrittenOperation, { schema, ...route }: DescribedRoute) {
  const { isIdempotent, produces } = route.operation
  // What stands for a body that is not there is the schema's own business.
  const { body } = schema ?? {}
  if (written.requestBody && body instanceof z.ZodType)
    written.requestBody.required = !body.safeParse(undefined).success
  if (produces) written.responses = { 200: { content: { [produces]: { schema: BINARY } } } }
  for (const [status, response] of Object.entries(written.responses))
    response.description = STATUS_CODES[status] ?? status
  const taken = {
    hasParams: Boolean(schema?.params),
    hasQuery: Boolean(schema?.querystring),
  }
  Object.assign(written.responses, errorResponsesOf({ ...route, ...taken }))
  if (isIdempotent)
    written.parameters = [
      ...(written.parameters ?? []),
      { $ref: '#/components/parameters/IdempotencyKey' },
    ]
}

const BINARY = { type: 'string', format: 'binary' }

export type ApiDocument = NonNullable<FastifyDynamicSwaggerOptions['openapi']>

// Every named schema is translated twice: as what is sent (its name ends in "Input") and as what is
// answered. Where only one of them is referred to, or both are alike, one stays under the plain
// name.

const PREFIX = '#/components/schemas/'
const INPUT = /Input$/

/** Keeps the shared schemas something refers to, each under as plain a name as it can have. */
function settleSchemas(document: ApiDocument): ApiDocument {
  const schemas: Record<string, unknown> = document.components?.schemas ?? {}
  const { schemas: _, ...components } = document.components ?? {}
  const reached = reachedFrom({ ...document, components }, schemas)
  const plainNames = new Map(
    [...reached].map((name) => {
      const plain = name.replace(INPUT, '')
      const isFree = !reached.has(plain) || isAlike(schemas[name], schemas[plain])
      return [name, isFree ? plain : name]
    }),
  )
  const kept = [...plainNames].map(([name, plain]) => [plain, schemas[name]] as const)
  const sorted = kept.toSorted(([a], [b]) => a.localeCompare(b))
  const settled = {
    ...document,
    components: { ...components, schemas: Object.fromEntries(sorted) },
  }
  return rewriteReferences(settled, (name) => plainNames.get(name) ?? name) as ApiDocument
}

function reachedFrom(document: unknown, schemas: Record<string, unknown>): Set<string> {
  const reached = new Set<string>()
  const visit = (part: unknown) =>
    rewriteReferences(part, (name) => {
      if (!reached.has(name)) {
        reached.add(name)
        visit(schemas[name])
      }
      return name
    })
  visit(document)
  return reached
}

function isAlike(input: unknown, output: unknown): boolean {
  const plain = rewriteReferences(input, (name) => name.replace(INPUT, ''))
  return JSON.stringify(plain) === JSON.stringify(output)
}

function rewriteReferences(part: unknown, rename: (name: string) => string): unknown {
  return JSON.parse(JSON.stringify(part), (key, value) => {
    // Every integer would say that it is one JavaScript can hold.
    if (Math.abs(value) === Number.MAX_SAFE_INTEGER && /^(min|max)imum$/.test(key)) return undefined
    const isReference = key === '$ref' && typeof value === 'string' && value.startsWith(PREFIX)
    return isReference ? PREFIX + rename(value.slice(PREFIX.length)) : value
  })
}
