import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import Fastify, { type RouteShorthandOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CLOSED } from '../../contract/realtime.ts'
import { typedText } from '../../contract/text.ts'
import { PRIVATE } from '../../tests/access/matrix.ts'
import { documentOf, type Operation, operationsOf } from '../../tests/api-document.ts'
import { openTestServer, type TestServer } from '../../tests/test-server.ts'
import { GENERAL, requireDeclaredRoutes, routesOf } from '../platform/http/route.ts'

// The document of the API beside the server it speaks of. That each answer is as it says is tested
// where all routes are called: in access.test.ts and any-input.test.ts.

let server: TestServer
let operations: Map<string, Operation>
beforeAll(async () => {
  server = await openTestServer()
  operations = await operationsOf(server)
})
afterAll(() => server.close())

describe('the document', () => {
  it('has every route there is, and no other', () => {
    const isOfTheReader = (route: string) => / \/api\/(docs|openapi\.json)/.test(route)
    const registered = registeredRoutes().filter((route) => !isOfTheReader(route))
    // The upgrade to a socket is answered before any route is looked for.
    const described = [...operations.keys()].filter((route) => route !== 'GET /api/realtime')
    expect(described.map(withoutNames).toSorted()).toEqual(registered.toSorted())
  })

  it('asks for a token where one is needed', () => {
    // What is refused to its owner as well wants something else than a token.
    for (const [route, { anonymous, owner }] of PRIVATE)
      expect(operations.get(route)?.security, route).toEqual(
        anonymous === 401 && owner !== 401 ? [{ token: [] }] : [],
      )
  })

  it('tells everybody but the administrators that they may be refused', () => {
    for (const [route, { owner, administrator }] of PRIVATE)
      if (owner === 403 && administrator === 200)
        expect(Object.keys(operations.get(route)?.responses ?? {}), route).toContain('403')
  })

  it('says of every answer all of its fields', () => {
    const open: string[] = []
    for (const [route, { responses }] of operations)
      for (const [status, { content }] of Object.entries(responses))
        for (const path of openObjects(content?.['application/json']?.schema))
          open.push(`${route} ${status} ${path}`)
    expect(open).toEqual([])
  })

  it('names the codes a socket is closed with', async () => {
    const { paths = {} } = await documentOf(server)
    const upgrade = JSON.stringify(paths['/api/realtime'])
    for (const code of Object.values(CLOSED)) expect(upgrade).toContain(String(code))
  })

  it('counts characters as the contract does', () => {
    const text = typedText(5, { blank: 'Nothing.', long: 'Too long.' })
    const validate = new Ajv2020().compile(z.toJSONSchema(text, { io: 'input' }))
    const typed = fc
      .string({ unit: fc.constantFrom('a', 'é', '🫖', '👩‍🚀'), maxLength: 8 })
      .filter((each) => each === each.trim())
    fc.assert(fc.property(typed, (each) => text.safeParse(each).success === validate(each)))
  })
})

describe('a route stops the start', () => {
  const route = routesOf({ name: 'Tea', description: 'All about tea.' })
  const tea = { operationId: 'pourTea', summary: 'Pour tea' }
  const declared = route({ audience: 'anyone', limit: GENERAL, ...tea })
  const { audience, limit, operation } = declared.config

  const routes: [what: string, options: RouteShorthandOptions][] = [
    ['that says nothing', {}],
    ['that says only who may call it', { config: { audience } }],
    ['that says not how often it may be called', { config: { audience, operation } }],
    ['that says not what it does', { config: { audience, limit } }],
    ['that is named as another', declared],
  ]
  it.each(routes)('%s', (_what, options) => {
    const app = Fastify()
    requireDeclaredRoutes(app)
    app.get('/tea', declared, () => 'tea')
    expect(() => app.get('/coffee', options, () => 'coffee')).toThrow(/GET \/coffee/)
  })
})

/** `GET /api/posts/:` for each route, without those that Fastify adds. */
function registeredRoutes(): string[] {
  const parents: string[] = []
  return server.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] =
        /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      const depth = indent.length / 4
      parents[depth] = (parents[depth - 1] ?? '') + part
      const path = withoutNames(parents[depth])
      const isCall = path.startsWith('/api/') || path.startsWith('/media/')
      const own = methods.split(', ').filter((method) => method !== '' && method !== 'HEAD')
      return isCall ? own.map((method) => `${method} ${path}`) : []
    })
}

function withoutNames(route: string): string {
  return route.replaceAll(/:[\w|:]+/g, ':')
}

/** Where in an answer's schema an object may hold fields that are not described. */
function openObjects(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, additionalProperties, allOf, ...rest } = schema as Record<string, unknown>
  // The second part of a refusal only narrows the first.
  const parts = Array.isArray(allOf) ? { ...rest, allOf: allOf[0] } : rest
  const isOpen = type === 'object' && additionalProperties === undefined
  const inside = Object.entries(parts).flatMap(([name, part]) =>
    openObjects(part, `${path}/${name}`),
  )
  return isOpen ? [path, ...inside] : inside
}
