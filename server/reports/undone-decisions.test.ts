import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AdminActEntry } from '../../contract/admin.ts'
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts'
import type { Notification } from '../../contract/notifications.ts'
import { MESSAGES as REMOVAL_MESSAGES } from '../../contract/removal.ts'
import { SERVER_MESSAGES as MESSAGES, SPACE_ADMIN_HOURS } from '../../contract/reports.ts'
import { post, postWithImage } from '../../tests/actions/post-actions.ts'
import { lastAct, undo } from '../../tests/actions/removal-actions.ts'
import { reportActions } from '../../tests/actions/report-actions.ts'
import { enter, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { lockIsAwaited } from '../../tests/awaited-lock.ts'
import { ada, ben, cleo, ivy, jon, kim } from '../../tests/people.ts'
import { connect } from '../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { isPostgres } from '../platform/database/portable-sql.ts'
import { newId } from '../platform/ids.ts'
import { deleteOldReports } from './retention.ts'

// What an administrator dismissed, or warned somebody of, is decided anew: for thirty days, from
// the log.

let server: TestServer
/** Ada is the administrator, Kim another; Ben writes, Cleo and Jon report. */
let administrator: Member
let secondAdmin: Member
let author: Member
let reporter: Member
let second: Member
beforeAll(async () => {
  server = await openTestServer()
  administrator = await server.join(ada)
  secondAdmin = await server.join(kim)
  const admins = db().updateTable('users').set({ is_admin: 1 })
  await admins.where('id', '=', secondAdmin.id).execute()
  await signInAnew()
})
afterAll(() => server.close())

async function signInAnew() {
  administrator = await server.signIn(ada)
  secondAdmin = await server.signIn(kim)
  author = author ? await server.signIn(ben) : await server.join(ben)
  reporter = reporter ? await server.signIn(cleo) : await server.join(cleo)
  second = second ? await server.signIn(jon) : await server.join(jon)
}

const db = () => server.services.db
const { decide, news, read, report, thingOf } = reportActions(() => ({ server, administrator }))
const act = () => lastAct(server, administrator)
const undoing = async (actId: string, as = administrator) => {
  const answer = await undo(server, as, actId)
  return [answer.statusCode, answer.json().msg]
}
const UNDONE = [200, MESSAGES.waitsAgain]
const GONE = [404, REMOVAL_MESSAGES.notUndoable]
const REPLACED = [409, REMOVAL_MESSAGES.isReplaced]

/** Reports a thing and decides it. Returns the act. */
async function decided(
  id: string,
  how: 'dismiss' | 'warn',
  { kind = 'post', by = [reporter, second] } = {},
): Promise<AdminActEntry> {
  for (const as of by) expect((await report(as, kind, id)).statusCode).toBe(201)
  await decide((await thingOf(id))?._id, { act: how, text: 'Too hasty' })
  return act()
}

const shown = async (actId: string, as = administrator): Promise<AdminActEntry['removed']> => {
  const acts: AdminActEntry[] = await read(as, '/admin/acts')
  return acts.find(({ _id }) => _id === actId)?.removed ?? null
}

it('a warning is taken back in words, and what it closed waits again with its evidence', async () => {
  const { _id } = await postWithImage(server, author)
  await decided(_id, 'dismiss', { by: [second] })
  await report(reporter, 'post', _id, { text: 'Look at this' })
  await report(second, 'post', _id)
  const before = await thingOf(_id)
  await server.call('DELETE', `/posts/${_id}`, { as: author })
  await decide(before?._id, { act: 'warn', text: 'Please be kind.' })
  const warning = await act()
  expect(warning).toMatchObject({
    act: 'warn',
    isUndone: false,
    removed: { kind: 'warning', text: before?.evidence[0]?.text, images: [{}] },
  })
  const { until = '' } = warning.removed ?? {}
  expect(Date.parse(until) - Date.parse(warning.createdAt)).toBe(30 * DAY_MS)
  const url = warning.removed?.images[0]?.sources[0]?.url ?? ''
  expect((await server.call('GET', '', { url })).statusCode).toBe(200)
  const told = [await news(reporter), await news(second)]
  await server.call('PUT', '/notifications/read-all', { as: secondAdmin })
  const waiting = await connect(server, secondAdmin)

  expect(await undoing(warning._id)).toEqual(UNDONE)
  expect((await waiting.next('notification')).notification.text).toBe(MESSAGES.waits)
  expect(await thingOf(_id)).toEqual({ ...before, evidence: expect.anything() })
  expect((await thingOf(_id))?.evidence[0]?.images).toHaveLength(1)
  expect((await thingOf(_id))?.reports).toHaveLength(2)
  expect((await news(author))[0]).toBe(MESSAGES.warningUndone('I was wrong'))
  expect([await news(reporter), await news(second)]).toEqual(told)
  expect((await read(administrator, '/admin/acts')).slice(0, 2)).toMatchObject([
    { act: 'undo', memberNumber: author.user.userNumber, reason: 'I was wrong', removed: null },
    { act: 'warn', isUndone: true, removed: null },
  ])
  expect(await undoing(warning._id)).toEqual(GONE)
  // Decided anew it is another act's.
  await decide((await thingOf(_id))?._id, { act: 'dismiss', text: 'All is well' })
  expect(await undoing(warning._id)).toEqual(GONE)
  expect(await undoing((await act())._id)).toEqual(UNDONE)
  await decide((await thingOf(_id))?._id, { act: 'dismiss', text: 'All is well' })
})

it('a dismissal is undone without a word to who never knew of it, nor to who reported', async () => {
  const { _id } = await post(server, author, 'Something unkind')
  const dismissal = await decided(_id, 'dismiss')
  expect(dismissal.removed).toMatchObject({ kind: 'dismissal', text: 'Something unkind' })
  const everybody = () => Promise.all([author, reporter, second].map(news))
  const before = await everybody()
  for (const [as, text, status] of [
    [administrator, ' ', 400],
    [author, 'I am fine', 403],
  ] as const)
    expect((await undo(server, as, dismissal._id, text)).statusCode).toBe(status)
  expect(await undoing(dismissal._id, secondAdmin)).toEqual(UNDONE)
  expect((await thingOf(_id))?.reportCount).toBe(2)
  expect(await everybody()).toEqual(before)
})

it('removes and suspends by no act that could open a report again', async () => {
  const { _id } = await post(server, author, 'Something unkind')
  await report(reporter, 'post', _id)
  await decide((await thingOf(_id))?._id, { act: 'remove', text: 'It goes.' })
  expect(await undoing((await act())._id)).toEqual([200, REMOVAL_MESSAGES.undone])
  expect(await thingOf(_id)).toBeUndefined()
})

it('leaves closed what the same person reported anew, and is refused where that is all', async () => {
  const { _id } = await post(server, author, 'Something unkind')
  const both = await decided(_id, 'dismiss')
  await report(reporter, 'post', _id, { text: 'Still there' })
  expect(await undoing(both._id)).toEqual(UNDONE)
  const thing = await thingOf(_id)
  expect(thing?.reports.map(({ text }) => text).toSorted()).toEqual(['', 'Still there'])
  await decide(thing?._id, { act: 'dismiss', text: 'All is well' })
  const again = await act()
  // What it left closed is not opened by it later.
  expect(await undoing(both._id)).toEqual(GONE)
  for (const as of [reporter, second]) await report(as, 'post', _id)
  expect(await shown(again._id)).toBeNull()
  expect(await undoing(again._id)).toEqual(REPLACED)
  await decide((await thingOf(_id))?._id, { act: 'dismiss', text: 'All is well' })
  expect(await undoing(again._id)).toEqual(UNDONE)
})

it('sees a report that is made anew at the same moment', async () => {
  const { _id } = await post(server, author, 'Something unkind')
  const dismissal = await decided(_id, 'dismiss', { by: [reporter] })
  const made = await db()
    .selectFrom('reports')
    .selectAll()
    .where('thing_id', '=', Number(_id))
    .executeTakeFirstOrThrow()
  const anew = { ...made, id: newId(), closed_at: null, closing_act_id: null }
  const { undone } = await db()
    .transaction()
    .execute(async (trx) => {
      await trx.insertInto('reports').values(anew).execute()
      const undone = undoing(dismissal._id)
      // The embedded database has one writer, so there it waits for its turn.
      if (isPostgres(db())) await lockIsAwaited(db(), undone)
      return { undone }
    })
  expect(await undone).toEqual(REPLACED)
  expect((await thingOf(_id))?.reportCount).toBe(1)
})

it('of who was warned is for another administrator, who alone sees what was reported', async () => {
  const { _id } = await post(server, secondAdmin, 'From above')
  const warning = await decided(_id, 'warn')
  expect(await shown(warning._id, secondAdmin)).toBeNull()
  expect(await shown(warning._id)).toMatchObject({ kind: 'warning' })
  expect(await undoing(warning._id, secondAdmin)).toEqual([403, REMOVAL_MESSAGES.undoneByOthers])
  expect(await thingOf(_id)).toBeUndefined()
  // Nor does the refusal say whether it was reported anew meanwhile.
  const { _id: other } = await post(server, secondAdmin, 'From above again')
  const dismissed = await decided(other, 'dismiss', { by: [reporter] })
  expect((await report(reporter, 'post', other)).statusCode).toBe(201)
  expect(await undoing(dismissed._id, secondAdmin)).toEqual([403, REMOVAL_MESSAGES.undoneByOthers])
  await server.call('PUT', '/notifications/read-all', { as: secondAdmin })
  expect(await undoing(warning._id)).toEqual(UNDONE)
  const unread = (await read(secondAdmin, '/notifications')).filter(
    ({ read }: Notification) => !read,
  )
  // Not of what waits: that is about them.
  expect(unread).toMatchObject([{ text: MESSAGES.warningUndone('I was wrong') }])
})

it('is done once, however many undo it at the same moment', async () => {
  for (let round = 1; round <= 5; round++) {
    const { _id } = await post(server, author, 'Something unkind')
    const warning = await decided(_id, 'warn')
    const all = [administrator, secondAdmin, administrator, secondAdmin]
    const answers = await Promise.all(all.map((as) => undo(server, as, warning._id, `In ${round}`)))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([200, 404, 404, 404])
    const told = (await news(author)).filter((text) => text.endsWith(`In ${round}`))
    expect(told).toHaveLength(1)
  }
})

it('brings all to the administrators, also what had waited for who runs the space', async () => {
  const space = await makeSpace(server, await server.join(ivy))
  for (const one of [author, reporter, second]) await enter(server, one, space)
  const { _id } = await say(server, author, space, 'Something unkind')
  await report(reporter, 'message', _id)
  server.pass(HOUR_MS)
  await signInAnew()
  expect((await report(second, 'message', _id)).statusCode).toBe(201)
  server.pass((SPACE_ADMIN_HOURS - 1) * HOUR_MS)
  await signInAnew()
  expect((await thingOf(_id))?.reportCount).toBe(1)
  await decide((await thingOf(_id))?._id, { act: 'dismiss', text: 'All is well' })
  expect(await undoing((await act())._id)).toEqual(UNDONE)
  expect((await thingOf(_id))?.reportCount).toBe(2)
})

it('ends after thirty days, when what was reported is really deleted', async () => {
  const [early, late] = [
    await decided((await post(server, author, 'One'))._id, 'warn'),
    await decided((await post(server, author, 'Two'))._id, 'dismiss'),
  ]
  server.pass(30 * DAY_MS - HOUR_MS)
  await signInAnew()
  await deleteOldReports(server.services)
  expect(await shown(early._id)).toMatchObject({ text: 'One' })
  expect(await undoing(early._id)).toEqual(UNDONE)
  server.pass(2 * HOUR_MS)
  await signInAnew()
  // Also where it is not deleted yet.
  expect(await shown(late._id)).toBeNull()
  expect(await undoing(late._id)).toEqual(GONE)
  await deleteOldReports(server.services)
  expect(await undoing(late._id)).toEqual(GONE)
  const left = db().selectFrom('reports').select('id').where('closed_at', 'is not', null)
  expect(await left.where('closing_act_id', '=', Number(late._id)).execute()).toEqual([])
})

it('ends with the account that was reported', async () => {
  const { _id } = await post(server, author, 'Something unkind')
  const warning = await decided(_id, 'warn')
  await server.services.accountJobs.stop()
  await server.call('DELETE', '/users/me', { as: author })
  // As long as its rows are there, too.
  expect(await shown(warning._id)).toBeNull()
  expect(await undoing(warning._id)).toEqual(REPLACED)
})
