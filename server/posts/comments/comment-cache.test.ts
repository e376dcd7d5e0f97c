import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Comment, commentList } from '../../../contract/comments.ts'
import { readAs } from '../../../tests/actions/calls.ts'
import { lastAct, remove, undo } from '../../../tests/actions/removal-actions.ts'
import {
  type Act,
  actorOf,
  actsAround,
  openShownPost,
  readOrRefused,
  type ShownPost,
  type Step,
  turnsOf,
} from '../../../tests/shown-post.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'
import { interrupted, interruptedReads, losing } from '../../../tests/troubled-database.ts'
import { isPostgres } from '../../platform/database/portable-sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { writerOf } from '../../platform/http/compilers.ts'
import { newId } from '../../platform/ids.ts'
import { invalidateCards } from '../cards/card-queries.ts'
import { deleteSomeUnder } from '../deletion/account-deletion-queries.ts'
import { createCommentCache, WrittenComment } from './comment-cache.ts'
import { insertComment } from './comment-queries.ts'
import { addComment } from './comments.ts'
import { readComments } from './read-comments.ts'

// The page that a comment makes of the kept one, beside the same page read with nothing kept: after
// every act of anybody, by two servers on one database and by what writes past both of them.

let shown: ShownPost
let servers: ShownPost['servers']
let members: ShownPost['members']
let acts: Record<string, Act>
beforeAll(async () => {
  shown = await openShownPost()
  ;({ servers, members } = shown)
  acts = { ...actsAround(shown), ...OTHER_ACTS }
})
afterAll(() => shown.close())
beforeEach(() => shown.everybodyIsThere())

const say = (server: TestServer, as: Member, text: string, parentId?: number) =>
  server.call('POST', `/posts/${shown.id}/comments`, { as, body: { text, parentId } })

/** The newest comment under the post, of this member if one is named. */
async function newest(by?: Member): Promise<number> {
  const comments = shown.elsewhere.selectFrom('comments').select('id')
  const ofPost = comments.where('post_id', '=', shown.id).where('parent_id', 'is', null)
  const row = await ofPost
    .$if(by !== undefined, (query) => query.where('author_id', '=', by?.id ?? 0))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id ?? 0
}

/** As they are called by now. */
async function nameOf({ id }: Member): Promise<string> {
  const names = shown.elsewhere.selectFrom('users').select('username').where('id', '=', id)
  return (await names.executeTakeFirstOrThrow()).username
}

const losesACommit: Act = async ({ server, actor }) => {
  const services = { ...server.services, db: losing(server.services.db) }
  const known = await actorOf(server, actor)
  if (!known) return
  const comment = { postId: shown.id, text: 'It is lost' }
  await expect(addComment(known, services, comment, null)).rejects.toThrow()
}

const commentsPastTheServers: Act = ({ actor }) =>
  inTransaction(shown.elsewhere, (trx) =>
    insertComment(trx, {
      ...{ id: newId(), post_id: shown.id, author_id: actor.id },
      ...{ text: 'From elsewhere', created_at: 0, parent_id: null },
    }),
  )

const OTHER_ACTS: Record<string, Act> = {
  replies: async ({ server, actor }) => say(server, actor, 'So do I', await newest()),
  mentions: async ({ server, actor, other }) => say(server, actor, `With @${await nameOf(other)}`),
  'edits a comment': async ({ server, actor }) =>
    server.call('PUT', `/posts/${shown.id}/comments/${await newest(actor)}`, {
      as: actor,
      body: { text: `Better so, ${newId()}` },
    }),
  'deletes a comment': async ({ server, actor }) =>
    server.call('DELETE', `/posts/${shown.id}/comments/${await newest(actor)}`, { as: actor }),
  'has a comment removed': async ({ server }) =>
    remove(server, shown.author, `comment/${await newest()}`),
  'has it given back': async ({ server }) => {
    const act = await lastAct(server, shown.author)
    if (act) await undo(server, shown.author, act._id)
  },
  'has the post emptied': () =>
    inTransaction(shown.elsewhere, (trx) => deleteSomeUnder(trx, [shown.id])),
  'loses a commit': losesACommit,
  'comments past the servers': commentsPastTheServers,
}

const writeList = writerOf(commentList)

/** Where nothing is kept from one time to the next. */
function readAnew(server: TestServer, member: Member): Promise<string> {
  const fresh = { ...server.services, commentCache: createCommentCache() }
  return readOrRefused(server, member, async (actor) => {
    const comments = await readComments(actor, fresh, shown.id)
    return writeList(comments.map(({ comment }) => comment))
  })
}

/** As whoever opens the post reads them, which is kept. */
async function everybodyReads() {
  for (const server of servers)
    for (const as of members) await server.call('GET', `/posts/${shown.id}/comments`, { as })
}

/** The page that a comment was answered with. */
async function act(step: Step) {
  const scene = shown.sceneOf(step)
  if (step.name !== 'comments') {
    await acts[step.name]?.(scene)
    return undefined
  }
  const { statusCode, body } = await say(scene.server, scene.actor, 'Nice')
  expect([201, 401, 404]).toContain(statusCode)
  return statusCode === 201 ? { ...scene, body } : undefined
}

