import { beforeAll, describe, expect, it } from 'vitest'
import type { AdminActEntry } from '../../contract/admin.ts'
import { MESSAGES as CONVERSATION_MESSAGES } from '../../contract/conversations.ts'
import { DAY_MS } from '../../contract/durations.ts'
import type { Post } from '../../contract/posts.ts'
import { MESSAGES, REMOVAL_KEPT_DAYS } from '../../contract/removal.ts'
import type { Space } from '../../contract/spaces.ts'
import { readAs } from '../../tests/actions/calls.ts'
import { begin } from '../../tests/actions/conversation-actions.ts'
import { befriend, post } from '../../tests/actions/post-actions.ts'
import * as removalActions from '../../tests/actions/removal-actions.ts'
import { enter, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { ada, ben, cleo, ivy, jon } from '../../tests/people.ts'
import { connect } from '../../tests/realtime-client.ts'
import { form, testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { mutate } from '../platform/database/mutate.ts'
import { deleteSomeImportedPosts, insertImportedPost } from '../posts/import/imported-posts.ts'
import { deleteOldRemovals } from './removal-retention.ts'

const MONTH_MS = (REMOVAL_KEPT_DAYS + 1) * DAY_MS

let server: TestServer
/** Ada is the administrator, Jon another; Ben wrote it, Cleo is his friend. */
let admin: Member
let secondAdmin: Member
let author: Member
let friend: Member
let outsider: Member
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  author = await server.join(ben)
  friend = await server.join(cleo)
  outsider = await server.join(ivy)
  secondAdmin = await server.join(jon)
  await db().updateTable('users').set({ is_admin: 1 }).where('id', '=', secondAdmin.id).execute()
  secondAdmin = await server.signIn(jon)
  await befriend(server, author, friend)
  return () => server.close()
})

const db = () => server.services.db
const read = (as: Member, path: string) => readAs(server, as, path)
const statusOf = async (as: Member, path: string) =>
  (await server.call('GET', path, { as })).statusCode
const remove = (path: string) => removalActions.remove(server, admin, path)
const lastAct = () => removalActions.lastAct(server, admin)
const undo = (act: string, { as = admin, text = 'I was wrong' } = {}) =>
  removalActions.undo(server, as, act, text)
const undoLast = () => removalActions.undoLast(server, admin)
const told = (as: Member) => removalActions.lastTold(server, as)
const idsIn = async (as: Member, path: string) =>
  (await read(as, path)).posts.map(({ _id }: Post) => _id)
const open = async (address: string) => (await server.call('GET', '', { url: address })).statusCode
const photoField = async () => ({ name: 'image', filename: 'a.png', bytes: await testImage() })

async function makePost(text: string): Promise<Post> {
  const body = form({ text, imageAlt: 'A cat' }, await photoField())
  return (await server.call('POST', '/posts', { as: author, body })).json().post
}

describe('a post that is removed', () => {
  it('is nobody’s to see, and comes back with all that was made of it', async () => {
    const post = await makePost('Unkind words')
    const path = `/posts/${post._id}`
    await server.call('POST', `${path}/like`, { as: friend })
    await server.call('POST', `${path}/comments`, { as: friend, body: { text: 'Oh' } })
    const before = await read(friend, path)
    const address = before.image.sources[0].url
    const feeds = ['/posts/friends', '/posts/public', `/users/${author.user._id}/posts`]
    for (const feed of feeds) expect(await idsIn(friend, feed)).toContain(post._id)
    const { count } = await read(author, '/notifications/count')
    const { posts } = await read(admin, '/admin/stats')

    expect(await remove(`post/${post._id}`)).toBe(200)
    for (const one of [author, friend, outsider, admin]) {
      for (const feed of [...feeds, ...(one === admin ? ['/posts'] : [])])
        expect([feed, (await idsIn(one, feed)).includes(post._id)]).toEqual([feed, false])
      for (const part of ['', '/comments', '/reactors?kind=like'])
        expect(await statusOf(one, path + part)).toBe(404)
    }
    expect(await open(address)).toBe(404)
    // What they were told of the comment is hidden, and why it was removed is new.
    expect(await told(author)).toBe(`${MESSAGES.postRemoved}: ${removalActions.REASON}`)
    expect(await read(author, '/notifications/count')).toEqual({ count })
    expect((await read(admin, '/admin/stats')).posts).toBe(posts - 1)
    expect(await remove(`post/${post._id}`)).toBe(404)

    const act = await lastAct()
    const shown = { kind: 'post', text: 'Unkind words', images: [{ alt: 'A cat' }] }
    expect(act).toMatchObject({ act: 'delete_post', isUndone: false, removed: shown })
    expect(await open(act.removed?.images[0]?.sources[0]?.url ?? '')).toBe(200)

    expect((await undo(act._id)).json().msg).toBe(MESSAGES.undone)
    for (const feed of feeds) expect(await idsIn(friend, feed)).toContain(post._id)
    expect(await read(friend, path)).toEqual(before)
    expect(await open(address)).toBe(200)
    expect(await told(author)).toBe(`${MESSAGES.postBack}: I was wrong`)
    expect((await read(admin, '/admin/acts')).slice(0, 2)).toMatchObject([
      { act: 'undo', memberNumber: 2, reason: 'I was wrong', removed: null },
      { act: 'delete_post', isUndone: true, removed: null },
    ])
    expect((await undo(act._id)).statusCode).toBe(404)
  })

  it('goes for good where it came in an archive that is taken back', async () => {
    const { services } = server
    const post = { text: 'Brought along', audience: 'friends', theme: null, images: [] } as const
    await mutate(services, (mutation) =>
      insertImportedPost(services, mutation, author.id, {
        ...{ ...post, images: [], from: 'Elsewhere', createdAt: Date.UTC(2020, 0, 1) },
      }),
    )
    const brought = db().selectFrom('posts').select('id').where('imported_from', '=', 'Elsewhere')
    const { id } = await brought.executeTakeFirstOrThrow()
    await remove(`post/${id}`)
    const kept = db().selectFrom('removals').select('text').where('thing_id', '=', id)
    expect(await kept.execute()).toEqual([{ text: 'Brought along' }])
    await mutate(services, (mutation) => deleteSomeImportedPosts(services, mutation, author.id))
    expect([await brought.execute(), await kept.execute()]).toEqual([[], []])
    expect(await undoLast()).toBe(404)
  })

  it('may be deleted for good by its author', async () => {
    const post = await makePost('Mine')
    await remove(`post/${post._id}`)
    const { _id, removed } = await lastAct()
    for (const [as, status] of [
      [friend, 404],
      [author, 200],
      [author, 404],
    ] as const)
      expect((await server.call('DELETE', `/posts/${post._id}`, { as })).statusCode).toBe(status)
    expect((await undo(_id)).statusCode).toBe(404)
    expect(await lastAct()).toMatchObject({ _id, removed: null })
    await expect.poll(() => open(removed?.images[0]?.sources[0]?.url ?? '')).toBe(404)
  })
})

