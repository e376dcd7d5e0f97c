import { expect, it } from 'vitest'
import { EMOJIS_OF_ONE_MAX, MESSAGES } from '../../../contract/reaction-limits.ts'
import { callAs } from '../../../tests/actions/calls.ts'
import { post } from '../../../tests/actions/post-actions.ts'
import { enter, makeSpace, say } from '../../../tests/actions/space-actions.ts'
import { describedAnswers } from '../../../tests/described-answers.ts'
import { ada, ben } from '../../../tests/people.ts'
import { openForEach } from '../../../tests/scenes/scene-for-each.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

// What one member gives a post, or a message, is bounded: each kind is counted, read and sent.

let server: TestServer
let author: Member
let reader: Member
openForEach(async () => {
  server = await openTestServer()
  author = await server.join(ada)
  reader = await server.join(ben)
  return server
})

const EMOJIS = [...'🍎🍐🍊🍋🍌🍉🍇🍓🍈🍒🍑🥭🍍🥥🥝🍅🍆🥑🥦🥬🥒🌽']

async function postPath() {
  const { _id } = await post(server, author, 'Tea')
  return `/posts/${_id}/vibes`
}

async function messagePath() {
  const space = await makeSpace(server, author)
  await enter(server, reader, space)
  const { _id } = await say(server, author, space, 'Tea')
  return `/spaces/${space._id}/messages/${_id}/reactions`
}

it.each([
  ['post', postPath, 'POST /api/posts/:id/vibes'],
  ['message', messagePath, 'POST /api/spaces/:spaceId/messages/:messageId/reactions'],
])('a member gives a %s so many different emoji, and others as many', async (_, pathOf, route) => {
  const path = await pathOf()
  const give = (as: Member, emoji: string) => callAs(server, as, 'POST', path, { emoji })
  const [first = '', ...others] = EMOJIS
  const most = [first, ...others.slice(0, EMOJIS_OF_ONE_MAX - 1)]
  const last = others.at(-1) ?? ''
  for (const emoji of most) expect((await give(reader, emoji)).statusCode).toBe(200)
  const refused = await give(reader, last)
  expect([refused.statusCode, refused.json().msg]).toEqual([409, MESSAGES.emojisFull])
  const wrong = await describedAnswers(server)
  expect(wrong(route, refused)).toBeNull()
  expect((await give(author, last)).statusCode).toBe(200)
  expect((await give(reader, first)).statusCode).toBe(200)
  expect((await give(reader, last)).statusCode).toBe(200)
})
