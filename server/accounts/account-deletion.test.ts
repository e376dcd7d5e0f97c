import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/accounts.ts'
import type { Post } from '../../contract/posts.ts'
import type { Space } from '../../contract/spaces.ts'
import { archiveRow, importRow } from '../../tests/archives.ts'
import { deletedPostAct, passkeyRow } from '../../tests/member-rows.ts'
import { ada, ben, cleo, jon } from '../../tests/people.ts'
import { form, picture } from '../../tests/pictures.ts'
import { befriend, post, requestFriendship } from '../../tests/post-actions.ts'
import { ask, enter, indexWords, makeSpace, say } from '../../tests/space-actions.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import type { DomainEvent } from '../platform/realtime/bus.ts'

/** In all that Cleo writes, and in nothing anybody else does. */
const WORD = 'marzipan'
/** Tables that hold nothing of any member. */
const NOBODYS = [
  'community',
  'counters',
  'deleted_spaces',
  'deletion_receipts',
  'former_usernames',
  'link_cards',
  'row_counts',
  'server_state',
  'spent_challenges',
]

let server: TestServer
let friend: Member
let stranger: Member
beforeEach(async () => {
  server = await openTestServer()
  friend = await server.join(ada)
  stranger = await server.join(ben)
})
afterEach(() => server.close())

/** Calls as this member, and is loud about a refusal. */
async function act(as: Member, ...[method, path, body, headers]: Act) {
  const more = { ...(body ? { body } : {}), ...(headers ? { headers } : {}) }
  const answer = await server.call(method, path, { as, ...more })
  if (answer.statusCode >= 400) throw new Error(`${method} ${path}: ${answer.body}`)
  return answer.json()
}
type Act = ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string, object?, Record<string, string>?]

const remove = (as?: Member) => server.call('DELETE', '/users/me', as ? { as } : {})

async function imageFiles(): Promise<string[]> {
  const folder = join(server.dataDir, 'images')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** The tables in which any of these texts stands, each with what was found. */
async function mentions(traces: string[]): Promise<Map<string, string[]>> {
  const isTrace = new RegExp(`(?<![a-z0-9])(${traces.join('|')})(?![a-z0-9])`, 'i')
  const found = new Map<string, string[]>()
  for (const { name } of await server.services.db.introspection.getTables()) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(server.services.db)
    const values = rows.flatMap((row) => Object.values(row))
    const texts = values.map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : String(value),
    )
    found.set(name, [...new Set(texts.filter((text) => isTrace.test(text)))])
  }
  return found
}

async function tablesWith(traces: string[]): Promise<string[]> {
  return [...(await mentions(traces))]
    .filter(([, texts]) => texts.length > 0)
    .map(([table]) => table)
}

async function tablesWithout(traces: string[]): Promise<string[]> {
  return [...(await mentions(traces))]
    .filter(([, texts]) => texts.length === 0)
    .map(([table]) => table)
}

interface Dependencies {
  theirs: Post
  garden: Space
  cellar: Space
  /** From which Cleo will be banned. */
  porch: Space
  /** Whom Cleo will block. */
  blocked: Member
}

/** What is there before Cleo comes: posts, a friendship of the others, two spaces. */
async function settle(): Promise<Dependencies> {
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
  return { theirs, garden, cellar, porch, blocked: await server.join(jon) }
}

const photo = async () => ({ name: 'profilePhoto', filename: 'me.png', bytes: await picture() })

