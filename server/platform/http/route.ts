import type { FastifyError, FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import type { z } from 'zod'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { Id } from '../ids.ts'
import type { Limits } from '../limits.ts'

// The one way to declare a route: who may call it and how often, what it takes and answers, and
// what the description of the API says of it. A route that is declared in another way stops the
// start.

export type Audience = 'anyone' | 'members' | 'administrators'

/** How often one member may call the routes of a class; of who is not signed in, one address. */
export interface CallLimit {
  /** The class: routes that name the same one share its counts. */
  name: string
  times: number
  /** The length of the window. */
  seconds: number
}

/** For what is counted by more than who calls: the route counts for itself, by this rule. */
interface OwnRule {
  rule: string
}
export type RouteLimit = CallLimit | OwnRule

/** Every call counts here; for a route that only reads what an index leads to, it is enough. */
export const GENERAL: CallLimit = { name: 'general', times: 300, seconds: 60 }

/** Who is asking: the first argument of every verb that is not open to anyone. */
export interface Actor {
  id: Id
  username: string
  isAdmin: boolean
  sessionId: string
}

/**
 * The answer to a route's address without a query, in JSON. Where it rejects, the route is asked.
 */
export type DirectRead = (caller: Actor) => Promise<Buffer>

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
  isIdempotent?: boolean
  /** A multipart form. Its fields are parsed as they stream in, so Fastify validates none. */
  form?: z.ZodObject
  /** The media type of an answer that has no schema, because it is no JSON. */
  produces?: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    audience?: Audience
    limit?: RouteLimit
    operation?: Operation
  }
}

interface Declaration<Params, Query, Body, Response> extends Omit<Operation, 'tag'> {
  audience: Audience
  limit: RouteLimit
  params?: Params
  querystring?: Query
  body?: Body
  /** The schema of each status that is no refusal. */
  response?: Response
  /**
   * Asked where the body is wrong, so that who may not do this hears that first; else the verb
   * asks.
   */
  permission?: (request: FastifyRequest, params: z.output<Params>) => Promise<void>
  /** See `response-cache.ts`. */
  isCached?: boolean
  directRead?: DirectRead
}

/** Makes the `route` of a feature: what it returns stands where Fastify takes a route's options. */
export function routesOf(tag: Tag) {
  return function route<
    Params extends z.ZodType,
    Query extends z.ZodType,
    Body extends z.ZodType,
    Response extends Record<number, z.ZodType>,
  >(declaration: Declaration<Params, Query, Body, Response>) {
    const { audience, limit, isCached, directRead, permission, ...described } = declaration
    const { params, querystring, body, response, ...operation } = described
    type Schema = { params: Params; querystring: Query; body: Body; response: Response }
    const schema = {
      ...(params && { params }),
      ...(querystring && { querystring }),
      ...(body && { body }),
      ...(response && { response }),
    }
    return {
      config: {
        ...{ audience, limit, operation: { ...operation, tag } },
        ...(isCached && { isCached }),
        ...(directRead && { directRead }),
      },
      schema: schema as Schema,
      ...(permission && { errorHandler: permissionFirst(permission) }),
    }
  }
}

/** The `route` of what tells how the server itself is doing: of the app and of its metrics. */
export const serverRoute = routesOf({
  name: 'Server',
  description: 'How the server itself is doing.',
})

/** By then the address is read already, and by its schema. */
function permissionFirst<Params>(
  permission: (request: FastifyRequest, params: Params) => Promise<void>,
) {
  return async (error: FastifyError, request: FastifyRequest & { params: Params }) => {
    if (error.validationContext === 'body') await permission(request, request.params)
    throw error
  }
}

export interface DeclaredRoute {
  audience: Audience
  limit: RouteLimit
  operation: Operation
  schema: FastifySchema
}

/** Stops the start where a route is not declared, or twice. Writes them into `declared`. */
export function requireDeclaredRoutes(
  app: FastifyInstance,
  declared = new Map<string, DeclaredRoute>(),
) {
  app.addHook('onRoute', ({ method, url, config, schema = {} }) => {
    // Fastify adds one for each GET.
    if (method === 'HEAD') return
    const route = `${method} ${url}`
    const { audience, limit, operation } = config ?? {}
    if (!audience || !limit || !operation)
      throw new Error(`${route} does not say who may call it, how often, and what it does.`)
    for (const [other, { operation: named }] of declared)
      if (named.operationId === operation.operationId)
        throw new Error(`${route} and ${other} are both named ${operation.operationId}.`)
    declared.set(route, { audience, limit, operation, schema })
  })
}

/** Counts a call by who calls, or refuses it (429). A route with its own rule counts itself. */
export function countCalls(limits: Limits) {
  return async (limit: RouteLimit | undefined, caller: Id | string) => {
    if (limit && 'times' in limit)
      await limits.of(limit.name, limit.times, limit.seconds).take(caller)
  }
}
