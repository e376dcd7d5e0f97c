import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyFor } from '../../../tests/access/bodies.ts'
import { addressOf } from '../../../tests/access/route-address.ts'
import { openScene, type Scene } from '../../../tests/access/scene.ts'
import { befriend } from '../../../tests/actions/post-actions.ts'
import { enter, GARDEN } from '../../../tests/actions/space-actions.ts'
import { others } from '../../../tests/people.ts'
import { form, testImage } from '../../../tests/test-images.ts'
import type { Member } from '../../../tests/test-server.ts'

// What a member sends while their account is being deleted is done or refused, and fails nowhere;
// and of what was done nothing is left behind.

const TRIES = 20

let scene: Scene
let routes: string[]
beforeAll(async () => {
  scene = await openScene()
  await scene.open()
  scene.server.services.outbox.start()
  routes = [...scene.server.routes]
    .filter(([route, { audience }]) => !route.startsWith('GET') && audience !== 'administrators')
    .map(([route]) => route)
    .filter((route) => route !== 'DELETE /api/users/me' && !OF_OTHERS.has(route))
})
afterAll(() => scene.server.close())

/** Which are about another account than the caller's. */
const OF_OTHERS = new Set([
  'POST /api/users/register',
  'DELETE /api/users/verify/:token',
  'POST /api/users/reset-password/:token',
])

async function leaver(index: number): Promise<Member> {
  const { server, people, ids } = scene
  const [person] = others
  if (!person) throw new Error('There is nobody else.')
  const name = `Leaver_${index}`
  const member = await server.join({ ...person, username: name, email: `${name}@example.org` })
  await befriend(server, member, people.friend)
  await enter(server, member, { _id: ids.den } as never)
  await server.call('POST', `/users/friend-request/${member.user._id}`, { as: people.stranger })
  return member
}

/** A message of one's own can be changed, a space of one's own handed over. */
async function own(member: Member) {
  const { server, ids } = scene
  const said = await server.call('POST', `/spaces/${ids.den}/messages`, {
    as: member,
    body: { content: 'Mine' },
  })
  const posted = await server.call('POST', '/posts', { as: member, body: form({ text: 'Mine' }) })
  const made = await server.call('POST', '/spaces', { as: member, body: GARDEN })
  return { message: said.json()._id, post: posted.json().post._id, space: made.json()._id }
}

async function callsOf(member: Member) {
  const image = { name: 'image', filename: 'a.png', bytes: await testImage() }
  const things = await own(member)
  const calls = routes.flatMap((route) => {
    const body = bodyForMember(route, member)
    const address = addressOf(scene, route)
    const { ids } = scene
    const mine = address
      .replace(ids.message, things.message)
      .replace(ids.post, things.post)
      .replace(
        new RegExp(`^/spaces/${ids.den}$|^/spaces/${ids.den}(?=/transfer)`),
        `/spaces/${things.space}`,
      )
    return [...new Set([address, mine])].map((path) => ({ route, path, body }))
  })
  const upload = { route: 'POST /api/posts', path: '/posts', body: form({ text: 'Late' }, image) }
  return [...calls, upload]
}

function bodyForMember(route: string, member: Member) {
  const { email, password } = member
  if (route === 'POST /api/users/login') return { email, password }
  if (route === 'POST /api/users/refresh-token') return { token: member.token }
  if (/resend-verification|forgot-password/.test(route)) return { email }
  if (route === 'PUT /api/users/username') return { username: `Late_${member.username}` }
  return bodyFor(scene, route)
}

async function leftovers() {
  const { db } = scene.server.services
  const wrong = await db
    .selectFrom('posts')
    .select(['id', 'like_count', 'comment_count'])
    .where((eb) =>
      eb.or([
        eb(
          'comment_count',
          '<>',
          eb
            .selectFrom('comments')
            .select(eb.fn.countAll<number>().as('count'))
            .whereRef('comments.post_id', '=', 'posts.id'),
        ),
        eb(
          'like_count',
          '<>',
          eb
            .selectFrom('post_reactions')
            .select(eb.fn.countAll<number>().as('count'))
            .whereRef('post_reactions.post_id', '=', 'posts.id')
            .where('kind', '=', 'like'),
        ),
      ]),
    )
    .execute()
  const full = await db
    .selectFrom('spaces')
    .select('id')
    .where((eb) =>
      eb.or([
        eb(
          'member_count',
          '<>',
          eb
            .selectFrom('space_members')
            .select(eb.fn.countAll<number>().as('count'))
            .whereRef('space_members.space_id', '=', 'spaces.id'),
        ),
        // Conversations have none.
        eb.and([
          eb('kind', '<>', 'direct'),
          eb('admin_id', 'not in', eb.selectFrom('users').select('users.id')),
        ]),
      ]),
    )
    .execute()
  const shown = await db
    .selectFrom('images')
    .select('id')
    .where('delete_after', 'is', null)
    .where('kind', '=', 'post')
    .where(({ eb, selectFrom }) => eb('owner_id', 'not in', selectFrom('users').select('users.id')))
    .execute()
  return { wrong, full, shown }
}

it(
  'nothing fails that is sent while the account is deleted, and nothing of it is left',
  async () => {
    const { server } = scene
    expect(routes.length).toBeGreaterThan(35)
    const statuses = new Map<string, Set<number>>()
    for (let index = 0; index < TRIES; index++) {
      const as = await leaver(index)
      const elsewhere = await server.signIn(as)
      const calls = await callsOf(as)
      const before = Math.floor(calls.length / 2)
      const order = calls.toSorted(() => Math.random() - 0.5)
      // One session is for who signs out, or nothing else would be done.
      const callerOf = (path: string) => (path === '/users/logout' ? elsewhere : as)
      const send = ({ path, body, route }: (typeof calls)[number]) =>
        server
          .call(route.split(' ')[0] as 'POST', path, {
            ...(/login|refresh|forgot|resend/.test(path) ? {} : { as: callerOf(path) }),
            ...(body === undefined ? {} : { body }),
          })
          .then(({ statusCode, body: said }) => {
            expect([route, statusCode < 500 || said]).toEqual([route, true])
            statuses.set(route, (statuses.get(route) ?? new Set()).add(statusCode))
          })
      const early = order.slice(0, before).map(send)
      // Each try at another moment of what is under way.
      for (let turn = 0; turn < 3 * index; turn++) await nextTurn()
      const deleted = server.call('DELETE', '/users/me', { as })
      const late = order.slice(before).map(send)
      await Promise.all([...early, ...late])
      expect([200, 401]).toContain((await deleted).statusCode)
      const asked = server.services.db.selectFrom('users').select('id').where('id', '=', as.id)
      await expect.poll(() => asked.execute()).toEqual([])
    }
    expect(await leftovers()).toEqual({ wrong: [], full: [], shown: [] })
    // Some came in time, some too late: else the moment was never met.
    const seen = new Set([...statuses.values()].flatMap((each) => [...each]))
    for (const status of [200, 201, 401]) expect([...seen]).toContain(status)
  },
  TRIES * 10_000,
)
