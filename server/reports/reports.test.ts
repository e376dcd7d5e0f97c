import { beforeAll, describe, expect, it } from 'vitest'
import { MESSAGES as BLOCK_MESSAGES } from '../../contract/blocks.ts'
import { HOUR_MS } from '../../contract/durations.ts'
import type { Notification } from '../../contract/notifications.ts'
import {
  SERVER_MESSAGES as MESSAGES,
  REASONS_SHOWN,
  MESSAGES as SAID_TO_ALL,
} from '../../contract/reports.ts'
import type { Space } from '../../contract/spaces.ts'
import { befriend, makePrivate, post } from '../../tests/actions/post-actions.ts'
import { reportActions } from '../../tests/actions/report-actions.ts'
import { enter, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { ada, ben, cleo, ivy, jon, max } from '../../tests/people.ts'
import { form, testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { newId } from '../platform/ids.ts'
import { countOpenUpToTwo } from './queries.ts'
import { deleteOldReports } from './retention.ts'

const MONTH_MS = 31 * 24 * HOUR_MS

let server: TestServer
/** Ada is the administrator, Ben writes, Cleo and Jon report, Ivy runs the space. */
let administrator: Member
let author: Member
let reporter: Member
let second: Member
let space: Space
beforeAll(async () => {
  server = await openTestServer()
  administrator = await server.join(ada)
  author = await server.join(ben)
  reporter = await server.join(cleo)
  second = await server.join(jon)
  space = await makeSpace(server, await server.join(ivy))
  for (const one of [author, reporter]) await enter(server, one, space)
  return () => server.close()
})

const { decide, queue, read, readAll, report, thingOf, unreadNews } = reportActions(() => ({
  server,
  administrator,
}))

describe('a report', () => {
  it('is thanked for, kept as it was, and made once by each', async () => {
    const { _id } = await post(server, author, 'Something unkind')
    const answer = await report(reporter, 'post', _id, { text: 'Look at this' })
    expect([answer.statusCode, answer.json().msg]).toEqual([201, MESSAGES.thanks('Ben')])
    const again = await report(reporter, 'post', _id)
    expect([again.statusCode, again.json().msg]).toEqual([409, MESSAGES.already])
    await report(second, 'post', _id, { reason: 'spam' })
    // The first that waits is told; it leads to all of them.
    const told = (await read(administrator, '/notifications')) as Notification[]
    expect(told).toMatchObject([{ text: MESSAGES.waits, sender: null, leadsTo: 'reports' }])
    await server.call('DELETE', `/posts/${_id}`, { as: author })
    const thing = await thingOf(_id)
    expect(thing).toMatchObject({
      kind: 'post',
      member: { username: 'Ben' },
      evidence: [{ text: 'Something unkind', isReported: true }],
      reports: [{ reason: 'unkind', text: 'Look at this' }, { reason: 'spam' }],
    })
    for (const { _id: id } of [reporter.user, second.user])
      expect(JSON.stringify(thing)).not.toContain(id)
  })

  it('is said of each thing that waits, however many were made of another, and counted', async () => {
    const before = await queue()
    const first = await post(server, author, 'What everybody saw')
    await report(reporter, 'post', first._id)
    const { db } = server.services
    const made = await db
      .selectFrom('reports')
      .selectAll()
      .where('thing_id', '=', Number(first._id))
      .executeTakeFirstOrThrow()
    for (let index = 0; index < 1_000; index += 100) {
      const rows = Array.from({ length: 100 }, () => ({
        ...made,
        id: newId(),
        // As of those whose accounts were deleted: of each member there is one.
        reporter_id: null,
      }))
      await db.insertInto('reports').values(rows).execute()
    }
    const other = await post(server, author, 'What two saw')
    for (const from of [reporter, second])
      await report(from, 'post', other._id, { text: from.username })
    const { things, total } = await queue()
    expect(total).toBe(before.total + 2)
    expect(things.at(-2)?.reportCount).toBe(1_001)
    expect(things.at(-2)?.reports).toHaveLength(REASONS_SHOWN)
    expect(things.at(-1)).toMatchObject({
      reportCount: 2,
      reports: [{ text: reporter.username }, { text: second.username }],
    })
  })

  it('looks for a second one that waits, and for no more, to know whom to tell', async () => {
    const { db, clock } = server.services
    const ofAdministrators = { viewer: administrator.id, spaceId: null, now: clock() }
    const before = (await queue()).things.reduce((sum, { reportCount }) => sum + reportCount, 0)
    expect(before).toBeGreaterThan(2)
    expect(await countOpenUpToTwo(db, ofAdministrators)).toBe(2)
  })

  it('tells an administrator once of several that come at once', async () => {
    for (const { _id } of (await queue()).things)
      await decide(_id, { act: 'dismiss', text: 'All is well' })
    await readAll()
    const posts = await Promise.all(
      ['One', 'Two', 'Three'].map((text) => post(server, author, text)),
    )
    const made = await Promise.all(
      [reporter, second].flatMap((as) => posts.map(({ _id }) => report(as, 'post', _id))),
    )
    expect(made.map(({ statusCode }) => statusCode)).toEqual(made.map(() => 201))
    expect(await unreadNews()).toEqual([MESSAGES.waits])
    for (const { _id } of (await queue()).things)
      await decide(_id, { act: 'dismiss', text: 'All is well' })
    await readAll()
  })

  it('is refused of what one does not see, of oneself, and signed out', async () => {
    const { _id } = await post(server, author, 'For friends')
    await makePrivate(server, author)
    expect((await report(reporter, 'post', _id)).statusCode).toBe(404)
    await makePrivate(server, author, false)
    expect((await report(author, 'post', _id)).json().msg).toBe(MESSAGES.oneself)
    expect((await report(author, 'profile', author.user._id)).statusCode).toBe(400)
    const body = { kind: 'post', id: _id, reason: 'spam' }
    expect((await server.call('POST', '/reports', { body })).statusCode).toBe(401)
    for (const reason of ['', undefined]) {
      const answer = await report(reporter, 'post', _id, { reason })
      expect([answer.statusCode, answer.json().msg]).toEqual([400, SAID_TO_ALL.reasonMissing])
    }
    const message = await say(server, author, space, 'Among us')
    expect((await report(second, 'message', message._id)).statusCode).toBe(404)
  })

  it('may be of a profile and of a space, and blocks as well where that is asked for', async () => {
    await befriend(server, second, author)
    await report(second, 'profile', author.user._id, { alsoBlock: true })
    expect(await read(second, '/users/blocked')).toMatchObject([{ username: 'Ben' }])
    await server.call('DELETE', `/users/${author.user._id}/block`, { as: second })
    await report(second, 'space', space._id)
    expect((await thingOf(space._id))?.space).toEqual({ _id: space._id, name: space.name })
    for (const id of [author.user._id, space._id])
      await decide((await thingOf(id))?._id, { act: 'dismiss', text: 'All is well' })
    expect((await thingOf(space._id))?._id).toBeUndefined()
  })

  it('blocks also where it stands already: the block may have failed after it', async () => {
    const { _id } = await post(server, author, 'Something unkind')
    const both = () => report(second, 'post', _id, { alsoBlock: true })
    const blocked = () => read(second, '/users/blocked')
    await report(second, 'post', _id)
    expect(await blocked()).toEqual([])
    const again = await both()
    const told = `${MESSAGES.already} ${BLOCK_MESSAGES.blockedNow}`
    expect([again.statusCode, again.json().msg]).toEqual([201, told])
    expect(await blocked()).toMatchObject([{ username: 'Ben' }])
    expect((await thingOf(_id))?.reports).toHaveLength(1)
    await server.call('DELETE', `/users/${author.user._id}/block`, { as: second })
    await decide((await thingOf(_id))?._id, { act: 'dismiss', text: 'All is well' })
  })
})

describe('evidence', () => {
  const open = (url: string) => server.call('GET', '', { url }).then(({ statusCode }) => statusCode)

  it('keeps a photo that was replaced from all but administrators', async () => {
    const photo = { name: 'profilePhoto', filename: 'a.png', bytes: await testImage() }
    const change = () => server.call('PUT', '/users/profile', { as: author, body: form({}, photo) })
    const former = (await change()).json().profilePhoto
    await report(reporter, 'profile', author.user._id)
    expect(await open(former)).toBe(200)
    await change()
    await server.services.images.sweepSoon()
    expect(await open(former)).toBe(404)
    const seen = (await thingOf(author.user._id))?.evidence[0]?.images[0]?.sources[0]?.url ?? ''
    expect(seen).toContain(former)
    expect(await open(seen)).toBe(200)
  })

  it('holds the art of a private space only where its reporter sees that', async () => {
    const den = await makeSpace(server, second, { isPrivate: true, name: 'Den' })
    const { db, images } = server.services
    const art = await images.save(second.id, 'post', await testImage())
    await images.use(db, art)
    const hung = db.updateTable('spaces').set({ art_image_id: art, art_title: 'A pot' })
    await hung.where('id', '=', Number(den._id)).execute()
    await report(administrator, 'space', den._id)
    expect((await thingOf(den._id))?.evidence[0]?.images).toEqual([])
    await db
      .updateTable('spaces')
      .set({ is_private: 0 })
      .where('id', '=', Number(den._id))
      .execute()
    await decide((await thingOf(den._id))?._id, { act: 'dismiss', text: 'All is well' })
    await report(administrator, 'space', den._id)
    expect((await thingOf(den._id))?.evidence[0]?.images).toHaveLength(1)
    await decide((await thingOf(den._id))?._id, { act: 'dismiss', text: 'All is well' })
    await db.updateTable('spaces').set({ art_image_id: null }).execute()
    await images.release(db, [art])
  })

  it('waits on, without their words, once who reported deletes their account', async () => {
    const leaver = await server.join(max)
    const image = { name: 'image', filename: 'a.png', bytes: await testImage() }
    const body = form({ text: 'Before they left' }, image)
    const { post: own } = (await server.call('POST', '/posts', { as: author, body })).json()
    const decided = await post(server, author, 'Decided before')
    await report(leaver, 'post', decided._id)
    await decide((await thingOf(decided._id))?._id, { act: 'dismiss', text: 'All is well' })
    await report(leaver, 'post', own._id, { reason: 'unsafe', text: 'They know where I live' })
    const { accountJobs, db } = server.services
    // As if the process ended right after the first step.
    await accountJobs.stop()
    await server.call('DELETE', '/users/me', { as: leaver })
    const waiting = {
      evidence: [{ text: 'Before they left', images: [{ alt: '' }] }],
      reports: [{ reason: 'unsafe', text: '' }],
    }
    expect(await thingOf(own._id)).toMatchObject(waiting)
    const next = await openTestServer({ beside: server })
    const there = db.selectFrom('users').select('id').where('id', '=', leaver.id)
    await expect.poll(() => there.execute()).toEqual([])
    await next.close()
    const thing = await thingOf(own._id)
    expect(thing).toMatchObject(waiting)
    const reports = await db
      .selectFrom('reports')
      .select(['reporter_id', 'text'])
      .where('thing_id', 'in', [Number(own._id), Number(decided._id)])
      .execute()
    expect(reports).toEqual([{ reporter_id: null, text: '' }])
    const url = thing?.evidence[0]?.images[0]?.sources[0]?.url ?? ''
    expect(await open(url)).toBe(200)
    const done = await decide(thing?._id, { act: 'warn', text: 'Please be kind.' })
    expect(done.statusCode).toBe(200)
    expect(await thingOf(own._id)).toBeUndefined()
    await server.call('DELETE', `/posts/${own._id}`, { as: author })
  })

  it('keeps the picture, for administrators alone, until a month after it is closed', async () => {
    const image = { name: 'image', filename: 'a.png', bytes: await testImage() }
    const body = form({ text: 'Look' }, image)
    const { post: own } = (await server.call('POST', '/posts', { as: author, body })).json()
    await report(reporter, 'post', own._id)
    await server.call('DELETE', `/posts/${own._id}`, { as: author })
    const seen = (await thingOf(own._id))?.evidence[0]?.images[0]?.sources[0]?.url ?? ''
    await server.services.images.sweepSoon()
    expect(await open(seen)).toBe(200)
    expect(await open(own.image.sources[0].url)).toBe(404)
    await decide((await thingOf(own._id))?._id, { act: 'dismiss', text: 'All is well' })
    server.pass(MONTH_MS)
    await deleteOldReports(server.services)
    await server.services.images.sweepSoon()
    const { db } = server.services
    const images = db.selectFrom('images').select('id').where('kind', '=', 'post')
    expect(await images.execute()).toEqual([])
  })
})
