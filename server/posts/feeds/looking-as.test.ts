import { describe, expect, it } from 'vitest'
import type { ImagesPage, Post } from '../../../contract/posts.ts'
import { post } from '../../../tests/actions/post-actions.ts'
import { openCircles } from '../../../tests/scenes/circles.ts'
import { form, testImage } from '../../../tests/test-images.ts'
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
  const lookAs = (viewer: string, as = author, what: 'posts' | 'images' = 'posts') =>
    server.call('GET', `/users/me/as/${viewer}/${what}`, { as })

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

  it('shows what they see of the pictures, by the same rule', async () => {
    const image = { name: 'image', filename: 'tea.png', bytes: await testImage() }
    for (const audience of ['profile', 'friends', 'squad'])
      await server.call('POST', '/posts', {
        ...{ as: author, body: form({ text: 'Tea', audience }, image) },
      })
    const counts: number[] = []
    for (const [viewer, reader] of [
      ['public', stranger],
      [friend.user._id, friend],
      [squad.user._id, squad],
    ] as const) {
      const own = await server.call('GET', `/users/${author.user._id}/images`, { as: reader })
      const ids = (page: ImagesPage) => page.images.map(({ postId }) => postId)
      const looked = await lookAs(viewer, author, 'images')
      expect(looked.statusCode).toBe(200)
      expect(ids(looked.json())).toEqual(ids(own.json()))
      counts.push(ids(looked.json()).length)
    }
    expect(counts).toEqual([1, 2, 3])
  })

  it.each(['posts', 'images'] as const)('is for friends and everybody alone (%s)', async (what) => {
    expect((await lookAs(stranger.user._id, author, what)).statusCode).toBe(404)
    expect((await lookAs(author.user._id, author, what)).statusCode).toBe(404)
    expect((await lookAs('nobody', author, what)).statusCode).toBe(404)
    expect((await server.call('GET', `/users/me/as/public/${what}`)).statusCode).toBe(401)
  })
})
