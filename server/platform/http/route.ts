import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { ErrorCode } from '../../../contract/errors.ts'

// The one way to declare a route: who may call it, what it takes and answers, and what the
// description of the API says of it. A route that is declared in another way stops the start.

/** Who may call a route at all. */
export type Audience = 'anyone' | 'members' | 'administrators'

/** A part of the API, as its description groups the routes. */
export interface Tag {
  name: string
  description: string
}

/** What the description says of a route, beyond its schemas. */
export interface Operation {
  /** The route's name in generated clients. */
  operationId: string
  /** One short sentence in the product's words, without a full stop. */
  summary: string
  description?: string
  tag: Tag
  /** Refusals that cannot be derived, or that need a reason of their own; see `errorCodes`. */
  refuses?: Partial<Record<ErrorCode, string>>
  /** It takes the header `Idempotency-Key`. */
  isIdempotent?: boolean
  /** A multipart form. Its fields are parsed as they stream in, so Fastify validates none. */
  form?: z.ZodObject
  /** The media type of an answer that has no schema, because it is no JSON. */
  produces?: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    audience?: Audience
    operation?: Operation
  }
}

interface Declaration<Params, Query, Body, Response> extends Omit<Operation, 'tag'> {
  audience: Audience
  params?: Params
  querystring?: Query
  body?: Body
  /** The schema of each status that is no refusal. */
  response?: Response
}

/** Makes the `route` of a room: what it returns stands where Fastify takes a route's options. */
export function routesOf(tag: Tag) {
  return function route<
    Params extends z.ZodType,
    Query extends z.ZodType,
    Body extends z.ZodType,
    Response extends Record<number, z.ZodType>,
  >(declaration: Declaration<Params, Query, Body, Response>) {
    const { audience, params, querystring, body, response, ...operation } = declaration
    type Schema = { params: Params; querystring: Query; body: Body; response: Response }
    const schema = {
      ...(params && { params }),
      ...(querystring && { querystring }),
      ...(body && { body }),
      ...(response && { response }),
    }
    return { config: { audience, operation: { ...operation, tag } }, schema: schema as Schema }
  }
}

/** Stops the start where a route is not declared, or two are declared by the same name. */
export function requireDeclaredRoutes(app: FastifyInstance) {
  const named = new Map<string, string>()
  app.addHook('onRoute', ({ method, url, config }) => {
    // Fastify adds one for each GET.
    if (method === 'HEAD') return
    const route = `${method} ${url}`
    if (!config?.audience || !config.operation)
      throw new Error(`${route} does not say who may call it and what it does.`)
    const { operationId } = config.operation
    const other = named.get(operationId)
    if (other) throw new Error(`${route} and ${other} are both named ${operationId}.`)
    named.set(operationId, route)
  })
}
