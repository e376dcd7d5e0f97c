import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Author } from '../../contract/author.ts'
import { IMAGES_PAGE_SIZE, type ImagesPage } from '../../contract/posts.ts'
import { befriend, makePrivate, post } from '../../tests/actions/post-actions.ts'
import { ada, ben, others as cast, cleo, MISSING_ID } from '../../tests/people.ts'
import { form, testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
let member: Member
let viewer: Member
beforeEach(async () => {
  server = await openTestServer()
  member = await server.join(ada)
  viewer = await server.join(ben)
})
afterEach(() => server.close())

const card = (as: Member | undefined, id: string) =>
  server.call('GET', `/users/${id}/profile`, as ? { as } : {})

it('shows a member’s card to every member, a private one’s too, and never the email', async () => {
  await makePrivate(server, member)
  const answer = await card(viewer, member.user._id)
  expect(answer.json()).toMatchObject({ username: 'Ada', userNumber: 1, isPrivate: true })
  expect(answer.body).not.toContain('@')
})

it('says whether they are friends', async () => {
  expect((await card(viewer, member.user._id)).json().isFriend).toBe(false)
  await befriend(server, member, viewer)
  expect((await card(viewer, member.user._id)).json().isFriend).toBe(true)
})

it('is not there for visitors, unknown ids and who never verified', async () => {
  expect((await card(undefined, member.user._id)).statusCode).toBe(401)
  await server.register(cleo)
  const { id } = await server.services.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'Cleo')
    .executeTakeFirstOrThrow()
  for (const nobody of [String(id), 'nonsense', MISSING_ID])
    expect((await card(viewer, nobody)).statusCode).toBe(404)
})

describe('the friends two members share', () => {
  it('are counted, three of them named, and only who the viewer sees', async () => {
    const others = []
    for (const person of cast.slice(0, 4)) others.push(await server.join(person))
    for (const other of others) {
      await befriend(server, member, other)
      await befriend(server, viewer, other)
    }
    const seen = async () => (await card(viewer, member.user._id)).json().mutualFriends
    const names = async () => (await seen()).named.map(({ username }: Author) => username)
    expect(await names()).toEqual(['Dora', 'Emil', 'Fay'])
    expect((await seen()).count).toBe(4)
    const [one] = others as [Member]
    await server.call('PUT', `/users/${viewer.user._id}/block`, { as: one })
    expect([(await seen()).count, await names()]).toEqual([3, ['Emil', 'Fay', 'Gus']])
    expect((await card(member, member.user._id)).json().mutualFriends.count).toBe(0)
  })
})

describe('the pictures of a member', () => {
  const imagesFor = async (as: Member, query = ''): Promise<ImagesPage> =>
    (await server.call('GET', `/users/${member.user._id}/images${query}`, { as })).json()

  async function makeImages(count: number): Promise<string[]> {
    const ids: string[] = []
    for (let made = 0; made < count; made++) {
      const image = { name: 'image', filename: 'tea.png', bytes: await testImage() }
      const body = form({ text: 'Tea', imageAlt: `Cup ${made}` }, image)
      ids.unshift((await server.call('POST', '/posts', { as: member, body })).json().post._id)
    }
    return ids
  }

  it('stand on the card, newest first, and go on page by page', async () => {
    const ids = await makeImages(IMAGES_PAGE_SIZE + 1)
    await post(server, member, 'Words alone')
    const first: ImagesPage = (await card(viewer, member.user._id)).json().images
    expect(first.images.map(({ postId }) => postId)).toEqual(ids.slice(0, -1))
    expect(await imagesFor(viewer)).toEqual(first)
    const rest = await imagesFor(viewer, `?cursor=${first.nextCursor}`)
    expect(rest).toMatchObject({ images: [{ image: { alt: 'Cup 0' } }], nextCursor: null })
    expect(rest.images[0]?.postId).toBe(ids.at(-1))
    const { url = '' } = rest.images[0]?.image.sources[0] ?? {}
    expect((await server.app.inject({ url })).statusCode).toBe(200)
  })

  it('are for whom the posts are, and for nobody else', async () => {
    const ids = await makeImages(1)
    await makePrivate(server, member)
    const shown = async (as: Member) =>
      [await imagesFor(as), (await card(as, member.user._id)).json().images].map(
        (page: ImagesPage) => page.images.map(({ postId }) => postId),
      )
    expect(await shown(viewer)).toEqual([[], []])
    await befriend(server, member, viewer)
    expect(await shown(viewer)).toEqual([ids, ids])
    await server.call('PUT', `/users/${viewer.user._id}/block`, { as: member })
    expect((await imagesFor(viewer)).images).toEqual([])
    expect(await shown(member)).toEqual([ids, ids])
    const visitor = await server.call('GET', `/users/${member.user._id}/images`)
    expect(visitor.statusCode).toBe(401)
  })
})
