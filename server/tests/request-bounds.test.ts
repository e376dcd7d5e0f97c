import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { clientMessage } from '../../contract/realtime.ts'
import { bodyFor } from '../../tests/access/bodies.ts'
import { unboundedIn } from '../../tests/access/request-bounds.ts'
import { addressOf } from '../../tests/access/route-address.ts'
import { openScene, type Scene } from '../../tests/access/scene.ts'
import { worstBodies } from '../../tests/access/worst-bodies.ts'
import { leastOfTries } from '../../tests/least-of-tries.ts'
import type { Member } from '../../tests/test-server.ts'

// What anybody may send has an end everywhere, which is looked for before anything is walked
// through.

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene.server.close())

describe('what may be sent', () => {
  it('has an end everywhere', () => {
    const found = [...scene.server.routes].flatMap(([route, { schema, operation }]) =>
      [schema.params, schema.querystring, schema.body, operation.form].flatMap((part) =>
        part ? unboundedIn(part as z.ZodType).map((place) => `${route}: ${place}`) : [],
      ),
    )
    expect(found).toEqual([])
    expect(unboundedIn(clientMessage)).toEqual([])
  })

  it.each([
    ['a text', z.object({ text: z.string() })],
    ['a pattern without an end', z.string().regex(/^a+$/)],
    ['a number', z.number()],
    ['a whole number', z.int().min(0)],
    ['a list', z.array(z.boolean()).max(5)],
    ['anything', z.unknown().optional()],
    ['a record', z.record(z.enum(['a']), z.boolean())],
  ])('is found to have none where it is %s', (_what, schema) => {
    expect(unboundedIn(schema)).toHaveLength(1)
  })
})

describe('a JSON body', () => {
  const BODY_MAX_BYTES = 32 * 1024
  const MOST_MS = 20

  it('of more than 32 kB is not read', async () => {
    const call = (bytes: number) =>
      scene.server.call('POST', '/users/login', {
        payload: `"${'a'.repeat(bytes - 2)}"`,
        headers: { 'content-type': 'application/json' },
      })
    expect((await call(BODY_MAX_BYTES)).statusCode).toBe(400)
    expect((await call(BODY_MAX_BYTES + 1)).statusCode).toBe(413)
  })

  it.each([21, 1_000, 16_000])('of depth %s is refused', async (depth) => {
    const answer = await scene.server.call('POST', '/users/login', {
      payload: `${'['.repeat(depth)}"]\\"["${']'.repeat(depth)}`,
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'bad_request'])
  })

  it('costs at most 20 ms of processor time, whatever it holds', async () => {
    const as = await scene.signedIn('spaceAdmin')
    const costly: string[] = []
    let tried = 0
    for (const [route, { schema }] of scene.server.routes) {
      const fitting = bodyFor(scene, route)
      if (!schema.body || !fitting) continue
      for (const body of worstBodies(schema.body as z.ZodType, fitting, BODY_MAX_BYTES)) {
        tried++
        const { ms, status } = await costOf(route, body, as)
        if (status >= 500 || ms > MOST_MS)
          costly.push(`${route}: ${ms.toFixed(1)} ms, ${status}: ${body.slice(0, 150)}`)
      }
    }
    expect(tried).toBeGreaterThan(1_000)
    expect(costly).toEqual([])
  })

  async function costOf(route: string, payload: string, as?: Member) {
    const [method] = route.split(' ')
    const headers = { 'content-type': 'application/json' }
    let status = 0
    const ms = await leastOfTries(MOST_MS, async () => {
      const before = process.cpuUsage()
      const answer = await scene.server.call(method as 'POST', addressOf(scene, route), {
        ...(as ? { as } : {}),
        ...{ payload, headers },
      })
      const { user, system } = process.cpuUsage(before)
      status = answer.statusCode
      return (user + system) / 1_000
    })
    return { ms, status }
  }
})
