import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from '../contract/errors.ts'
import { ask, GARDEN, makeSpace, say } from '../tests/gathering.ts'
import { type Member, openTestHouse, type TestHouse } from '../tests/house.ts'
import { ada, ben, cleo } from '../tests/people.ts'
import { form } from '../tests/pictures.ts'
import { notify } from './notifications/notify.ts'
import { change } from './platform/realtime/change.ts'

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
const ADMINISTRATORS: Expected = { ...anyone(403), anonymous: 401, administrator: 200 }
/** The owner runs the space and is alone in it. */
const SPACE_ADMIN: Expected = { ...anyone(403), anonymous: 401, owner: 200 }

/** The status each gets for a request that is right in itself; `:id` is a post of the owner's. */
const MATRIX: Record<string, Expected> = {
  'GET /api/health': anyone(200),
  // The tests ask from this machine.
  'GET /api/metrics': anyone(200),
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
  'GET /api/users/friends': members(200),
  'GET /api/users/friend-requests': members(200),
  'GET /api/users/friend-counts': members(200),
  'GET /api/users/all': members(200),
  'GET /api/users/search': members(200),
  // One after the other: each finds what the one before has left between the two.
  'POST /api/users/friends/:id': { ...members(200), owner: 400 },
  'DELETE /api/users/friend-request/:id': { ...members(200), owner: 404 },
  'POST /api/users/friend-request/:id/reject': { ...members(200), owner: 404 },
  'POST /api/users/friend-request/:id/accept': { ...members(200), owner: 404 },
  'DELETE /api/users/friend/:id': { ...members(200), owner: 404 },
  'POST /api/users/friend-request/:id': { ...members(200), owner: 400 },
  'PUT /api/users/profile': members(200),
  'PUT /api/users/username': members(200),
  'GET /api/users/privacy': members(200),
  'PUT /api/users/privacy/toggle': members(200),
  'PUT /api/users/users/privacy/toggle': members(200),
  // After the two: everybody's posts are public for what follows.
  'PUT /api/users/privacy': members(200),
  'GET /api/users/squad': members(200),
  'PUT /api/users/squad': members(200),
  'POST /api/users/spotify/resolve': members(200),
  'POST /api/posts': members(201),
  'GET /api/posts/friends': members(200),
  'GET /api/posts/public': members(200),
  'GET /api/posts': ADMINISTRATORS,
  'GET /api/posts/:id': members(200),
  'GET /api/posts/:id/comments': members(200),
  'POST /api/posts/:id/comments': members(201),
  'POST /api/posts/:id/like': members(200),
  'POST /api/posts/:id/unlike': members(200),
  'POST /api/posts/:id/dislike': members(200),
  'POST /api/posts/:id/undislike': members(200),
  'POST /api/posts/:id/vibes': members(200),
  'GET /api/notifications': members(200),
  'GET /api/notifications/count': members(200),
  'PUT /api/notifications/:id/read': { ...anyone(404), anonymous: 401, owner: 200 },
  'PUT /api/notifications/read-all': members(200),
  'GET /api/spaces': members(200),
  'GET /api/spaces/my-spaces': members(200),
  'POST /api/spaces': members(201),
  'GET /api/spaces/:id': members(200),
  'PUT /api/spaces/:id': SPACE_ADMIN,
  'DELETE /api/spaces/:id': SPACE_ADMIN,
  'POST /api/spaces/:id/transfer': SPACE_ADMIN,
  'POST /api/spaces/:id/join': members(200),
  'POST /api/spaces/:id/leave': { ...members(200), owner: 409 },
  'DELETE /api/spaces/:id/members/:userId': SPACE_ADMIN,
  'GET /api/spaces/:id/messages': SPACE_ADMIN,
  'POST /api/spaces/:id/messages': { ...SPACE_ADMIN, owner: 201 },
  'PUT /api/spaces/:id/read': SPACE_ADMIN,
  'PUT /api/spaces/:spaceId/messages/:messageId': SPACE_ADMIN,
  'POST /api/spaces/:spaceId/messages/:messageId/reactions': SPACE_ADMIN,
  'DELETE /api/spaces/:spaceId/messages/:messageId': SPACE_ADMIN,
  'GET /api/join-requests/my-requests': members(200),
  'GET /api/join-requests/space/:spaceId': SPACE_ADMIN,
  'POST /api/join-requests': { ...members(201), owner: 409 },
  // The stranger has asked.
  'PATCH /api/join-requests/:id/approve': { ...SPACE_ADMIN, administrator: 404 },
  'PATCH /api/join-requests/:id/deny': { ...SPACE_ADMIN, administrator: 404 },
  'DELETE /api/join-requests/:id': { ...members(200), owner: 403, administrator: 404 },
  'GET /api/users/:id/posts': members(200),
  'GET /api/all': ADMINISTRATORS,
  'GET /api/admin/acts': ADMINISTRATORS,
  'GET /api/admin/figures': ADMINISTRATORS,
  // Of nobody: the deletion itself would disturb what follows.
  'DELETE /api/admin/user/:id': { ...ADMINISTRATORS, administrator: 404 },
  'DELETE /api/admin/post/:id': ADMINISTRATORS,
  'DELETE /api/posts/:id': { anonymous: 401, stranger: 403, owner: 200, administrator: 403 },
  // Last: whoever comes back after it is a new member.
  'DELETE /api/users/me': members(200),
}

