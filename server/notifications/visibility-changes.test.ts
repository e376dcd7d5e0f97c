import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../contract/durations.ts'
import type { PostAudience } from '../../contract/posts.ts'
import { callOrThrow, readAs } from '../../tests/actions/calls.ts'
import { befriend, makePrivate, manyPosts, post } from '../../tests/actions/post-actions.ts'
import { remove } from '../../tests/actions/removal-actions.ts'
import { ada, ben, cleo, ivy, jon } from '../../tests/people.ts'
import { openForEach } from '../../tests/scenes/scene-for-each.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { endSuspensions } from '../accounts/suspension.ts'

// Who sees somebody no more, or again, is told how much they have not read by then: what they were
// told of that member, and of the member's posts, is hidden and comes back with the sight of it.

let server: TestServer
let administrator: Member
/** Ben's friends are Cleo and Ivy; Jon is a stranger to him. */
let author: Member
let friend: Member
let otherFriend: Member
let stranger: Member
/** Whose count was told, and which one it was, since this was emptied. */
let told: [string, Promise<number>][]

openForEach(async () => {
  server = await openTestServer()
  const people = [ada, ben, cleo, ivy, jon] as const
  const join = (index: 0 | 1 | 2 | 3 | 4) => server.join(people[index])
  administrator = await join(0)
  author = await join(1)
  friend = await join(2)
  otherFriend = await join(3)
  stranger = await join(4)
  await befriend(server, author, friend)
  await befriend(server, author, otherFriend)
  told = []
  server.services.bus.subscribe((event) => {
    if (event.kind !== 'unread-changed') return
    const members = [author, friend, otherFriend, stranger]
    const member = members.find(({ id }) => id === event.memberId)
    if (member) told.push([member.username, unread(member)])
  })
  return server
})

const call = (...given: Parameters<ReturnType<typeof callOrThrow>>) => callOrThrow(server)(...given)
const unread = async (as: Member): Promise<number> =>
  (await readAs(server, as, '/notifications/count')).count

/** `to` comments on a new post of the author's, and Ivy replies. */
async function notifyOfReply(to: Member, audience: PostAudience) {
  const { _id } = await post(server, author, 'Tea', audience)
  const comments = (as: Member, body: object) => call(as, 'POST', `/posts/${_id}/comments`, body)
  const [{ _id: parentId }] = await comments(to, { text: 'Yes' })
  await comments(otherFriend, { text: 'Indeed', parentId })
  expect(await unread(to)).toBe(1)
}

/** Who is told of a count by this, and how many that are. */
async function countsBy(act: () => Promise<unknown>) {
  told.length = 0
  await act()
  const counts = told.map(async ([name, count]) => [name, await count] as const)
  return Object.fromEntries(await Promise.all(counts))
}

describe('how much is not read is told', () => {
  it('to both who are no friends any more, or again', async () => {
    await notifyOfReply(friend, 'friends')
    const path = `/users/friend/${author.id}`
    const end = () => call(friend, 'DELETE', path)
    const before = await unread(author)
    expect(await countsBy(end)).toEqual({ Ben: before, Cleo: 0 })
    expect(await countsBy(() => befriend(server, author, friend))).toEqual({ Ben: before, Cleo: 1 })
  })

  it('to who leaves a squad, or comes back to it', async () => {
    const save = (squad: Member[]) =>
      call(author, 'PUT', '/users/squad', { squad: squad.map(({ user }) => user._id) })
    await save([friend, otherFriend])
    await notifyOfReply(friend, 'squad')
    expect(await countsBy(() => save([otherFriend]))).toEqual({ Cleo: 0 })
    expect(await countsBy(() => save([otherFriend, friend]))).toEqual({ Cleo: 1 })
  })

  it.each([0, 250])(
    'to strangers alone, of a profile that turns private, with %i posts',
    async (count) => {
      await notifyOfReply(friend, 'profile')
      await notifyOfReply(stranger, 'profile')
      await manyPosts(server, author, count)
      expect(await countsBy(() => makePrivate(server, author))).toEqual({ Jon: 0 })
      // Not before all of the posts are there for everybody again.
      expect(await countsBy(() => makePrivate(server, author, false))).toEqual({ Jon: 1 })
    },
  )

  it('of who is suspended and of what is under their posts, and when they are there again', async () => {
    await notifyOfReply(stranger, 'profile')
    const { _id } = await post(server, friend, 'Bread')
    const comments = `/posts/${_id}/comments`
    await call(author, 'POST', comments, { text: 'Mmh' })
    await post(server, otherFriend, 'Nothing to do with it')
    expect(await unread(friend)).toBe(1)
    const body = { days: 1, text: 'A day off' }
    const suspend = () => call(administrator, 'POST', `/admin/user/${author.id}/suspend`, body)
    expect(await countsBy(suspend)).toMatchObject({ Cleo: 0, Jon: 0 })
    expect(told.map(([name]) => name)).not.toContain('Ivy')
    server.pass(DAY_MS)
    administrator = await server.signIn(ada)
    friend = await server.signIn(cleo)
    stranger = await server.signIn(jon)
    expect(await countsBy(() => endSuspensions(server.services))).toEqual({ Cleo: 1, Jon: 1 })
    const leave = () => remove(server, administrator, `user/${author.id}`)
    expect(await countsBy(leave)).toMatchObject({ Cleo: 0, Jon: 0 })
  })
})