/** Cleo comes and does all there is to do. Returns what would give it away. */
async function liveHere({
  theirs,
  garden,
  cellar,
  porch,
  blocked,
}: Dependencies): Promise<[Member, string[]]> {
  const leaver = await server.join(cleo)
  await act(leaver, 'PUT', '/users/profile', form({ aboutMe: WORD }, await photo()))
  await befriend(server, friend, leaver)
  await act(leaver, 'PUT', '/users/squad', { squad: [friend.user._id] })
  await act(leaver, 'PUT', `/users/${stranger.user._id}/mute`, { until: null })
  await act(leaver, 'PUT', `/users/${blocked.user._id}/block`)
  const squad = [leaver.user._id, stranger.user._id]
  await act(friend, 'PUT', '/users/squad', { squad })
  await act(leaver, 'POST', '/invites', { note: WORD })
  const own = await postAndReact(leaver, theirs)
  await gather(leaver, garden, cellar)
  await enter(server, leaver, porch)
  await writeLetters(leaver)
  await act(friend, 'PUT', `/spaces/${porch._id}/bans/${leaver.user._id}`, { reason: WORD })
  await server.call('POST', '/users/forgot-password', { body: { email: cleo.email } })
  await server.mailTo(cleo.email, 1)
  const removed = await post(server, leaver, `${WORD} removed`)
  await act(friend, 'DELETE', `/admin/post/${removed._id}?reason=Rude`)
  // Kept copies of what others wrote about them.
  const copied = await post(server, friend, `Dear @${cleo.username}`)
  await act(stranger, 'POST', '/reports', { kind: 'post', id: copied._id, reason: 'unkind' })
  await act(friend, 'DELETE', `/admin/post/${copied._id}?reason=Mine`)
  const { db, outbox } = server.services
  const userId = leaver.id
  await db.insertInto('admin_acts').values(deletedPostAct(userId)).execute()
  await act(leaver, 'POST', '/reports', {
    kind: 'post',
    id: theirs._id,
    reason: 'other',
    text: WORD,
  })
  await act(friend, 'POST', '/reports', { kind: 'post', id: own._id, reason: 'spam' })
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
  await act(friend, 'POST', `/posts/${own._id}/comments`, { text: `And @${cleo.username}` })
  return [leaver, [leaver.user._id, own._id, cleo.username, cleo.email, WORD]]
}

async function postAndReact(leaver: Member, theirs: Post): Promise<Post> {
  const image = { name: 'image', filename: 'a.png', bytes: await picture() }
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
  await edit(leaver, own)
  return own
}

/** What others answered to: what it said before is kept. */
async function edit(leaver: Member, own: Post) {
  const path = `/posts/${own._id}`
  await act(leaver, 'PUT', path, { text: `${WORD} again` })
  const [first] = await act(leaver, 'GET', `${path}/comments`)
  await act(leaver, 'PUT', `${path}/comments/${first._id}`, { text: `${WORD} again` })
}

