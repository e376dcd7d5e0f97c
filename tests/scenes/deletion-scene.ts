import type { Post } from '../../contract/posts.ts'
import type { Space } from '../../contract/spaces.ts'
import { callOrThrow } from '../actions/calls.ts'
import { befriend, post } from '../actions/post-actions.ts'
import { ask, enter, indexWords, makeSpace, say } from '../actions/space-actions.ts'
import { archiveRow, importRow } from '../archives.ts'
import { deletedPostAct, passkeyRow } from '../member-rows.ts'
import { cleo, jon } from '../people.ts'
import { form, testImage } from '../test-images.ts'
import type { Member, TestServer } from '../test-server.ts'

// Cleo leaves a row in every table that can hold something of a member, and says one word
// everywhere.

/** In all that Cleo writes, and in nothing anybody else does. */
export const WORD = 'marzipan'

/** What is there before Cleo comes, and who was there. */
export interface DeletionScene {
  server: TestServer
  /** An administrator. */
  friend: Member
  stranger: Member
  theirs: Post
  garden: Space
  cellar: Space
  /** From which Cleo will be banned. */
  porch: Space
  /** Whom Cleo will block. */
  blocked: Member
}

/** Posts, a friendship of the others, three spaces. */
export async function settle(
  server: TestServer,
  { friend, stranger }: Pick<DeletionScene, 'friend' | 'stranger'>,
): Promise<DeletionScene> {
  const act = callOrThrow(server)
  await act(friend, 'PUT', '/users/profile', form({ aboutMe: 'Tea' }, await photo()))
  const theirs = await post(server, friend, 'Good morning')
  await act(stranger, 'POST', `/posts/${theirs._id}/like`)
  await act(stranger, 'POST', `/posts/${theirs._id}/vibes`, { emoji: '🫖' })
  await act(stranger, 'POST', `/posts/${theirs._id}/comments`, { text: 'And to you' })
  await befriend(server, friend, stranger)
  await act(friend, 'PUT', '/users/squad', { squad: [stranger.user._id] })
  const garden = await makeSpace(server, friend)
  const cellar = await makeSpace(server, friend, { name: 'Cellar', isPrivate: true })
  const porch = await makeSpace(server, friend, { name: 'Porch' })
  await enter(server, stranger, porch)
  await say(server, friend, garden, 'Is anybody here?')
  const blocked = await server.join(jon)
  return { server, friend, stranger, theirs, garden, cellar, porch, blocked }
}

const photo = async () => ({ name: 'profilePhoto', filename: 'me.png', bytes: await testImage() })

/** Cleo comes and does all there is to do. Returns what would give it away. */
export async function liveHere(scene: DeletionScene): Promise<[Member, string[]]> {
  const { server, friend, stranger, theirs, porch, blocked } = scene
  const act = callOrThrow(server)
  const leaver = await server.join(cleo)
  await act(leaver, 'PUT', '/users/profile', form({ aboutMe: WORD }, await photo()))
  await befriend(server, friend, leaver)
  await act(leaver, 'PUT', '/users/squad', { squad: [friend.user._id] })
  await act(leaver, 'PUT', `/users/${stranger.user._id}/mute`, { until: null })
  await act(leaver, 'PUT', `/users/${blocked.user._id}/block`)
  const squad = [leaver.user._id, stranger.user._id]
  await act(friend, 'PUT', '/users/squad', { squad })
  await act(leaver, 'POST', '/invites', { note: WORD })
  const own = await postAndReact(scene, leaver)
  await gather(scene, leaver)
  await enter(server, leaver, porch)
  await writeLetters(scene, leaver)
  await act(friend, 'PUT', `/spaces/${porch._id}/bans/${leaver.user._id}`, { reason: WORD })
  await server.call('POST', '/users/forgot-password', { body: { email: cleo.email } })
  await server.mailTo(cleo.email, 1)
  const removed = await post(server, leaver, `${WORD} removed`)
  await act(friend, 'DELETE', `/admin/post/${removed._id}?reason=Rude`)
  // Kept copies of what others wrote about them.
  const copied = await post(server, friend, `Dear @${cleo.username}`)
  await act(stranger, 'POST', '/reports', { kind: 'post', id: copied._id, reason: 'unkind' })
  await act(friend, 'DELETE', `/admin/post/${copied._id}?reason=Mine`)
  await act(leaver, 'POST', '/reports', {
    kind: 'post',
    id: theirs._id,
    reason: 'other',
    text: WORD,
  })
  await act(friend, 'POST', '/reports', { kind: 'post', id: own._id, reason: 'spam' })
  await leaveRows(scene, leaver)
  await act(friend, 'POST', `/posts/${own._id}/comments`, { text: `And @${cleo.username}` })
  return [leaver, [leaver.user._id, own._id, cleo.username, cleo.email, WORD]]
}

