import { describe, expect, it } from 'vitest'
import type { Post, PostAudience } from '../../../contract/posts.ts'
import { makePrivate, post } from '../../../tests/actions/post-actions.ts'
import { type Circles, openCircles } from '../../../tests/scenes/circles.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'

let server: TestServer
let author: Member
let squad: Member
let friend: Member
let stranger: Member
let readers: Circles['readers']
openCircles((circles) => {
  ;({ server, author, squad, friend, stranger, readers } = circles)
})

describe('a profile that turns public', () => {
  const privacy = (as: Member, body: object) => server.call('PUT', '/users/privacy', { as, body })
  const state = async () => (await server.call('GET', '/users/privacy', { as: author })).json()

  async function writeInPrivate(): Promise<Record<PostAudience | 'before', Post>> {
    const before = await post(server, author, 'Before')
    server.pass(60_000)
    await makePrivate(server, author)
    server.pass(60_000)
    return {
      before,
      profile: await post(server, author, 'Meanwhile'),
      friends: await post(server, author, 'Meanwhile', 'friends'),
      squad: await post(server, author, 'Meanwhile', 'squad'),
    }
  }

  it('shows what followed it to everyone, as the call does alone', async () => {
    const made = await writeInPrivate()
    expect(await readers(made.before)).toEqual([author, squad, friend])
    expect(await state()).toEqual({ isPrivate: true, earlierPosts: 1 })
    expect((await privacy(author, { isPrivate: false })).json()).toEqual({ isPrivate: false })
    expect(await readers(made.before)).toContain(stranger)
    expect(await readers(made.profile)).toContain(stranger)
    expect(await readers(made.friends)).toEqual([author, squad, friend])
    expect(await readers(made.squad)).toEqual([author, squad])
    expect(await state()).toEqual({ isPrivate: false, earlierPosts: 0 })
  })

  it('keeps it with friends for good where that is asked for', async () => {
    const made = await writeInPrivate()
    await privacy(author, { isPrivate: false, keepEarlier: true })
    expect(await readers(made.before)).toContain(stranger)
    expect(await readers(made.profile)).toEqual([author, squad, friend])
    const kept = await server.call('GET', `/posts/${made.profile._id}`, { as: author })
    expect(kept.json()).toMatchObject({ audience: 'friends', chosenAudience: 'friends' })
    // What was shown to everyone before counts as written in public.
    expect(await readers(await post(server, author, 'After'))).toContain(stranger)
  })
})
