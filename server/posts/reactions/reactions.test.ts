import { describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/posts.ts'
import { MESSAGES } from '../../../contract/reactions.ts'
import { makePrivate, post } from '../../../tests/actions/post-actions.ts'
import { memberRow } from '../../../tests/member-rows.ts'
import { ada, ben, cleo } from '../../../tests/people.ts'
import { KEEPS_SCENE, openForEach } from '../../../tests/scenes/scene-for-each.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

let server: TestServer
let author: Member
let reader: Member
let shown: Post
openForEach(async () => {
  server = await openTestServer()
  author = await server.join(ada)
  reader = await server.join(ben)
  shown = await post(server, author, 'Hello')
  return server
})

const react = (as: Member, call: string, id = shown._id) =>
  server.call('POST', `/posts/${id}/${call}`, { as })
const vibe = (as: Member, emoji: unknown) =>
  server.call('POST', `/posts/${shown._id}/vibes`, { as, body: { emoji } })
const look = async (as: Member): Promise<Post> =>
  (await server.call('GET', `/posts/${shown._id}`, { as })).json()

describe('like and dislike', () => {
  it('exclude each other and answer both lists', async () => {
    const id = reader.user._id
    const none = { likes: [], dislikes: [], likeCount: 0, dislikeCount: 0 }
    expect((await react(reader, 'like')).json()).toEqual({ ...none, likes: [id], likeCount: 1 })
    expect((await react(reader, 'dislike')).json()).toEqual({
      ...none,
      dislikes: [id],
      dislikeCount: 1,
    })
    expect((await react(reader, 'unlike')).json().dislikes).toEqual([id])
    expect((await react(reader, 'undislike')).json()).toEqual(none)
  })

  it('change nothing when repeated, also at once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => react(reader, 'like')))
    await react(author, 'like')
    expect(await look(author)).toMatchObject({ likeCount: 2, dislikeCount: 0 })
    await Promise.all(Array.from({ length: 5 }, () => react(reader, 'unlike')))
    expect((await look(author)).likes).toEqual([author.user._id])
  })

  it('keep the viewer in a list cut to a hundred', async () => {
    const { db } = server.services
    const guests = Array.from({ length: 120 }, (_, index) =>
      memberRow(`Guest_${index}`, 1_000 + index),
    )
    await db.insertInto('users').values(guests).execute()
    const { giveReaction } = await import('./reaction-queries.ts')
    await db.transaction().execute(async (trx) => {
      for (const { id: userId } of guests)
        await giveReaction(trx, { postId: Number(shown._id), userId, kind: 'like' })
    })
    const answer = (await react(reader, 'like')).json()
    expect(answer.likes).toHaveLength(100)
    expect(answer.likes).toContain(reader.user._id)
    expect(answer.likeCount).toBe(121)
  })
})

describe('vibes', () => {
  it('toggle, several different ones by one member', async () => {
    await vibe(reader, '🫖')
    await vibe(reader, '❤')
    await vibe(author, '🫖')
    expect((await look(author)).vibeCounts).toEqual([
      { emoji: '🫖', count: 2 },
      { emoji: '❤️', count: 1 },
    ])
    const answer = (await vibe(reader, '🫖')).json()
    expect(answer.vibes).toEqual(
      expect.arrayContaining([
        { emoji: '❤️', user: reader.user._id, username: 'Ben' },
        { emoji: '🫖', user: author.user._id, username: 'Ada' },
      ]),
    )
    expect(answer.vibes).toHaveLength(2)
    await vibe(author, '🫖')
    expect((await look(author)).vibeCounts).toEqual([{ emoji: '❤️', count: 1 }])
  })

  it.each(['', ' ', 'a', '1', '<b>', '🫖🫖', '🫖 tea', ':smile:', 'x'.repeat(500), 7, null])(
    'refuse %j',
    KEEPS_SCENE,
    async (emoji) => {
      const answer = await vibe(reader, emoji)
      expect([answer.statusCode, answer.json().msg]).toEqual([400, MESSAGES.emojiInvalid])
      expect((await look(reader)).vibes).toEqual([])
    },
  )

  it.each(['👩‍👩‍👧‍👦', '🇳🇴', '👍🏽', '#️⃣', '🏴‍☠️'])('take %s', async (emoji) => {
    expect((await vibe(reader, emoji)).json().vibes).toMatchObject([{ emoji }])
  })
})

it.each(['like', 'unlike', 'dislike', 'undislike', 'vibes', 'comments'])(
  'a stranger cannot %s a private member’s post',
  async (call) => {
    await makePrivate(server, author)
    const body = call === 'vibes' ? { emoji: '🫖' } : { text: 'Hi' }
    const answer = await server.call('POST', `/posts/${shown._id}/${call}`, { as: reader, body })
    expect(answer.statusCode).toBe(404)
    expect(await look(author)).toMatchObject({ likeCount: 0, dislikeCount: 0, vibes: [] })
    expect((await server.call('GET', `/posts/${shown._id}`, { as: reader })).statusCode).toBe(404)
  },
)

it('an account that is deleted leaves no trace in the counts', async () => {
  const guest = await server.join(cleo)
  await react(guest, 'like')
  await react(reader, 'like')
  await vibe(guest, '🫖')
  await server.call('POST', `/posts/${shown._id}/comments`, { as: guest, body: { text: 'Hi' } })
  expect(await look(author)).toMatchObject({ likeCount: 2, commentCount: 1 })
  await server.call('DELETE', '/users/me', { as: guest })
  await server.services.accountJobs.finish(guest.id)
  expect(await look(author)).toMatchObject({
    likes: [reader.user._id],
    likeCount: 1,
    vibes: [],
    vibeCounts: [],
    commentCount: 0,
  })
})