/** What no call leaves without a device, a code by mail or another server. */
async function leaveRows({ server, friend }: DeletionScene, { id: userId }: Member) {
  const { db, outbox } = server.services
  await db.insertInto('admin_acts').values(deletedPostAct(userId)).execute()
  const anyMessage = db.selectFrom('space_messages').select(['id as message_id', 'space_id'])
  const { message_id, space_id } = await anyMessage
    .where('sender_id', '=', friend.id)
    .executeTakeFirstOrThrow()
  await db.insertInto('message_mentions').values({ message_id, user_id: userId }).execute()
  const invitation = { space_id, user_id: userId, inviter_id: friend.id, created_at: 0 }
  await db.insertInto('space_invitations').values(invitation).execute()
  const factor = { user_id: userId, secret: WORD, confirmed_at: 0, last_step: 0, ends_at: null }
  await db.insertInto('second_factors').values(factor).execute()
  await db.insertInto('passkeys').values(passkeyRow(userId, WORD)).execute()
  const recovery = { user_id: userId, prefix: 'ABCD', code_hash: WORD }
  await db.insertInto('recovery_codes').values(recovery).execute()
  await db.insertInto('appeals').values({ user_id: userId, text: WORD, created_at: 0 }).execute()
  await db.insertInto('archives').values(archiveRow(userId)).execute()
  await db.insertInto('imports').values(importRow(userId, WORD)).execute()
  // They wait for their time: the worker may still look for more after the mail before.
  await db.transaction().execute(async (trx) => {
    await outbox.queue(trx, 'password-changed', { userId })
    await outbox.queue(trx, 'reset-password', { email: cleo.email })
    await outbox.queue(trx, 'change-email', { userId, newEmail: 'cleo.2@example.org' })
    await trx
      .updateTable('mail_outbox')
      .set({ next_attempt_at: Date.UTC(2100, 0) })
      .execute()
  })
}

async function postAndReact(
  { server, friend, theirs }: DeletionScene,
  leaver: Member,
): Promise<Post> {
  const act = callOrThrow(server)
  const image = { name: 'image', filename: 'a.png', bytes: await testImage() }
  const body = form({ text: WORD, imageAlt: WORD }, image)
  const { post: own } = await act(leaver, 'POST', '/posts', body, { 'idempotency-key': WORD })
  for (const [as, { _id }] of [
    [leaver, theirs],
    [leaver, own],
    [friend, own],
  ] as const) {
    await act(as, 'POST', `/posts/${_id}/like`)
    await act(as, 'POST', `/posts/${_id}/vibes`, { emoji: '🫖' })
    await act(as, 'POST', `/posts/${_id}/vibes`, { emoji: '🌿' })
    await act(as, 'POST', `/posts/${_id}/comments`, { text: as === leaver ? WORD : 'Sweet' })
  }
  await edit(server, leaver, own)
  return own
}

/** What others answered to: what it said before is kept. */
async function edit(server: TestServer, leaver: Member, own: Post) {
  const act = callOrThrow(server)
  const path = `/posts/${own._id}`
  await act(leaver, 'PUT', path, { text: `${WORD} again` })
  const [first] = await act(leaver, 'GET', `${path}/comments`)
  await act(leaver, 'PUT', `${path}/comments/${first._id}`, { text: `${WORD} again` })
}

/** With a friend, in a group and to somebody who knows her from a space alone. */
async function writeLetters({ server, friend, stranger }: DeletionScene, leaver: Member) {
  const act = callOrThrow(server)
  const [friendId, strangerId] = [friend.user._id, stranger.user._id]
  const pair = await act(leaver, 'POST', '/conversations', { userIds: [friendId] })
  const request = await act(leaver, 'POST', '/conversations', { userIds: [strangerId] })
  const userIds = [strangerId, leaver.user._id]
  const group = await act(friend, 'POST', '/conversations', { userIds })
  for (const conversation of [pair, request, group]) await say(server, leaver, conversation, WORD)
  await act(leaver, 'POST', `/conversations/${group._id}/leave`)
  await act(friend, 'POST', `/conversations/${group._id}/members`, { userId: leaver.user._id })
}

/** In a space of her own and in others', as a member and as one who waits. */
async function gather(scene: DeletionScene, leaver: Member) {
  const { server, friend, stranger, garden, cellar } = scene
  const act = callOrThrow(server)
  await makeSpace(server, leaver, { name: WORD, description: WORD, tags: [WORD] })
  const attic = await makeSpace(server, leaver, { name: `${WORD} attic`, isPrivate: true })
  await ask(server, stranger, attic, 'May I?')
  await enter(server, leaver, garden)
  const message = await say(server, leaver, garden, WORD)
  for (const as of [leaver, friend])
    await act(as, 'POST', `/spaces/${garden._id}/messages/${message._id}/reactions`, {
      emoji: '🫖',
    })
  await indexWords(server, garden)
  await say(server, leaver, garden, 'More')
  const shown = form({ content: WORD, imageAlt: WORD }, { ...(await photo()), name: 'images' })
  await act(leaver, 'POST', `/spaces/${garden._id}/image-messages`, shown)
  await ask(server, leaver, cellar, WORD)
}

/** What the others see of each other. */
export async function seen({ server, friend, stranger, theirs, garden, cellar }: DeletionScene) {
  const act = callOrThrow(server)
  const paths = [
    '/users/user',
    '/users/friends',
    '/users/friend-requests',
    '/users/friend-counts',
    '/users/all',
    '/users/search?q=a',
    '/users/squad',
    `/users/${friend.user._id}/profile`,
    '/posts/friends',
    '/posts/public',
    `/posts/${theirs._id}`,
    `/posts/${theirs._id}/comments`,
    '/notifications',
    '/notifications/count',
    '/join-requests/my-requests',
    '/spaces/my-spaces',
  ]
  const friendsPaths = [
    ...[`/spaces/${garden._id}/messages`, `/join-requests/space/${cellar._id}`, '/posts', '/all'],
  ]
  const read = async (as: Member, more: string[] = []) =>
    Object.fromEntries(
      await Promise.all(
        [...paths, ...more].map(async (path) => [path, await act(as, 'GET', path)]),
      ),
    )
  const [ofFriend, ofStranger] = [await read(friend, friendsPaths), await read(stranger)]
  // Changes are numbered on, also those that leave nothing.
  return JSON.parse(
    JSON.stringify({ ofFriend, ofStranger }, (key, value) => (key === 'lastSeq' ? 0 : value)),
  )
}
