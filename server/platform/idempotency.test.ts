import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DAY_MS } from '../../contract/durations.ts'
import { feed, post, texts } from '../../tests/actions/post-actions.ts'
import { ada, ben } from '../../tests/people.ts'
import { form, testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { deleteExpiredIdempotencyKeys } from './idempotency.ts'

const headers = { 'idempotency-key': 'c0ffee-1' }

let server: TestServer
let member: Member
beforeEach(async () => {
  server = await openTestServer()
  onTestFinished(() => server.close())
  member = await server.join(ada)
})

async function send(as: Member, text: string, bytes?: Buffer) {
  const file = bytes && { name: 'image', filename: 'a.png', bytes }
  return server.call('POST', '/posts', { as, body: form({ text }, file), headers })
}

describe('a post under a key', () => {
  it('is made once, and its picture read once', async () => {
    const save = vi.spyOn(server.services.images, 'save')
    const bytes = await testImage()
    const first = await send(member, 'Once', bytes)
    const again = await send(member, 'Once', bytes)
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.json().post._id).toBe(first.json().post._id)
    expect(texts(await feed(server, member, 'public'))).toEqual(['Once'])
    expect(save).toHaveBeenCalledOnce()
    expect((await send(member, 'Once', await testImage('jpeg'))).statusCode).toBe(409)
  })

  it('is made once also when it comes twice at once', async () => {
    const answers = await Promise.all([send(member, 'Once'), send(member, 'Once')])
    expect(new Set(answers.map((answer) => answer.json().post._id)).size).toBe(1)
    expect(texts(await feed(server, member, 'public'))).toEqual(['Once'])
  })

  it('is another’s own under the same key', async () => {
    const other = await server.join(ben)
    await send(member, 'Hello')
    const theirs = (await send(other, 'Hello')).json().post
    expect(theirs.user.username).toBe(ben.username)
    expect(texts(await feed(server, member, 'public'))).toEqual(['Hello', 'Hello'])
  })
})

it('a key of one post is none of another', async () => {
  const comment = (id: string) =>
    server.call('POST', `/posts/${id}/comments`, { as: member, body: { text: 'Hi' }, headers })
  const [first, second] = [await post(server, member, '1'), await post(server, member, '2')]
  expect((await comment(first._id)).statusCode).toBe(201)
  expect((await comment(second._id)).statusCode).toBe(409)
})

it('nothing kept of a key lets words be tried: the same words have another hash under each', async () => {
  await send(member, 'Once')
  const body = { text: 'Once' }
  const other = { 'idempotency-key': 'c0ffee-2' }
  await server.call('POST', '/posts', { as: member, body: form(body), headers: other })
  const rows = await server.services.db.selectFrom('idempotency_keys').selectAll().execute()
  expect(new Set(rows.map(({ body_hash }) => body_hash)).size).toBe(2)
  expect(rows.map(({ key }) => key)).not.toContain(headers['idempotency-key'])
})

it('a key is kept for a month, however many end at once', async () => {
  const { db, clock } = server.services
  const forget = () => deleteExpiredIdempotencyKeys(db, clock())
  await send(member, 'Once')
  const like = { user_id: member.id, body_hash: '', made_id: 1, created_at: clock() }
  const more = Array.from({ length: 1_100 }, (_, index) => ({ ...like, key: `more-${index}` }))
  await db.insertInto('idempotency_keys').values(more).execute()
  server.pass(30 * DAY_MS - 1)
  await forget()
  const { token } = await server.signIn(ada)
  member = { ...member, token }
  expect((await send(member, 'Twice')).statusCode).toBe(409)
  server.pass(1)
  await forget()
  expect(await db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
  expect((await send(member, 'Twice')).statusCode).toBe(201)
})
