import { afterAll, beforeAll, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/removal.ts'
import { readAs } from '../../tests/actions/calls.ts'
import { befriend, post } from '../../tests/actions/post-actions.ts'
import { lastAct, lastTold, remove, undo, undoLast } from '../../tests/actions/removal-actions.ts'
import { ada, ben, cleo, ivy } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
let admin: Member
let author: Member
let friend: Member
let outsider: Member
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  author = await server.join(ben)
  friend = await server.join(cleo)
  outsider = await server.join(ivy)
  await befriend(server, author, friend)
})
afterAll(() => server.close())

const read = (as: Member, path: string) => readAs(server, as, path)

it('a comment with replies, and a reply, are given back where they were', async () => {
  const path = `/posts/${(await post(server, author, 'Good evening'))._id}`
  const say = async (as: Member, body: object) =>
    (await server.call('POST', `${path}/comments`, { as, body })).json().at(-1)._id
  const parentId = await say(friend, { text: 'And to you' })
  const replyId = await say(author, { text: 'Thank you', parentId })
  const seen = async () => [await read(author, path), await read(author, `${path}/comments`)]
  const before = await seen()
  expect(await remove(server, admin, `comment/${parentId}`)).toBe(200)
  expect(await read(author, `${path}/comments`)).toMatchObject([{ isDeleted: true, text: '' }])
  expect(await undoLast(server, admin)).toBe(200)
  expect(await seen()).toEqual(before)
  expect(await remove(server, admin, `comment/${replyId}`)).toBe(200)
  // What it replied to goes meanwhile: a mark stands in its place.
  await server.call('DELETE', `${path}/comments/${parentId}`, { as: friend })
  expect(await read(author, `${path}/comments`)).toEqual([])
  expect(await undoLast(server, admin)).toBe(200)
  expect(await read(author, `${path}/comments`)).toMatchObject([
    { isDeleted: true, replies: [{ _id: replyId, text: 'Thank you' }] },
  ])
  expect((await read(author, path)).commentCount).toBe(1)
})

it('a comment is removed and given back, also counted', async () => {
  const path = `/posts/${(await post(server, author, 'Good morning'))._id}`
  await server.call('POST', `${path}/comments`, { as: friend, body: { text: 'And to you' } })
  const before = [await read(author, path), await read(author, `${path}/comments`)]
  const [{ _id }] = await read(author, `${path}/comments`)
  expect(await remove(server, admin, `comment/${_id}`)).toBe(200)
  expect(await read(friend, `${path}/comments`)).toEqual([])
  expect((await read(author, path)).commentCount).toBe(0)
  expect(await undoLast(server, admin)).toBe(200)
  expect([await read(author, path), await read(author, `${path}/comments`)]).toEqual(before)
  expect(await lastTold(server, friend)).toBe(`${MESSAGES.commentBack}: I was wrong`)
  await remove(server, admin, `comment/${_id}`)
  const { _id: act } = await lastAct(server, admin)
  const own = { as: friend }
  expect((await server.call('DELETE', `${path}/comments/${_id}`, own)).statusCode).toBe(200)
  expect((await undo(server, admin, act)).statusCode).toBe(404)
})

it('a comment that was said to fewer is not given back to more', async () => {
  const { _id } = await post(server, author, 'Between us', 'friends')
  const change = async (audience: string) =>
    (await server.call('PUT', `/posts/${_id}/audience`, { as: author, body: { audience } }))
      .statusCode
  const body = { text: 'Our secret' }
  const said = await server.call('POST', `/posts/${_id}/comments`, { as: friend, body })
  expect(await remove(server, admin, `comment/${said.json()[0]._id}`)).toBe(200)
  expect(await change('profile')).toBe(200)
  expect(await undoLast(server, admin)).toBe(409)
  expect(await read(outsider, `/posts/${_id}/comments`)).toEqual([])
  expect(await change('friends')).toBe(200)
  expect(await undoLast(server, admin)).toBe(200)
  expect(await read(author, `/posts/${_id}/comments`)).toMatchObject([body])
})
