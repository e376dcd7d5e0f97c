import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Post, PostImage } from '../../contract/posts.ts'
import { feed } from '../../tests/actions/post-actions.ts'
import { reportActions } from '../../tests/actions/report-actions.ts'
import { chat, enter, makeSpace } from '../../tests/actions/space-actions.ts'
import { downloadedArchive, importArchive, makeArchive } from '../../tests/archives.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { connect } from '../../tests/realtime-client.ts'
import { form } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { frames } from '../images/fixtures/images.ts'

// Nothing moves unasked: of a picture that does, the first frame is shown, and the rest has
// addresses of its own, for whoever wants to see it move.

let server: TestServer
let admin: Member
let author: Member
let reader: Member
let file: { name: string; filename: string; bytes: Buffer }
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  author = await server.join(ben)
  reader = await server.join(cleo)
  const bytes = await (await frames(3, { width: 600, height: 40 })).gif().toBuffer()
  file = { name: 'images', filename: 'dance.gif', bytes }
})
afterAll(() => server.close())
const { report, thingOf } = reportActions(() => ({ server, administrator: admin }))

async function makePost(): Promise<Post> {
  const answer = await server.call('POST', '/posts', {
    as: author,
    body: form({ text: 'Look' }, file),
  })
  return answer.json().post
}

const open = (url: string) => server.app.inject({ url })

/** How many frames lie at each address; nothing for one that does not open. */
function framesAt(sources: PostImage['sources'] = []) {
  return Promise.all(
    sources.map(async ({ url }) => {
      const { statusCode, rawPayload } = await open(url)
      return statusCode === 200 ? ((await sharp(rawPayload).metadata()).pages ?? 1) : undefined
    }),
  )
}

async function shownOf(image: PostImage | null | undefined) {
  return [await framesAt(image?.sources), await framesAt(image?.animation)]
}

const STILL_AND_MOVING = [[1], [3, 3]]

it('are still in a post, whoever reads it, and move at addresses of each reader’s own', async () => {
  const made = await makePost()
  expect(await shownOf(made.image)).toEqual(STILL_AND_MOVING)
  expect(made.image).toMatchObject({ width: 600, sources: [{ width: 600 }] })
  expect(made.image?.animation).toMatchObject([{ width: 480 }, { width: 600 }])
  // From the card that is kept.
  for (const as of [admin, reader]) {
    const [shown] = (await feed(server, as, 'public')).posts
    expect(await shownOf(shown?.image)).toEqual(STILL_AND_MOVING)
    for (const { url } of [shown?.image?.sources ?? [], shown?.image?.animation ?? []].flat()) {
      expect(url).toContain(`viewer=${as.user._id}`)
      expect((await open(url.replace(/\?.*/, ''))).statusCode).toBe(404)
    }
  }
})

it('go with their post, the still like the rest', async () => {
  const { _id, image } = await makePost()
  const [{ id = '' } = {}] = await server.services.db
    .selectFrom('post_images')
    .where('post_id', '=', Number(_id))
    .select('image_id as id')
    .execute()
  const kept = async () =>
    Promise.all([0, 480, 600].map((width) => server.services.images.open('post', id, width)))
  for (const each of await kept()) {
    expect(each?.size).toBeGreaterThan(20)
    each?.stream.destroy()
  }
  const { db, images } = server.services
  await server.call('DELETE', `/posts/${_id}`, { as: author })
  expect(await shownOf(image)).toEqual([[undefined], [undefined, undefined]])
  await images.release(db, [id])
  await images.sweepSoon()
  expect(await kept()).toEqual([null, null, null])
})

it('are heard of in a room without any address, and can be seen moving in its answers', async () => {
  const room = await makeSpace(server, author, { name: 'Kitchen' })
  await enter(server, reader, room)
  const hearing = await connect(server, reader)
  const call = { as: author, body: form({ content: '' }, file) }
  expect((await server.call('POST', `/spaces/${room._id}/image-messages`, call)).statusCode).toBe(
    201,
  )
  const { message } = await hearing.next('message_created')
  expect(JSON.stringify(message.images)).not.toContain('/media/')
  const read = (await chat(server, reader, room)).at(-1)
  expect(await shownOf(read?.images[0])).toEqual(STILL_AND_MOVING)
  hearing.close()
})

it('can be seen moving by who judges them', async () => {
  const { _id } = await makePost()
  await report(reader, 'post', _id)
  const image = (await thingOf(_id))?.evidence[0]?.images[0]
  expect(await shownOf(image)).toEqual(STILL_AND_MOVING)
})

it('come moving in the archive of their author, and still again where that is taken in', async () => {
  const made = await makePost()
  await makeArchive(server, author)
  const zip = await downloadedArchive(server, author)
  const other = await openTestServer()
  const newcomer = await other.join(cleo)
  await importArchive(other, newcomer, zip)
  const [post] = (await other.call('GET', '/posts/friends', { as: newcomer })).json().posts
  expect(post.image).toMatchObject({ width: made.image?.width, animation: [{ width: 480 }, {}] })
  const { rawPayload } = await other.app.inject({ url: post.image.sources[0].url })
  expect((await sharp(rawPayload).metadata()).pages ?? 1).toBe(1)
  await other.close()
})
