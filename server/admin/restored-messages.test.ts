import { afterAll, beforeAll, expect, it } from 'vitest'
import { PINS_MAX, type SpaceMessage } from '../../contract/space-messages.ts'
import type { Space } from '../../contract/spaces.ts'
import { callAs, readAs } from '../../tests/actions/calls.ts'
import { remove, undoLast } from '../../tests/actions/removal-actions.ts'
import { chat, enter, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { deleteUnusedCards } from '../posts/link-cards/link-cards.ts'

// What was removed in error comes back as it was, also when the hour has cleaned up meanwhile.

let server: TestServer
let admin: Member
let spaceAdmin: Member
let sender: Member
let garden: Space
beforeAll(async () => {
  const page = Buffer.from('<head><title>House rules</title></head>')
  server = await openTestServer({ safeFetch: { get: async () => page } })
  admin = await server.join(ada)
  spaceAdmin = await server.join(ben)
  sender = await server.join(cleo)
  garden = await makeSpace(server, spaceAdmin, { name: 'Garden' })
  await enter(server, sender, garden)
})
afterAll(() => server.close())

const at = (path: string) => `/spaces/${garden._id}${path}`
const pin = async (id: string) =>
  expect((await callAs(server, spaceAdmin, 'PUT', at(`/messages/${id}/pin`))).statusCode).toBe(200)
const shown = async (id: string) =>
  (await chat(server, sender, garden)).find(({ _id }) => _id === id) as SpaceMessage

/** A message with a card, which is pinned. */
async function pinnedLink() {
  const { _id } = await say(server, sender, garden, 'Our rules: https://tea.example/rules')
  await expect.poll(async () => (await shown(_id)).link?.title).toBe('House rules')
  await pin(_id)
  return shown(_id)
}

const WAYS = {
  'who runs the space': {
    take: (id: string) => callAs(server, spaceAdmin, 'DELETE', at(`/messages/${id}?reason=Oops`)),
    async giveBack() {
      const [removal] = await readAs(server, spaceAdmin, at('/removals'))
      const undo = at(`/removals/${removal._id}/undo`)
      return callAs(server, spaceAdmin, 'POST', undo, { text: 'I misread it' })
    },
  },
  'an administrator': {
    take: (id: string) => remove(server, admin, `message/${id}`),
    giveBack: () => undoLast(server, admin),
  },
}

it.each(Object.entries(WAYS))(
  '%s gives a message back with its pin and its card',
  async (_who, way) => {
    const before = await pinnedLink()
    await way.take(before._id)
    expect(await shown(before._id)).toBeUndefined()
    await deleteUnusedCards(server.services)
    // Nothing else shows it.
    expect(await server.services.db.selectFrom('link_cards').select('id').execute()).toEqual([])
    await way.giveBack()
    await expect.poll(async () => (await shown(before._id)).link).toEqual(before.link)
    const back = await shown(before._id)
    expect(back).toEqual({ ...before, changeSeq: back.changeSeq })
    await callAs(server, sender, 'DELETE', at(`/messages/${before._id}`))
  },
)

it('a message comes back without its pin where others took its place', async () => {
  const before = await pinnedLink()
  const { take, giveBack } = WAYS['who runs the space']
  await take(before._id)
  const others = []
  for (let n = 0; n < PINS_MAX; n++) others.push(await say(server, sender, garden, `Rule ${n}`))
  for (const { _id } of others) await pin(_id)
  await giveBack()
  expect((await shown(before._id)).isPinned).toBe(false)
  expect(await readAs(server, spaceAdmin, at('/pins'))).toHaveLength(PINS_MAX)
})