let renamings = 0

/** What a route needs to be sent. */
const BODIES: Record<string, () => object | Promise<object>> = {
  'PUT /api/users/profile': () => form({ aboutMe: 'Tea' }),
  'PUT /api/users/username': () => ({ username: `Renamed_${renamings++}` }),
  'PUT /api/users/privacy': () => ({ isPrivate: false }),
  'PUT /api/users/squad': () => ({ squad: [] }),
  'POST /api/users/spotify/resolve': () => ({ url: 'https://open.spotify.com/track/tea' }),
  'POST /api/posts': () => form({ text: 'Hello' }),
  'POST /api/posts/:id/comments': () => ({ text: 'Hello' }),
  'POST /api/posts/:id/vibes': () => ({ emoji: '🫖' }),
  'POST /api/spaces': () => GARDEN,
  'PUT /api/spaces/:id': () => GARDEN,
  'POST /api/spaces/:id/transfer': () => ({ userId: signedIn.owner.user._id }),
  'POST /api/spaces/:id/messages': () => ({ content: 'Hello' }),
  'PUT /api/spaces/:id/read': () => ({ seq: 1 }),
  'PUT /api/spaces/:spaceId/messages/:messageId': () => ({ content: 'Hello' }),
  'POST /api/spaces/:spaceId/messages/:messageId/reactions': () => ({ emoji: '🫖' }),
  'POST /api/join-requests': async () => ({
    spaceId: (await makeSpace(house, signedIn.owner, { isPrivate: true }))._id,
  }),
  'PATCH /api/join-requests/:id/approve': () => ({ adminResponse: 'Welcome' }),
  'PATCH /api/join-requests/:id/deny': () => ({ adminResponse: 'Sorry' }),
}

/** What must have happened before: the owner has asked who answers. */
const ANSWERING = [
  'POST /api/users/friend-request/:id/reject',
  'POST /api/users/friend-request/:id/accept',
]

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

async function addressOf(path: string): Promise<string> {
  if (path.startsWith('/spaces/:')) return addressInSpace(path)
  return path
    .replace(':token', 'unknown')
    .replace(':spaceId', (await makeSpace(house, signedIn.owner))._id)
    .replace(':id', await idFor(path))
}

/** A space of the owner's, where they have said something. */
async function addressInSpace(path: string): Promise<string> {
  const space = await makeSpace(house, signedIn.owner)
  const message = await say(house, signedIn.owner, space, 'Hello')
  return path
    .replace(/:id|:spaceId/, space._id)
    .replace(':messageId', message._id)
    .replace(':userId', signedIn.stranger.user._id)
}

/** What `:id` stands for in a path: the owner, or a post or notification of theirs. */
function idFor(path: string) {
  if (path.startsWith('/notifications')) return newNotification(signedIn.owner)
  if (path.startsWith('/join-requests')) return newJoinRequest()
  if (path.startsWith('/admin/user')) return '01890000-0000-7000-8000-000000000000'
  return path.startsWith('/users') ? signedIn.owner.user._id : newPost(signedIn.owner)
}

async function newJoinRequest(): Promise<string> {
  const space = await makeSpace(house, signedIn.owner, { isPrivate: true })
  return (await ask(house, signedIn.stranger, space))._id
}

async function newNotification(of: Member): Promise<string> {
  const news = { to: of.user._id, type: 'other' as const, senderId: null, text: 'Hello' }
  await change(house.services, (changing) => notify(house.services, changing, news))
  const [newest] = (await house.call('GET', '/notifications', { as: of })).json()
  return newest._id
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
    const url = await addressOf(path)
    const body = await BODIES[route]?.()
    if (as && ANSWERING.includes(route))
      await house.call('POST', `/users/friend-request/${as.user._id}`, { as: signedIn.owner })
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
