import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SERVER_MESSAGES as MESSAGES, type ReportKind } from '../../contract/reports.ts'
import type { Space } from '../../contract/spaces.ts'
import { begin } from '../../tests/actions/conversation-actions.ts'
import { befriend, postWithImage } from '../../tests/actions/post-actions.ts'
import { remove } from '../../tests/actions/removal-actions.ts'
import { reportActions } from '../../tests/actions/report-actions.ts'
import { enter, GARDEN, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { doneOrWaiting, lockIsAwaited, whileHeld } from '../../tests/awaited-lock.ts'
import { ada, ben, cleo, jon } from '../../tests/people.ts'
import { form, testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { isPostgres, withRowLock } from '../platform/database/portable-sql.ts'
import { newId } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { postsWithoutVisibilityCheck } from '../visibility/visible-queries.ts'
import { notifyOfEscalatedReports } from './report-notifications.ts'

// What is reported is deleted while the report is made: it keeps the pictures it was made of. Or it
// is removed while it is reported again: neither waits for what the other holds.

const ART = 'https://art.example.org/moon.png'

let server: TestServer
let administrator: Member
let author: Member
let reporter: Member
let late: Member
let space: Space
let pot: Buffer
beforeAll(async () => {
  pot = await testImage()
  server = await openTestServer({ safeFetch: { get: async () => pot } })
  administrator = await server.join(ada)
  author = await server.join(ben)
  reporter = await server.join(cleo)
  late = await server.join(jon)
  const pinnedArt = { url: ART, title: 'Moon', artist: 'Ada' }
  space = await makeSpace(server, author, { pinnedArt })
  for (const friend of [reporter, late]) await befriend(server, author, friend)
})
afterAll(() => server.close())

const { decide, news, readAll, report, thingOf, unreadNews } = reportActions(() => ({
  server,
  administrator,
}))

const as = () => ({ as: author })
const changePhoto = () => {
  const photo = { name: 'profilePhoto', filename: 'me.png', bytes: pot }
  return server.call('PUT', '/users/profile', { ...as(), body: form({}, photo) })
}

const THINGS = {
  async post() {
    const { _id } = await postWithImage(server, author)
    return { id: _id, take: () => server.call('DELETE', `/posts/${_id}`, as()) }
  },
  async message() {
    const body = form({ content: '' }, { name: 'images', filename: 'a.png', bytes: pot })
    const path = `/spaces/${(await begin(server, author, reporter))._id}`
    const { _id } = (await server.call('POST', `${path}/image-messages`, { ...as(), body })).json()
    return { id: _id, take: () => server.call('DELETE', `${path}/messages/${_id}`, as()) }
  },
  async profile() {
    await changePhoto()
    return { id: author.user._id, take: changePhoto }
  },
  async space() {
    const path = `/spaces/${space._id}`
    return { id: space._id, take: () => server.call('PUT', path, { ...as(), body: GARDEN }) }
  },
}

/**
 * A report of the same by the same, which holds nothing else: what looks after foreign keys is off.
 */
async function holdReport(trx: Queryable, kind: ReportKind, id: string) {
  await sql`set local session_replication_role = replica`.execute(trx)
  const row = {
    ...{ id: newId(), reporter_id: reporter.id, kind, thing_id: Number(id), member_id: author.id },
    ...{ space_id: null, reason: 'unkind' as const, rule_id: null, text: '', created_at: 0 },
    ...{ for_administrators_at: 0, administrators_told: 1, closed_at: null },
  }
  await trx.insertInto('reports').values(row).execute()
}

it.each(['post', 'message', 'profile', 'space'] as const)(
  'a %s keeps its pictures in a report that is made as they go',
  async (kind) => {
    const { db, images } = server.services
    const { id, take } = await THINGS[kind]()
    let reporting: ReturnType<typeof report> | undefined
    let taking: ReturnType<typeof take> | undefined
    if (isPostgres(db))
      await whileHeld(db, async (trx) => {
        await holdReport(trx, kind, id)
        // Copied by now, it waits to be written.
        reporting = report(reporter, kind, id)
        await lockIsAwaited(db, reporting)
        taking = take()
        await doneOrWaiting(db, taking)
        await images.sweepSoon()
      })
    expect((await (reporting ?? report(reporter, kind, id))).statusCode).toBe(201)
    expect((await (taking ?? take())).statusCode).toBe(200)
    await images.sweepSoon()
    const [evidence] = (await thingOf(id))?.evidence.slice(-1) ?? []
    expect(evidence?.images).toHaveLength(1)
    const url = evidence?.images[0]?.sources[0]?.url ?? ''
    expect((await server.call('GET', '', { url })).statusCode).toBe(200)
  },
)

async function holdPost(trx: Queryable, id: string) {
  const held = postsWithoutVisibilityCheck(trx).select('posts.id')
  await withRowLock(trx, held.where('posts.id', '=', Number(id)), 'key share').execute()
}

it('reported again while it is removed, a post is waited for in no ring', async () => {
  const { db } = server.services
  const { _id } = await postWithImage(server, author)
  expect((await report(reporter, 'post', _id)).statusCode).toBe(201)
  let removing: Promise<number> | undefined
  if (isPostgres(db))
    await whileHeld(db, async (trx) => {
      await holdPost(trx, _id)
      // It has closed the report by now, and waits for the post.
      removing = remove(server, administrator, `post/${_id}`)
      await lockIsAwaited(db, removing)
      expect((await report(reporter, 'post', _id)).statusCode).toBe(409)
      await lockIsAwaited(db, removing)
    })
  expect(await (removing ?? remove(server, administrator, `post/${_id}`))).toBe(200)
  expect((await report(reporter, 'post', _id)).statusCode).toBe(404)
})

/** What the decision waits for when it has read the reports that are there. */
const HOLD = {
  dismiss: (trx: Queryable) => sql`lock table admin_acts in share mode`.execute(trx),
  remove: holdPost,
}

describe('what is reported as it is decided', () => {
  async function decideAsReported(act: 'dismiss' | 'remove') {
    const { db } = server.services
    const { _id } = await postWithImage(server, author)
    expect((await report(reporter, 'post', _id)).statusCode).toBe(201)
    const id = (await thingOf(_id))?._id
    const decided = () => decide(id, { act, text: 'Decided' })
    const reportLate = async () => expect((await report(late, 'post', _id)).statusCode).toBe(201)
    if (isPostgres(db)) {
      let deciding: ReturnType<typeof decided> | undefined
      await whileHeld(db, async (trx) => {
        await HOLD[act](trx, _id)
        deciding = decided()
        await lockIsAwaited(db, deciding)
        await reportLate()
      })
      expect((await deciding)?.statusCode).toBe(200)
    } else {
      const inTurn = act === 'dismiss' ? [decided, reportLate] : [reportLate, decided]
      for (const step of inTurn) await step()
    }
    return { thing: await thingOf(_id), told: (await news(late)).includes(MESSAGES.lookedAt) }
  }

  it('stays open where nobody has read it', async () => {
    const { thing, told } = await decideAsReported('dismiss')
    expect([thing?.reports.length, told]).toEqual([1, false])
  })

  it('is closed with what is removed, and who reported it is told', async () => {
    expect(await decideAsReported('remove')).toEqual({ thing: undefined, told: true })
  })
})

it('made as who runs the space is suspended, a report is for administrators within a minute', async () => {
  const { db } = server.services
  for (const comer of [reporter, late]) await enter(server, comer, space)
  const { _id } = await say(server, late, space, 'Something unkind')
  const suspend = () =>
    server.call('POST', `/admin/user/${author.user._id}/suspend`, {
      ...{ as: administrator, body: { days: null, text: 'Sells things' } },
    })
  let reporting: ReturnType<typeof report> | undefined
  if (isPostgres(db))
    await whileHeld(db, async (trx) => {
      await holdReport(trx, 'message', _id)
      reporting = report(reporter, 'message', _id)
      await lockIsAwaited(db, reporting)
      expect((await suspend()).statusCode).toBe(200)
    })
  expect((await (reporting ?? report(reporter, 'message', _id))).statusCode).toBe(201)
  if (!reporting) expect((await suspend()).statusCode).toBe(200)
  await readAll()
  await notifyOfEscalatedReports(server.services)
  expect((await thingOf(_id))?.reports).toHaveLength(1)
  expect(await unreadNews()).toEqual([MESSAGES.waits])
})