it('a message of a conversation is removed once somebody in it reported it, and told of with the way there', async () => {
  const talk = await begin(server, author, friend)
  const { _id } = await say(server, author, talk, 'Rude')
  const leadsThere = { leadsTo: 'conversation', spaceId: talk._id }
  const latest = async () => (await read(author, '/notifications'))[0]
  const before = await lastAct()
  expect(await remove(`message/${_id}`)).toBe(404)
  expect(await lastAct()).toEqual(before)
  const report = { kind: 'message', id: _id, reason: 'unkind' }
  expect((await server.call('POST', '/reports', { as: friend, body: report })).statusCode).toBe(201)
  expect(await remove(`message/${_id}`)).toBe(200)
  const place = CONVERSATION_MESSAGES.place
  const gone = `${MESSAGES.messageRemoved(place)}: ${removalActions.REASON}`
  expect(await latest()).toMatchObject({ text: gone, ...leadsThere })
  expect(await undoLast()).toBe(200)
  const back = `${MESSAGES.messageBack(place)}: I was wrong`
  expect(await latest()).toMatchObject({ text: back, ...leadsThere })
})

describe('in a space', () => {
  let space: Space
  beforeAll(async () => {
    space = await makeSpace(server, author)
    await enter(server, friend, space)
  })

  it('a message stands where it stood, with its reactions', async () => {
    const message = await say(server, friend, space, 'Rude')
    await say(server, author, space, 'Well')
    const path = `/spaces/${space._id}/messages`
    const reaction = { as: author, body: { emoji: '🫖' } }
    await server.call('POST', `${path}/${message._id}/reactions`, reaction)
    const line = await connect(server, author)
    expect(await remove(`message/${message._id}`)).toBe(200)
    expect((await line.next('message_changed')).message.isDeleted).toBe(true)
    const shown = await read(author, path)
    expect(shown.map(({ content }: { content: string }) => content)).toEqual(['Well'])
    expect(await lastAct()).toMatchObject({ removed: { kind: 'message', text: 'Rude' } })
    expect(await undoLast()).toBe(200)
    const back = { content: 'Rude', isDeleted: false, reactions: [{ emoji: '🫖' }] }
    expect((await line.next('message_changed')).message).toMatchObject(back)
    expect(await read(author, path)).toMatchObject([back, { content: 'Well' }])
    await remove(`message/${message._id}`)
    const own = { as: friend }
    expect((await server.call('DELETE', `${path}/${message._id}`, own)).statusCode).toBe(200)
    expect(await undoLast()).toBe(404)
  })

  it('all is there again when the space is: who is in it, who is banned, what was said', async () => {
    await enter(server, outsider, space)
    await server.call('PUT', `/spaces/${space._id}/bans/${outsider.user._id}`, {
      as: author,
      body: { reason: 'Loud' },
    })
    const paths = [`/spaces/${space._id}`, `/spaces/${space._id}/messages`, '/spaces/my-spaces']
    const before = await Promise.all(paths.map((path) => read(friend, path)))
    expect(await remove(`space/${space._id}`)).toBe(200)
    for (const path of paths.slice(0, 2)) expect(await statusOf(friend, path)).toBe(404)
    expect(await read(friend, paths[2] ?? '')).toEqual([])
    const line = await connect(server, friend)
    expect(await undoLast()).toBe(200)
    expect((await line.next('space_changed')).spaceId).toBe(space._id)
    expect(await Promise.all(paths.map((path) => read(friend, path)))).toEqual(before)
    for (const one of [author, friend])
      expect(await told(one)).toBe(`${MESSAGES.spaceBack(space.name)}: I was wrong`)
    await say(server, author, space, 'Here we are')
    expect((await line.next('message_created')).message.content).toBe('Here we are')
    const entering = await server.call('POST', `/spaces/${space._id}/join`, { as: outsider })
    expect(entering.statusCode).toBe(403)
  })
})

