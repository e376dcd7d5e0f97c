import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JOIN_MESSAGE_MAX, MESSAGE_MAX, SAYS, type Space } from '../../contract/spaces.ts'
import { chat, GARDEN, makeSpace } from '../../tests/gathering.ts'
import { type Member, openTestHouse, type TestHouse } from '../../tests/house.ts'
import { ada } from '../../tests/people.ts'

let house: TestHouse
let admin: Member
let space: Space
beforeAll(async () => {
  house = await openTestHouse()
  admin = await house.join(ada)
  space = await makeSpace(house, admin)
})
afterAll(() => house.close())

describe('a space', () => {
  it.each([
    [{ name: ' ' }, 'name', SAYS.nameMissing],
    [{ name: 'x'.repeat(51) }, 'name', SAYS.nameLong],
    [{ description: '' }, 'description', SAYS.descriptionMissing],
    [{ description: 'x'.repeat(201) }, 'description', SAYS.descriptionLong],
    [{ colorPalette: { primary: 'red' } }, 'colorPalette', SAYS.colorInvalid],
    [{ sound: { url: 'http://example.org/a.mp3' } }, 'sound', SAYS.urlInvalid],
    [{ sound: { url: 'javascript:alert(1)' } }, 'sound', SAYS.urlInvalid],
    [{ sound: { volume: 1.1 } }, 'sound', SAYS.volumeInvalid],
    [{ pinnedArt: { url: 'https://u:p@example.org/' } }, 'pinnedArt', SAYS.urlInvalid],
    [{ pinnedArt: { url: 'https://example.org/\u0000' } }, 'pinnedArt', SAYS.urlInvalid],
    [{ maxMembers: 0 }, 'maxMembers', SAYS.membersInvalid],
    [{ maxMembers: 101 }, 'maxMembers', SAYS.membersInvalid],
    [{ maxMembers: 1.5 }, 'maxMembers', SAYS.membersInvalid],
    [{ vibe: 'loud' }, 'vibe', SAYS.vibeInvalid],
    [{ tags: ['x'.repeat(31)] }, 'tags', SAYS.tagLong],
    [{ tags: Array.from({ length: 11 }, (_, index) => `${index}`) }, 'tags', SAYS.tagsMany],
  ])('is refused with %j', async (wrong, field, sentence) => {
    const answer = await house.call('POST', '/spaces', { as: admin, body: { ...GARDEN, ...wrong } })
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { [field]: sentence }])
    const own = await house.call('GET', '/spaces/my-spaces', { as: admin })
    expect(own.json()).toHaveLength(1)
  })

  it.each(['?page=0', '?page=x', '?limit=51', '?vibe=loud', '?search=%00', '?page=99999999999'])(
    'refuses %s',
    async (query) => {
      expect((await house.call('GET', `/spaces${query}`, { as: admin })).statusCode).toBe(400)
    },
  )
})

describe('a message', () => {
  const send = (body: object) =>
    house.call('POST', `/spaces/${space._id}/messages`, { as: admin, body })

  it.each([
    [{ content: '' }, 'content', SAYS.messageMissing],
    [{ content: ' \n' }, 'content', SAYS.messageMissing],
    [{}, 'content', SAYS.messageMissing],
    [{ content: ['a'] }, 'content', SAYS.messageMissing],
    [{ content: 'x'.repeat(MESSAGE_MAX + 1) }, 'content', SAYS.messageLong],
  ])('is refused with %j', async (body, field, sentence) => {
    const answer = await send(body)
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { [field]: sentence }])
    expect(await chat(house, admin, space)).toEqual([])
  })

  it.each([{ clientId: '' }, { clientId: '\u0000' }, { clientId: 'x'.repeat(101) }])(
    'is refused with %j',
    async (wrong) => {
      expect((await send({ content: 'Hello', ...wrong })).statusCode).toBe(400)
    },
  )

  it.each(['?before=1', '?after=-1', '?after=x', '?after=99999999999'])(
    'is not found with %s',
    async (query) => {
      const path = `/spaces/${space._id}/messages${query}`
      expect((await house.call('GET', path, { as: admin })).statusCode).toBe(400)
    },
  )
})

it('a join request is no letter', async () => {
  const body = { spaceId: space._id, message: 'x'.repeat(JOIN_MESSAGE_MAX + 1) }
  const answer = await house.call('POST', '/join-requests', { as: admin, body })
  expect([answer.statusCode, answer.json().fields]).toEqual([
    400,
    { message: SAYS.joinMessageLong },
  ])
})
