import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from '../contract/errors.ts'
import { type Member, openTestHouse, type TestHouse } from '../tests/house.ts'
import { ada, ben, cleo } from '../tests/people.ts'
import { form } from '../tests/pictures.ts'

// Who may call what, for every route there is. A route that is missing here fails the test.

type Who = 'anonymous' | 'stranger' | 'owner' | 'administrator'
type Expected = Record<Who, number>

const anyone = (status: number): Expected => ({
  anonymous: status,
  stranger: status,
  owner: status,
  administrator: status,
})
const members = (status: number): Expected => ({ ...anyone(status), anonymous: 401 })

/** The status each gets for a request that is right in itself; `:id` is a post of the owner's. */
const MATRIX: Record<string, Expected> = {
  'GET /api/health': anyone(200),
  'POST /api/users/register': anyone(400),
  'GET /api/users/verify/:token': anyone(400),
  'POST /api/users/resend-verification': anyone(400),
  'POST /api/users/login': anyone(400),
  'POST /api/users/refresh-token': anyone(400),
  'POST /api/users/logout': members(200),
  'POST /api/users/forgot-password': anyone(400),
  'GET /api/users/reset-password/:token': anyone(400),
  'POST /api/users/reset-password/:token': anyone(400),
  'GET /api/users/user': members(200),
  'GET /api/users/:id/profile': members(200),
  'POST /api/posts': members(201),
  'GET /api/posts/friends': members(200),
  'GET /api/posts/public': members(200),
  'GET /api/posts': { ...anyone(403), anonymous: 401, administrator: 200 },
  'GET /api/posts/:id': members(200),
  'GET /api/posts/:id/comments': members(200),
  'POST /api/posts/:id/comments': members(201),
  'POST /api/posts/:id/like': members(200),
  'POST /api/posts/:id/unlike': members(200),
  'POST /api/posts/:id/dislike': members(200),
  'POST /api/posts/:id/undislike': members(200),
  'POST /api/posts/:id/vibes': members(200),
  'DELETE /api/posts/:id': { anonymous: 401, stranger: 403, owner: 200, administrator: 403 },
  // Last: whoever comes back after it is a new member.
  'DELETE /api/users/me': members(200),
}

/** What a route needs to be sent. */
const BODIES: Record<string, () => object> = {
  'POST /api/posts': () => form({ text: 'Hello' }),
  'POST /api/posts/:id/comments': () => ({ text: 'Hello' }),
  'POST /api/posts/:id/vibes': () => ({ emoji: '🫖' }),
}

const ROUTES = Object.keys(MATRIX).map((route) => {
  const [method = '', path = ''] = route.split(' ')
  return { route, method: method as 'GET', path: path.slice('/api'.length) }
})

let house: TestHouse
let signedIn: Record<Exclude<Who, 'anonymous'>, Member>
beforeAll(async () => {
  house = await openTestHouse()
  signedIn = {
    administrator: await house.join(ada),
    owner: await house.join(ben),
    stranger: await house.join(cleo),
  }
})
afterAll(() => house.close())

function routesOfTheHouse(): string[] {
  const { paths = {} } = house.app.swagger()
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map(
      (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
}

/** What `:id` stands for in a path: the owner, or a post of theirs. */
function idFor(path: string) {
  return path.startsWith('/users') ? signedIn.owner.user._id : newPost(signedIn.owner)
}

async function newPost(author: Member): Promise<string> {
  const body = form({ text: 'Mine' })
  return (await house.call('POST', '/posts', { as: author, body })).json().post._id
}

it('knows every route', () => {
  expect(routesOfTheHouse().sort()).toEqual(Object.keys(MATRIX).sort())
})

describe.each(ROUTES)('$route', ({ route, method, path }) => {
  it.each(Object.entries(MATRIX[route] ?? {}))('answers %s with %i', async (who, status) => {
    // Signing out and deleting an account must not disturb the next line of the matrix.
    const person = who === 'anonymous' ? undefined : signedIn[who as 'owner']
    const as = person && (await house.signIn(person))
    const url = path.replace(':token', 'unknown').replace(':id', await idFor(path))
    const body = BODIES[route]?.()
    const answer = await house.call(method, url, {
      ...(as ? { as } : {}),
      ...(body ? { body } : {}),
    })
    expect(answer.statusCode).toBe(status)
    if (status >= 400) expect(() => errorBody.parse(answer.json())).not.toThrow()
    if (route === 'DELETE /api/users/me' && status === 200 && person)
      signedIn[who as 'owner'] = await house.join(person)
  })
})

describe('whatever is sent', () => {
  const ENDING = ['POST /api/users/logout', 'DELETE /api/users/me']
  const SENDING = ROUTES.filter(({ method, route }) => method !== 'GET' && !ENDING.includes(route))
  const field = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '',
      '\u0000',
      '__proto__',
      "' or 1=1 --",
      '%',
      '_',
      '\uD800',
      'a'.repeat(9_000),
    ),
    fc.constantFrom('ada@example.org', 'Ada-Likes-Tea-4!'),
    fc.jsonValue(),
  )
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record(
      { username: field, email: field, password: field, token: field, rememberMe: field },
      { requiredKeys: [] },
    ),
  )

  beforeAll(async () => {
    signedIn.stranger = await house.signIn(signedIn.stranger)
  })

  it('is never answered with a 500', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SENDING),
        fc.string({ unit: 'binary', maxLength: 60 }),
        body,
        fc.boolean(),
        async ({ method, path }, part, payload, isSignedIn) => {
          const url = path.replace(/:\w+/, encodeURIComponent(part.toWellFormed()))
          const answer = await house.call(method, url, {
            ...(isSignedIn ? { as: signedIn.stranger } : {}),
            headers: { 'content-type': 'application/json' },
            payload: JSON.stringify(payload),
          })
          expect(answer.statusCode).toBeLessThan(500)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('leads to a sentence also in an address', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 80 }), async (text) => {
        const query = encodeURIComponent(text.toWellFormed())
        for (const name of ['page', 'cursor']) {
          const url = `/posts/public?${name}=${query}`
          const answer = await house.call('GET', url, { as: signedIn.stranger })
          expect([200, 400]).toContain(answer.statusCode)
        }
      }),
      { numRuns: 60 },
    )
  })
})
