import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JOIN_MESSAGE_MAX, MESSAGE_MAX, MESSAGES, type Space } from '../../contract/spaces.ts'
import { chat, GARDEN, makeSpace } from '../../tests/actions/space-actions.ts'
import { ada } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
let admin: Member
let space: Space
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  space = await makeSpace(server, admin)
})
afterAll(() => server.close())

describe('a space', () => {
  it.each([
    [{ name: ' ' }, 'name', MESSAGES.nameMissing],
    [{ name: 'x'.repeat(51) }, 'name', MESSAGES.nameLong],
    [{ description: '' }, 'description', MESSAGES.descriptionMissing],
    [{ description: 'x'.repeat(201) }, 'description', MESSAGES.descriptionLong],
    [{ colorPalette: { primary: 'red' } }, 'colorPalette', MESSAGES.colorInvalid],
    [{ sound: { url: 'http://example.org/a.mp3' } }, 'sound', MESSAGES.urlInvalid],
    [{ sound: { url: 'javascript:alert(1)' } }, 'sound', MESSAGES.urlInvalid],
    [{ sound: { volume: 1.1 } }, 'sound', MESSAGES.volumeInvalid],
    [{ pinnedArt: { url: 'https://u:p@example.org/' } }, 'pinnedArt', MESSAGES.urlInvalid],
    [{ pinnedArt: { url: 'https://example.org/\u0000' } }, 'pinnedArt', MESSAGES.urlInvalid],
    [
      { pinnedArt: { url: `https://example.org/${'a'.repeat(2_000)}` } },
      'pinnedArt',
      MESSAGES.urlInvalid,
    ],
    [{ maxMembers: 0 }, 'maxMembers', MESSAGES.membersInvalid],
    [{ maxMembers: 101 }, 'maxMembers', MESSAGES.membersInvalid],
    [{ maxMembers: 1.5 }, 'maxMembers', MESSAGES.membersInvalid],
    [{ vibe: 'loud' }, 'vibe', MESSAGES.vibeInvalid],
    [{ tags: ['x'.repeat(31)] }, 'tags', MESSAGES.tagLong],
    [{ tags: Array.from({ length: 11 }, (_, index) => `${index}`) }, 'tags', MESSAGES.tagsMany],
  ])('is refused with %j', async (wrong, field, sentence) => {
    const answer = await server.call('POST', '/spaces', {
      as: admin,
      body: { ...GARDEN, ...wrong },
    })
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { [field]: sentence }])
    const own = await server.call('GET', '/spaces/my-spaces', { as: admin })
    expect(own.json()).toHaveLength(1)
  })

  it.each(['?page=0', '?page=x', '?limit=51', '?vibe=loud', '?search=%00', '?page=99999999999'])(
    'refuses %s',
    async (query) => {
      expect((await server.call('GET', `/spaces${query}`, { as: admin })).statusCode).toBe(400)
    },
  )
})

describe('a message', () => {
  const send = (body: object) =>
    server.call('POST', `/spaces/${space._id}/messages`, { as: admin, body })

  it.each([
    [{ content: '' }, 'content', MESSAGES.messageMissing],
    [{ content: ' \n' }, 'content', MESSAGES.messageMissing],
    [{}, 'content', MESSAGES.messageMissing],
    [{ content: ['a'] }, 'content', MESSAGES.messageMissing],
    [{ content: 'x'.repeat(MESSAGE_MAX + 1) }, 'content', MESSAGES.messageLong],
  ])('is refused with %j', async (body, field, sentence) => {
    const answer = await send(body)
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { [field]: sentence }])
    expect(await chat(server, admin, space)).toEqual([])
  })

  it.each([{ clientId: '' }, { clientId: '\u0000' }, { clientId: 'x'.repeat(101) }])(
    'is refused with %j',
    async (wrong) => {
      expect((await send({ content: 'Hello', ...wrong })).statusCode).toBe(400)
    },
  )

  it.each(['?before=first', '?after=-1', '?after=x', '?after=99999999999'])(
    'is not found with %s',
    async (query) => {
      const path = `/spaces/${space._id}/messages${query}`
      expect((await server.call('GET', path, { as: admin })).statusCode).toBe(400)
    },
  )
})

it('a join request is no letter', async () => {
  const body = { spaceId: space._id, message: 'x'.repeat(JOIN_MESSAGE_MAX + 1) }
  const answer = await server.call('POST', '/join-requests', { as: admin, body })
  expect([answer.statusCode, answer.json().fields]).toEqual([
    400,
    { message: MESSAGES.joinMessageLong },
  ])
})