describe('of a profile', () => {
  const fields = { aboutMe: 'I sell watches', petPreference: 'cat', currentlyVibingTo: 'Money' }
  const profile = () => read(friend, `/users/${author.user._id}/profile`)
  beforeAll(async () => {
    const photo = { ...(await photoField()), name: 'profilePhoto' }
    await server.call('PUT', '/users/profile', { as: author, body: form(fields, photo) })
  })

  it('the photo is refused where its address is still known', async () => {
    const { profilePhoto } = await profile()
    const { pathname } = new URL(profilePhoto, 'https://snug.example.org')
    expect(await remove(`user/${author.user._id}/photo`)).toBe(200)
    expect((await profile()).profilePhoto).toBeNull()
    expect(await open(pathname)).toBe(404)
    const { removed } = await lastAct()
    expect(await open(removed?.images[0]?.sources[0]?.url ?? '')).toBe(200)
    expect(await undoLast()).toBe(200)
    expect([(await profile()).profilePhoto, await open(pathname)]).toEqual([profilePhoto, 200])
  })

  it('all they say of themself is named to them, and given back where nothing new stands', async () => {
    const before = await profile()
    expect(await remove(`user/${author.user._id}/profile`)).toBe(200)
    const empty = { aboutMe: '', petPreference: '', currentlyVibingTo: '', profilePhoto: null }
    expect(await profile()).toMatchObject({ ...empty, username: 'Ben' })
    expect(await told(author)).toBe(
      `${MESSAGES.profileRemoved('the photo, the words about you, the pet, what you are vibing to')}: ${removalActions.REASON}`,
    )
    expect(await remove(`user/${author.user._id}/profile`)).toBe(404)
    const changed = form({ aboutMe: 'I bake bread' })
    await server.call('PUT', '/users/profile', { as: author, body: changed })
    expect(await undoLast()).toBe(200)
    expect(await profile()).toEqual({ ...before, aboutMe: 'I bake bread' })
    await remove(`user/${author.user._id}/photo`)
    const { _id } = await lastAct()
    const photo = { ...(await photoField()), name: 'profilePhoto' }
    await server.call('PUT', '/users/profile', { as: author, body: form({}, photo) })
    const refused = await undo(_id)
    expect([refused.statusCode, refused.json().msg]).toEqual([409, MESSAGES.isReplaced])
  })
})

describe('undoing', () => {
  it('asks for a reason, and is for administrators, but not of what was taken from them', async () => {
    const { _id: own } = await post(server, secondAdmin, 'I may')
    await remove(`post/${own}`)
    const { _id } = await lastAct()
    for (const [as, text, status] of [
      [admin, ' ', 400],
      [author, 'Why not', 403],
      [secondAdmin, 'I may', 403],
      [admin, 'They may', 200],
    ] as const)
      expect([text, (await undo(_id, { as, text })).statusCode]).toEqual([text, status])
    expect((await server.call('POST', `/admin/acts/${_id}/undo`)).statusCode).toBe(401)
  })

  it('ends after thirty days, when all of it is really deleted', async () => {
    const post = await makePost('Gone for good')
    const space = await makeSpace(server, author, { name: 'Cellar' })
    await say(server, author, space, 'Below')
    const things = [`post/${post._id}`, `space/${space._id}`, `user/${author.user._id}/profile`]
    for (const thing of things) expect(await remove(thing)).toBe(200)
    const acts: AdminActEntry[] = (await read(admin, '/admin/acts')).slice(0, things.length)
    const addresses = acts.flatMap(({ removed }) => removed?.images[0]?.sources[0]?.url ?? [])
    expect(addresses).toHaveLength(2)
    await deleteOldRemovals(server.services)
    expect(await db().selectFrom('removals').select('act_id').execute()).not.toEqual([])
    server.pass(MONTH_MS)
    admin = await server.signIn(ada)
    await deleteOldRemovals(server.services)
    for (const table of ['removals', 'deleted_spaces'] as const) {
      const rows = await db().selectFrom(table).selectAll().execute()
      expect([table, rows.length]).toEqual([table, table === 'removals' ? 0 : 1])
    }
    const posts = await db().selectFrom('posts').select('id').execute()
    expect(posts.map(({ id }) => String(id))).not.toContain(post._id)
    for (const { _id } of acts) expect((await undo(_id)).statusCode).toBe(404)
    await server.services.images.sweepSoon()
    for (const address of addresses) expect(await open(address)).toBe(404)
  })
})