/** With a friend, in a group and to somebody who knows her from a space alone. */
async function writeLetters(leaver: Member) {
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
async function gather(leaver: Member, garden: Space, cellar: Space) {
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
  await act(leaver, 'POST', `/spaces/${garden._id}/picture-messages`, shown)
  await ask(server, leaver, cellar, WORD)
}

/** What the others see of each other. The friend is an administrator. */
async function seen({ theirs, garden, cellar }: Dependencies) {
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

describe('when an account is deleted', () => {
  it.each([
    ['they asked', 'stranger'],
    ['who asked them', 'leaver'],
  ])(
    'nothing of it remains, and nothing of others goes, with one %s',
    async (_what, asked) => {
      const world = await settle()
      const before = await seen(world)
      const filesBefore = await imageFiles()
      const [leaver, traces] = await liveHere(world)
      if (asked === 'leaver') await requestFriendship(server, stranger, leaver)
      else await requestFriendship(server, leaver, stranger)
      // A new table: let Cleo leave something in it above, or say that it is nobody's.
      expect((await tablesWithout(traces)).sort()).toEqual(NOBODYS)
      expect(await seen(world)).not.toEqual(before)
      expect((await imageFiles()).length).toBeGreaterThan(filesBefore.length)

      const answer = await remove(leaver)
      expect([answer.statusCode, answer.json().msg]).toEqual([200, MESSAGES.accountDeleted])
      await expect.poll(imageFiles).toEqual(filesBefore)
      await expect.poll(() => tablesWith(traces)).toEqual([])
      expect(await seen(world)).toEqual(before)
    },
    30_000,
  )

  it('is gone for everybody at once, though nothing of it was removed yet', async () => {
    const world = await settle()
    const before = await seen(world)
    const [leaver, traces] = await liveHere(world)
    await requestFriendship(server, leaver, stranger)
    // As if the process ended right after the first step.
    await server.services.unfinishedAccounts.stop()
    await remove(leaver)
    expect(await seen(world)).toEqual(before)
    const { spaces } = await act(friend, 'GET', '/spaces')
    expect(spaces.map(({ _id }: Space) => _id).sort()).toEqual(
      [world.garden, world.cellar, world.porch].map(({ _id }) => _id).sort(),
    )
    for (const path of ['/admin/acts', '/users/search?q=cleo', `/users/all?q=${WORD}`])
      expect(JSON.stringify(await act(friend, 'GET', path))).not.toContain(cleo.username)
    const { email, password } = cleo
    const answer = await server.call('POST', '/users/login', { body: { email, password } })
    expect(answer.statusCode).toBe(400)
    const gone = [`/users/${leaver.user._id}/profile`, `/posts/${traces[1]}`]
    for (const path of gone)
      expect((await server.call('GET', path, { as: friend })).statusCode).toBe(404)
    expect(await tablesWith(traces)).toContain('posts')

    const next = await openTestServer({ beside: server })
    await expect.poll(() => tablesWith(traces)).toEqual([])
    expect(await seen(world)).toEqual(before)
    await next.close()
    // The name may be somebody's again.
    expect((await server.join(cleo)).id).not.toBe(leaver.id)
  })

  it('every session ends, and the name and the address are free', async () => {
    const leaver = await server.join(cleo)
    const elsewhere = await server.signIn(cleo)
    await remove(leaver)
    for (const as of [leaver, elsewhere])
      expect((await server.call('GET', '/users/user', { as })).statusCode).toBe(401)
    const { email, password } = cleo
    const answer = await server.call('POST', '/users/login', { body: { email, password } })
    expect(answer.statusCode).toBe(400)
    expect((await server.join(cleo)).user.userNumber).toBeGreaterThan(leaver.user.userNumber)
  })

  it('friends and those with a request hear of it, once, and the sockets are closed', async () => {
    const leaver = await server.join(cleo)
    await befriend(server, leaver, friend)
    await requestFriendship(server, stranger, leaver)
    const told: DomainEvent[] = []
    server.services.bus.subscribe((event) => void told.push(event))
    await remove(leaver)
    const memberId = leaver.id
    const changes = told.filter(
      (each) => each.kind === 'broadcast' && each.event.type === 'friends_changed',
    )
    expect(changes).toEqual([
      {
        kind: 'broadcast',
        topics: expect.any(Array),
        event: { type: 'friends_changed', memberId: String(memberId) },
      },
    ])
    const topics = changes.flatMap((each) => (each.kind === 'broadcast' ? each.topics : []))
    expect(topics.sort()).toEqual([friend, stranger].map(({ user }) => `member:${user._id}`).sort())
    expect(told.at(-1)).toEqual({ kind: 'sessions-ended', memberId })
  })

  it('it is one’s own, and once', async () => {
    const leaver = await server.join(cleo)
    expect((await remove()).statusCode).toBe(401)
    const body = { _id: friend.user._id, id: friend.user._id, user: friend.user._id }
    const answers = await Promise.all([
      server.call('DELETE', '/users/me', { as: leaver, body }),
      remove(leaver),
    ])
    for (const { statusCode } of answers) expect([200, 401]).toContain(statusCode)
    expect((await act(friend, 'GET', '/users/user')).username).toBe('Ada')
    expect((await server.call('GET', '/users/user', { as: leaver })).statusCode).toBe(401)
  })
})
