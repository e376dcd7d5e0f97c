import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '../../contract/durations.ts'
import { MESSAGES as REMOVAL_MESSAGES } from '../../contract/removal.ts'
import type { SpaceRemoval } from '../../contract/space-removals.ts'
import type { Space } from '../../contract/spaces.ts'
import * as removalActions from '../../tests/actions/removal-actions.ts'
import { enter, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { ada, ben, cleo, jon } from '../../tests/people.ts'
import { form, testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { deleteOldRemovals } from './removal-retention.ts'

// What the admin of a space removed, and gives back. Ada looks after the server, Cleo the space.

let server: TestServer
let administrator: Member
let spaceAdmin: Member
let sender: Member
let member: Member
beforeAll(async () => {
  server = await openTestServer()
  administrator = await server.join(ada)
  spaceAdmin = await server.join(cleo)
  sender = await server.join(ben)
  member = await server.join(jon)
})
afterAll(() => server.close())

let space: Space
beforeEach(async () => {
  space = await makeSpace(server, spaceAdmin)
  for (const comer of [sender, member]) await enter(server, comer, space)
})

const at = (path: string) => `/spaces/${space._id}${path}`
const remove = (id: string, as = spaceAdmin) =>
  server.call('DELETE', `${at(`/messages/${id}`)}?reason=Too+loud`, { as })
const list = (as = spaceAdmin) => server.call('GET', at('/removals'), { as })
const removals = async (): Promise<SpaceRemoval[]> => (await list()).json()
const undo = (id: string, as = spaceAdmin) =>
  server.call('POST', at(`/removals/${id}/undo`), { as, body: { text: 'I misread it' } })
const messages = async (as = member) => {
  const said: { content: string }[] = (await server.call('GET', at('/messages'), { as })).json()
  return said.map(({ content }) => content)
}
const newest = async (as: Member) =>
  (await server.call('GET', '/notifications', { as })).json()[0]?.text

it('is read by nobody but the space’s admin, and comes back as it was', async () => {
  const said = await say(server, sender, space, 'Buy my watches')
  const react = at(`/messages/${said._id}/reactions`)
  await server.call('POST', react, { as: member, body: { emoji: '🍵' } })
  const [before] = (await server.call('GET', at('/messages'), { as: member })).json()
  expect((await remove(said._id)).statusCode).toBe(200)
  expect(await messages()).toEqual([])
  for (const as of [sender, member, administrator]) expect((await list(as)).statusCode).toBe(403)
  const [removal, ...more] = await removals()
  expect(more).toEqual([])
  expect(removal).toMatchObject({ member: { username: 'Ben' }, text: 'Buy my watches' })
  if (!removal) throw new Error('nothing is kept')
  const { _id: id, removedAt, until } = removal
  expect(Date.parse(until) - Date.parse(removedAt)).toBe(30 * DAY_MS)

  for (const as of [sender, member, administrator])
    expect((await undo(id, as)).statusCode).toBe(403)
  const wordless = await server.call('POST', at(`/removals/${id}/undo`), {
    as: spaceAdmin,
    body: {},
  })
  expect(wordless.statusCode).toBe(400)
  // It is no act of the administrators: they cannot undo it.
  const asAdministrator = await server.call('POST', `/admin/acts/${id}/undo`, {
    ...{ as: administrator, body: { text: 'Why not' } },
  })
  expect(asAdministrator.statusCode).toBe(404)
  expect((await undo(id)).json().msg).toBe(REMOVAL_MESSAGES.undone)
  const [after] = (await server.call('GET', at('/messages'), { as: member })).json()
  expect(after).toEqual({ ...before, changeSeq: after.changeSeq })
  expect(await newest(sender)).toBe(`${REMOVAL_MESSAGES.messageBack(space.name)}: I misread it`)
  expect(await removals()).toEqual([])
  expect((await undo(id)).statusCode).toBe(404)
})

it('is not for who was removed themself, though the space is theirs by then', async () => {
  const { _id } = await say(server, sender, space, 'Buy my watches')
  await remove(_id)
  const [removal] = await removals()
  await server.call('POST', at('/transfer'), { as: spaceAdmin, body: { userId: sender.user._id } })
  const answer = await undo(removal?._id ?? '', sender)
  expect([answer.statusCode, answer.json().msg]).toEqual([403, REMOVAL_MESSAGES.undoneByOthers])
})

it('is there with the space that an administrator removes and gives back, or goes with it', async () => {
  const { db, images } = server.services
  const photo = { name: 'images', filename: 'a.png', bytes: await testImage() }
  const body = form({ content: 'My watches', imageAlt: 'Watches' }, photo)
  const sent = await server.call('POST', at('/image-messages'), { as: sender, body })
  await remove(sent.json()._id)
  const [removal] = await removals()
  await removalActions.remove(server, administrator, `space/${space._id}`)
  expect(await removalActions.undoLast(server, administrator)).toBe(200)
  expect(await removals()).toEqual([removal])
  expect((await undo(removal?._id ?? '')).statusCode).toBe(200)
  expect(await messages()).toEqual(['My watches'])

  await remove(sent.json()._id)
  await removalActions.remove(server, administrator, `space/${space._id}`)
  server.pass(30 * DAY_MS + 1)
  await deleteOldRemovals(server.services)
  await server.services.spaceJobs.finish(Number(space._id))
  await images.sweepSoon()
  for (const table of ['removals', 'images', 'message_images'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  administrator = await server.signIn(ada)
  spaceAdmin = await server.signIn(cleo)
  sender = await server.signIn(ben)
  member = await server.signIn(jon)
})

it('keeps nothing of what its sender deletes, of what is over, and of the space', async () => {
  const kept = () =>
    server.services.db
      .selectFrom('removals')
      .select('act_id')
      .where('space_id', '=', Number(space._id))
      .execute()
  const own = await say(server, spaceAdmin, space, 'My own words')
  await remove(own._id)
  expect(await removals()).toEqual([])
  const first = await say(server, sender, space, 'One')
  const second = await say(server, sender, space, 'Two, @Jon')
  for (const { _id } of [first, second]) await remove(_id)
  expect((await removals()).map(({ text }) => text)).toEqual(['Two, @Jon', 'One'])
  expect((await remove(first._id, sender)).statusCode).toBe(200)
  expect((await removals()).map(({ text }) => text)).toEqual(['Two, @Jon'])
  await server.call('DELETE', `/spaces/${space._id}`, { as: spaceAdmin })
  expect(await kept()).toEqual([])

  space = await makeSpace(server, spaceAdmin)
  await enter(server, sender, space)
  await remove((await say(server, sender, space, 'Three'))._id)
  expect(await kept()).toHaveLength(1)
  server.pass(30 * DAY_MS + 1)
  await deleteOldRemovals(server.services)
  expect(await kept()).toEqual([])
})
