import { describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/posts.ts'
import { openCircles } from '../../../tests/circles.ts'
import { post } from '../../../tests/post-actions.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'

let server: TestServer
let author: Member
let squad: Member
let friend: Member
let stranger: Member
openCircles((circles) => {
  ;({ server, author, squad, friend, stranger } = circles)
})

describe('looking as somebody else', () => {
  const lookAs = (viewer: string, as = author) =>
    server.call('GET', `/users/me/as/${viewer}/posts`, { as })

  it('shows what they see of the own posts, by the same rule', async () => {
    for (const audience of ['profile', 'friends', 'squad'] as const)
      await post(server, author, 'Tea', audience)
    for (const [viewer, reader] of [
      ['public', stranger],
      [friend.user._id, friend],
      [squad.user._id, squad],
    ] as const) {
      const own = await server.call('GET', `/users/${author.user._id}/posts`, { as: reader })
      const ids = (page: { posts: Post[] }) => page.posts.map(({ _id }) => _id)
      const looked = await lookAs(viewer)
      expect(looked.statusCode).toBe(200)
      expect(ids(looked.json())).toEqual(ids(own.json()))
      expect(ids(looked.json())).not.toEqual([])
    }
  })

  it('is for friends and everybody alone', async () => {
    expect((await lookAs(stranger.user._id)).statusCode).toBe(404)
    expect((await lookAs(author.user._id)).statusCode).toBe(404)
    expect((await lookAs('nobody')).statusCode).toBe(404)
    expect((await server.call('GET', '/users/me/as/public/posts')).statusCode).toBe(401)
  })
})
