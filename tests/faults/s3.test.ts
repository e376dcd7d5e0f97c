import { afterEach, beforeEach, expect, it } from 'vitest'
import { HOUR_MS } from '../../contract/durations.ts'
import type { Post } from '../../contract/posts.ts'
import { feed, post, texts } from '../actions/post-actions.ts'
import { openLog } from '../log-lines.ts'
import { ada } from '../people.ts'
import { form, testImage } from '../test-images.ts'
import { type Member, openTestServer, type TestServer } from '../test-server.ts'
import { startS3, type TestS3 } from './s3-server.ts'

let s3: TestS3
let server: TestServer
let member: Member
beforeEach(async () => {
  s3 = await startS3()
  server = await openTestServer({ environment: s3.environment })
  member = await server.join(ada)
})
afterEach(async () => {
  await server.close()
  await s3.close()
})

async function postWithImage(text: string) {
  const file = { name: 'image', filename: 'a.png', bytes: await testImage() }
  return server.call('POST', '/posts', { as: member, body: form({ text }, file) })
}

function addressOf(shown: Post): string {
  const [source] = shown.image?.sources ?? []
  if (!source) throw new Error('The post has no picture.')
  return source.url
}

const look = (url: string) => server.app.inject({ method: 'GET', url })

it('keeps pictures in the bucket, behind the same signed addresses', async () => {
  const answer = await postWithImage('Look')
  expect(answer.statusCode).toBe(201)
  const url = addressOf(answer.json().post)
  const shown = await look(url)
  expect(shown.statusCode).toBe(200)
  expect(shown.headers['content-type']).toBe('image/webp')
  expect(shown.rawPayload.length).toBe(Number(shown.headers['content-length']))
  expect((await look(url.replace(/signature=..../, 'signature=AAAA'))).statusCode).toBe(404)
})

it.each(['refusing', 'hanging'] as const)('lives on while the bucket is %s', async (door) => {
  const kept: Post = (await postWithImage('Before')).json().post
  s3.set(door)
  // While it still hangs: nobody waits for its answer.
  const [refused, shown] = await Promise.all([postWithImage('Now'), look(addressOf(kept))])
  expect(refused.statusCode).toBe(503)
  expect(refused.json()).toMatchObject({ error: 'busy', msg: expect.stringContaining('Pictures') })
  expect(refused.headers['retry-after']).toBeDefined()
  expect(shown.statusCode).toBe(503)
  await post(server, member, 'Only words')
  expect(texts(await feed(server, member, 'friends'))).toEqual(['Only words', 'Before'])

  s3.set('open')
  expect((await look(addressOf(kept))).statusCode).toBe(200)
  expect((await postWithImage('Again')).statusCode).toBe(201)
})

it('says at the start that the bucket is away', async () => {
  s3.set('refusing')
  const { log, text } = openLog()
  const started = await openTestServer({ environment: s3.environment, log })
  await expect.poll(text).toMatch(/the bucket \S+ at 127\.0\.0\.1:\d+ is away \(/)
  await started.close()
})

it('removes later what it could not remove', async () => {
  const kept: Post = (await postWithImage('Before')).json().post
  const images = () => server.services.db.selectFrom('images').select('id').execute()
  expect(await images()).toHaveLength(1)
  s3.set('refusing')
  const answer = await server.call('DELETE', `/posts/${kept._id}`, { as: member })
  expect(answer.statusCode).toBe(200)
  await postWithImage('Refused')
  server.pass(2 * HOUR_MS)
  await server.services.images.sweepSoon()
  expect(await images()).toHaveLength(2)
  s3.set('open')
  await server.services.images.sweepSoon()
  expect(await images()).toEqual([])
})
