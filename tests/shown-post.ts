import fc from 'fast-check'
import type { PostAudience } from '../contract/posts.ts'
import { createSessionCache } from '../server/accounts/session-cache.ts'
import { actorOfToken } from '../server/accounts/sessions.ts'
import { HttpError } from '../server/platform/http/http-error.ts'
import { invalidateCards } from '../server/posts/cards/card-queries.ts'
import type { Database, Schema } from '../server/schema.ts'
import type { Actor } from '../server/services.ts'
import { befriend, makePrivate, postWithImage } from './actions/post-actions.ts'
import { ada, ben, cleo, ivy } from './people.ts'
import { type Member, openTestServer, type TestServer } from './test-server.ts'

// One post, that four members read by two servers on one database while anything happens to it, by
// the servers and past both of them: for tests of what is kept of a post.

/** Who does something, through which server, and to whom. */
export interface Scene {
  server: TestServer
  actor: Member
  other: Member
}
export type Act = (scene: Scene) => Promise<unknown>

/** Numbers of who acts, towards whom, and through which server. */
export interface Step {
  name: string
  by: number
  towards: number
  through: number
}

export type ShownPost = Awaited<ReturnType<typeof openShownPost>>

export async function openShownPost() {
  const one = await openTestServer()
  const author = await one.join(ada)
  const members: Member[] = [author]
  for (const person of [ben, cleo, ivy]) members.push(await one.join(person))
  const servers = [one, await openTestServer({ beside: one })]
  const elsewhere = one.database.connect<Schema>()
  const shown = {
    /** The post that all of it is about; another once it is deleted. */
    id: 0,
    ...{ author, members, servers, elsewhere },

    async postAnew() {
      shown.id = Number((await postWithImage(one, author))._id)
    },

    /** Those of a step, of whom the one is never the other. */
    sceneOf({ by, towards, through }: Step): Scene {
      const [server, actor] = [servers[through], members[by]]
      const other = members[towards === by ? (towards + 1) % members.length : towards]
      if (!server || !actor || !other) throw new Error('There is nobody.')
      return { server, actor, other }
    },

    async everybodyIsThere() {
      await makePrivate(one, author, false)
      await elsewhere.deleteFrom('blocks').execute()
      await elsewhere.updateTable('users').set({ suspended_until: null }).execute()
      await invalidateCards(elsewhere)
      for (const other of members) if (other !== author) await befriend(one, author, other)
    },

    async close() {
      for (const server of servers.toReversed()) await server.close()
    },
  }
  await shown.postAnew()
  return shown
}

/** What may happen to any post, but for what is done with it. */
export function actsAround(shown: ShownPost): Record<string, Act> {
  const { author, elsewhere } = shown
  let made = 0
  return {
    comments: ({ server, actor }) =>
      server.call('POST', `/posts/${shown.id}/comments`, { as: actor, body: { text: 'Nice' } }),
    'edits the post': ({ server }) =>
      server.call('PUT', `/posts/${shown.id}`, { as: author, body: { text: `Look ${++made}` } }),
    'deletes the post': async ({ server }) => {
      await server.call('DELETE', `/posts/${shown.id}`, { as: author })
      await shown.postAnew()
    },
    'lets friends alone see the post': ({ server }) => letSee(shown, server, 'friends'),
    'lets the post follow the profile': ({ server }) => letSee(shown, server, 'profile'),
    'makes the post private': ({ server }) => makePrivate(server, author),
    'makes the post public': ({ server }) => makePrivate(server, author, false),
    blocks: ({ server, actor, other }) =>
      server.call('PUT', `/users/${other.id}/block`, { as: actor }),
    unblocks: ({ server, actor, other }) =>
      server.call('DELETE', `/users/${other.id}/block`, { as: actor }),
    renames: ({ server, actor }) => {
      const body = { username: `${actor.username}_${++made}` }
      return server.call('PUT', '/users/username', { as: actor, body })
    },
    'is suspended': ({ server, actor }) => suspend(shown, server.services.db, actor, 9e12),
    'comes back': ({ server, actor }) => suspend(shown, server.services.db, actor, null),
    'is suspended past the servers': ({ actor }) => suspend(shown, elsewhere, actor, 9e12),
    'comes back past the servers': ({ actor }) => suspend(shown, elsewhere, actor, null),
  }
}

function letSee({ id, author }: ShownPost, server: TestServer, audience: PostAudience) {
  return server.call('PUT', `/posts/${id}/audience`, { as: author, body: { audience } })
}

/** Anybody but the author, without whom there would be nothing to see. */
async function suspend(
  { author }: ShownPost,
  db: Database,
  member: Member,
  suspended_until: number | null,
) {
  if (member.id === author.id) return
  await db.updateTable('users').set({ suspended_until }).where('id', '=', member.id).execute()
  await invalidateCards(db)
}

/**
 * Steps one after the other, of which some are several at once; most of them do one of `mainly`.
 */
export function turnsOf(mainly: readonly string[], others: readonly string[]) {
  const member = fc.nat({ max: 3 })
  const stepOf = (...names: string[]): fc.Arbitrary<Step> =>
    fc.record({
      name: fc.constantFrom(...names),
      ...{ by: member, towards: member, through: fc.nat({ max: 1 }) },
    })
  const main = stepOf(...mainly)
  const any = stepOf(...mainly, ...others)
  const turn = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(main) },
    { weight: 2, arbitrary: fc.tuple(any) },
    { weight: 2, arbitrary: fc.tuple(main, any) },
    { weight: 1, arbitrary: fc.tuple(main, main, main) },
  )
  return fc.array(turn, { minLength: 25, maxLength: 25 })
}

/** Undefined where their session is over. */
export function actorOf({ services }: TestServer, { token }: Member): Promise<Actor | undefined> {
  const fresh = { ...services, sessionCache: createSessionCache(services.db) }
  return actorOfToken(fresh, token) as Promise<Actor | undefined>
}

/** What is read, or the status where that is refused. */
export async function readOrRefused(
  server: TestServer,
  member: Member,
  read: (actor: Actor) => Promise<string>,
): Promise<string> {
  const actor = await actorOf(server, member)
  if (!actor) return '401'
  try {
    return await read(actor)
  } catch (error) {
    if (error instanceof HttpError) return String(error.status)
    throw error
  }
}

/** The same as a server answers it. */
export async function answered(server: TestServer, as: Member, path: string): Promise<string> {
  const { statusCode, body } = await server.call('GET', path, { as })
  return statusCode === 200 ? body : String(statusCode)
}