it('is the page read anew, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(turnsOf(['comments'], Object.keys(acts)), async (turns) => {
      await shown.everybodyIsThere()
      for (const [number, steps] of turns.entries()) {
        if (number % 2 === 0) await everybodyReads()
        const pages = (await Promise.all(steps.map(act))).filter((one) => one !== undefined)
        const agreeing = await Promise.all(
          pages.map(async ({ server, actor, body }) => body === (await readAnew(server, actor))),
        )
        // Of several at once the last says how it stands, if nothing else came behind it.
        const isTold = pages.length > 0 && steps.every(({ name }) => name === 'comments')
        if (isTold) expect(agreeing).toContain(true)
      }
    }),
    { numRuns: 6, endOnFailure: true },
  )
})

const sameAsAnew = async (server: TestServer, as: Member) => {
  const { statusCode, body } = await say(server, as, 'Nice')
  expect(statusCode).toBe(201)
  expect(body).toBe(await readAnew(server, as))
}

/** Who acts, towards whom, and who comments then; each of them has commented. */
async function scene() {
  const [server, elsewhere] = servers
  const [, actor, other, commenter] = members
  if (!(server && elsewhere && actor && other && commenter)) throw new Error('There is nobody.')
  await shown.postAnew()
  for (const member of members) await say(server, member, `From ${member.username}`)
  await everybodyReads()
  return { server, elsewhere, actor, other, commenter }
}

it.each([
  ...['replies', 'mentions', 'edits a comment', 'deletes a comment', 'has a comment removed'],
  ...['comments past the servers', 'loses a commit', 'edits the post', 'renames', 'is suspended'],
  ...['is suspended past the servers', 'comments', 'has the post emptied'],
])('is without anything old after somebody %s', async (name) => {
  const { server, elsewhere, actor, other, commenter } = await scene()
  for (const through of [elsewhere, server]) {
    await acts[name]?.({ server: through, actor, other })
    for (const each of servers) await sameAsAnew(each, commenter)
  }
})

it('is not for who does not see somebody, nor made of what they read', async () => {
  const { server, actor, commenter } = await scene()
  await server.call('PUT', `/users/${actor.id}/block`, { as: commenter })
  await sameAsAnew(server, commenter)
  await sameAsAnew(server, shown.author)
  await sameAsAnew(server, actor)
})

it('is not kept with what its reader does not see from a moment later on', async () => {
  const { server, actor, other, commenter } = await scene()
  const above = await newest(commenter)
  await say(server, other, 'Below it', above)
  await say(server, commenter, `With @${await nameOf(other)}`)
  const known = await actorOf(server, actor)
  if (!known) throw new Error('The actor is not signed in.')
  const db = interruptedReads(server.services.db, () =>
    server.call('PUT', `/users/${other.id}/block`, { as: actor }),
  )
  await readComments(known, { ...server.services, db }, shown.id)
  await sameAsAnew(server, commenter)
})

it('is made of the kept one, and nothing is read', async () => {
  const { server, actor, commenter } = await scene()
  const keep = vi.spyOn(server.services.commentCache, 'keep')
  const pages: Comment[][] = []
  for (let n = 0; n < 60; n++) pages.push((await say(server, actor, `No. ${n}`)).json())
  expect(keep).not.toHaveBeenCalled()
  expect(pages.at(-1)).toHaveLength(50)
  await sameAsAnew(server, commenter)
  expect(keep).not.toHaveBeenCalled()
  const [mentioning] = (await say(server, actor, `With @${await nameOf(commenter)}`))
    .json()
    .slice(-1)
  expect(mentioning.mentions).toHaveLength(1)
  await sameAsAnew(server, commenter)
  expect(keep).not.toHaveBeenCalled()
  const path = `/posts/${shown.id}/comments?before=${await newest()}`
  expect(await readAs(server, actor, path)).toHaveLength(50)
  await sameAsAnew(server, commenter)
})

it('has them in the order of their numbers, whichever was committed first', () => {
  const cache = createCommentCache()
  const comment = (number: number) => ({ _id: String(number), text: '', replies: [] }) as never
  const place = { id: 1, version: 1, generation: 1, hasBlocks: 0 }
  cache.keep(place, [new WrittenComment(comment(7)), new WrittenComment(comment(9))])
  const page = cache.extended(place, comment(8))
  expect(page?.map((one) => one.comment._id)).toEqual(['7', '8', '9'])
})

it.each([
  ['is called otherwise', { username: 'Mo' }],
  ['is suspended', { suspended_until: 9e12 }],
])('says of who %s meanwhile what others read', async (_, changes) => {
  const { server, actor, commenter } = await scene()
  const known = await actorOf(server, actor)
  if (!known) throw new Error('The actor is not signed in.')
  const { db } = server.services
  const change = () =>
    shown.elsewhere.transaction().execute(async (trx) => {
      await trx.updateTable('users').set(changes).where('id', '=', actor.id).execute()
      await invalidateCards(trx)
    })
  let changing: Promise<unknown> | undefined
  const between = interrupted(db, async () => {
    changing = change()
    // The embedded database has one writer: there it waits for the comment.
    if (isPostgres(db)) await changing
  })
  const comment = { postId: shown.id, text: 'Meanwhile' }
  await addComment(known, { ...server.services, db: between }, comment, null)
  await changing
  await sameAsAnew(server, commenter)
})
