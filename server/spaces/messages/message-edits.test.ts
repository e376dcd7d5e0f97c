import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../../contract/edits.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { befriend } from '../../../tests/actions/post-actions.ts'
import { chat, enter, makeSpace, say } from '../../../tests/actions/space-actions.ts'
import { ada, ben } from '../../../tests/people.ts'
import { testImage } from '../../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

// The same message edited on two devices: the second does not go over what the first said.

interface Room {
  _id: string
}

let server: TestServer
let writer: Member
let reader: Member
let space: Room
let conversation: Room
beforeAll(async () => {
  server = await openTestServer()
  writer = await server.join(ada)
  reader = await server.join(ben)
  await befriend(server, writer, reader)
  const garden = await makeSpace(server, writer)
  await enter(server, reader, garden)
  space = garden
  const body = { userIds: [reader.user._id] }
  conversation = (await server.call('POST', '/conversations', { as: writer, body })).json()
})
afterAll(() => server.close())

const edit = (where: Room, { _id }: SpaceMessage, body: object, as = writer) =>
  server.call('PUT', `/spaces/${where._id}/messages/${_id}`, { as, body })
const last = async (where: Room) => (await chat(server, reader, where)).at(-1)
const refused = (answer: Awaited<ReturnType<typeof edit>>) => {
  expect([answer.statusCode, answer.json().message]).toEqual([409, MESSAGES.elsewhere])
}

describe.each([
  ['a space', () => space],
  ['a conversation', () => conversation],
])('in %s', (_, room) => {
  it('an edit that began from older words is refused, and from those that it says now is taken', async () => {
    const said = await say(server, writer, room(), 'Soop at six')
    expect(said.revision).toBe(0)
    const phone = await edit(room(), said, { content: 'Soup at six', revision: 0 })
    expect([phone.statusCode, phone.json()]).toMatchObject([200, { revision: 1 }])
    refused(await edit(room(), said, { content: 'Soup at seven', revision: 0 }))
    expect(await last(room())).toMatchObject({ content: 'Soup at six', revision: 1 })
    const desk = await edit(room(), said, { content: 'Soup at seven', revision: 1 })
    expect(desk.json()).toMatchObject({ content: 'Soup at seven', revision: 2 })
    // A client that does not say where it began goes over it, as before.
    const older = await edit(room(), said, { content: 'Soup at eight' })
    expect(older.json()).toMatchObject({ content: 'Soup at eight', revision: 3 })
  })

  it('of two at the same moment one is taken; its answer can be lost, and a reaction is no edit', async () => {
    const said = await say(server, writer, room(), 'Tea')
    const reacting = { as: reader, body: { emoji: '🫖' } }
    const path = `/spaces/${room()._id}/messages/${said._id}/reactions`
    expect((await server.call('POST', path, reacting)).json()).toMatchObject({ revision: 0 })
    const contents = ['Green tea', 'Black tea', 'White tea']
    const answers = await Promise.all(
      contents.map((content) => edit(room(), said, { content, revision: 0 })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    const winner = contents[answers.findIndex(({ statusCode }) => statusCode === 200)]
    expect(await last(room())).toMatchObject({ content: winner, revision: 1 })
    const again = await edit(room(), said, { content: winner, revision: 0 })
    expect([again.statusCode, again.json().revision]).toEqual([200, 1])
  })

  it('what it says is nothing for others to learn', async () => {
    const said = await say(server, writer, room(), 'Mine')
    const answer = await edit(room(), said, { content: 'Yours', revision: 7 }, reader)
    expect(answer.statusCode).toBe(403)
    for (const revision of [-1, 0.5, '0', 2 ** 31])
      expect((await edit(room(), said, { content: 'No', revision })).statusCode).toBe(400)
  })

  it('a picture is described in other words only from the words that stand beside it', async () => {
    const form = new FormData()
    form.append('content', 'Look')
    form.append('imageAlt', 'A pot')
    form.append('images', new Blob([new Uint8Array(await testImage())]), 'pot.png')
    const path = `/spaces/${room()._id}/image-messages`
    const said = (await server.call('POST', path, { as: writer, body: form })).json()
    await edit(room(), said, { content: 'Look here', revision: 0 })
    const described = { content: 'Look here', imageAlts: ['A pan'] }
    refused(await edit(room(), said, { ...described, revision: 0 }))
    expect((await last(room()))?.images).toMatchObject([{ alt: 'A pot' }])
    const answer = await edit(room(), said, { ...described, revision: 1 })
    expect(answer.json()).toMatchObject({ revision: 2, images: [{ alt: 'A pan' }] })
    refused(await edit(room(), said, { ...described, imageAlts: ['A jug'], revision: 1 }))
    expect(await last(room())).toMatchObject({ editedAt: answer.json().editedAt, revision: 2 })
  })
})

it('an edit and an answer lose to a deletion of the same moment, or come before it', async () => {
  const path = `/spaces/${space._id}/messages`
  for (let round = 0; round < 4; round++) {
    const said = await say(server, writer, space, `Soop${round}`)
    const [edited, deleted, answered] = await Promise.all([
      edit(space, said, { content: `Soup${round}`, revision: 0 }),
      server.call('DELETE', `${path}/${said._id}`, { as: writer }),
      server.call('POST', path, { as: reader, body: { content: 'When?', replyTo: said._id } }),
    ])
    expect(deleted.statusCode).toBe(200)
    expect([200, 404]).toContain(edited.statusCode)
    expect([201, 404]).toContain(answered.statusCode)
    const there = await chat(server, reader, space)
    expect(there.map(({ _id }) => _id)).not.toContain(said._id)
    for (const { replyTo } of there) expect(replyTo?.content ?? '').toBe('')
  }
  for (const word of ['Soop', 'Soup']) {
    const found = await server.call('GET', `${path}/search?q=${word}0`, { as: reader })
    expect(found.json().messages).toEqual([])
  }
})
