import type { ApiDocument } from '../server/platform/api-docs/api-document.ts'
import type { Description } from './access/any-input.ts'
import type { TestServer } from './test-server.ts'

// The document of the API as tests read it.

/** As much of an operation of the document as tests look at. */
export interface Operation extends Description {
  operationId: string
  tags: string[]
  security: object[]
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

type Described = Pick<TestServer, 'app'>
type Operations = Map<string, Operation>

const known = new WeakMap<Described, Promise<Operations>>()

/** The operations by their routes, written as the access matrix does: `GET /api/posts/:id`. */
export function operationsOf(server: Described): Promise<Operations> {
  const operations = known.get(server) ?? readOperations(server)
  known.set(server, operations)
  return operations
}

async function readOperations(server: Described): Promise<Operations> {
  const { paths = {} } = dereferenced(await documentOf(server))
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(
      ([method, operation]) =>
        [
          `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
          operation as Operation,
        ] as const,
    ),
  )
  return new Map(routes)
}

/** The document as everybody reads it. */
export async function documentOf({ app }: Pick<TestServer, 'app'>): Promise<ApiDocument> {
  const answer = await app.inject('/api/openapi.json')
  return answer.json<ApiDocument>()
}

/**
 * The document with each reference replaced by what it refers to: one object for all who refer to
 * it.
 */
function dereferenced<Document extends object>(document: Document): Document {
  const targets = new Map<string, object>()
  const targetOf = (reference: string): object => {
    const target = targets.get(reference) ?? (resolve(find(document, reference)) as object)
    targets.set(reference, target)
    return target
  }
  const resolve = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(resolve)
    if (typeof part !== 'object' || part === null) return part
    const { $ref, ...beside } = part as { $ref?: string }
    const own = Object.entries(beside).map(([name, value]) => [name, resolve(value)])
    if (typeof $ref !== 'string') return Object.fromEntries(own)
    const target = targetOf($ref)
    return own.length > 0 ? { ...target, ...Object.fromEntries(own) } : target
  }
  return resolve(document) as Document
}

function find(document: object, reference: string): unknown {
  let found: unknown = document
  for (const name of reference.split('/').slice(1))
    found = (found as Record<string, unknown> | undefined)?.[name]
  if (found === undefined) throw new Error(`${reference} leads nowhere.`)
  return found
}
