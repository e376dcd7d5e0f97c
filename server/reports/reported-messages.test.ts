import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../contract/durations.ts'
import type { Notification } from '../../contract/notifications.ts'
import {
  MESSAGES as FORM_MESSAGES,
  SERVER_MESSAGES as MESSAGES,
  type ReportQueue,
  SPACE_ADMIN_HOURS,
} from '../../contract/reports.ts'
import { MESSAGES as SPACE_MESSAGES, type Space } from '../../contract/spaces.ts'
import { post } from '../../tests/actions/post-actions.ts'
import { remove } from '../../tests/actions/removal-actions.ts'
import { reportActions } from '../../tests/actions/report-actions.ts'
import { enter, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { ada, ben, cleo, ivy, jon } from '../../tests/people.ts'
import { form, testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { mayOpenImage } from '../visibility/open-image.ts'
import { notifyOfEscalatedReports } from './report-notifications.ts'

let server: TestServer
/** Ada is the administrator, Ben writes, Cleo reports, Ivy runs the space, Jon another. */
let administrator: Member
let author: Member
let reporter: Member
let spaceAdmin: Member
let other: Member
let space: Space
beforeAll(async () => {
  server = await openTestServer()
  administrator = await server.join(ada)
  author = await server.join(ben)
  reporter = await server.join(cleo)
  other = await server.join(jon)
  spaceAdmin = await server.join(ivy)
  space = await makeSpace(server, spaceAdmin)
  for (const one of [author, reporter]) await enter(server, one, space)
  return () => server.close()
})

const { decide, news, read, readAll, report, thingOf, unreadNews } = reportActions(() => ({
  server,
  administrator,
}))

describe('a reported message', () => {
  const ofSpace = (as: Member): Promise<ReportQueue> => read(as, `/spaces/${space._id}/reports`)
  const decideHere = (id: string | undefined, body: object, as = spaceAdmin) =>
    server.call('POST', `/spaces/${space._id}/reports/${id}/decision`, { as, body })

  it('is first for who runs the space, with the five before it, and then for administrators', async () => {
    const elsewhere = await makeSpace(server, other, { name: 'Elsewhere' })
    // Something that was there before what is reported, as theirs must have been.
    await say(server, other, elsewhere, 'Nobody is here')
    for (let n = 1; n <= 7; n++) await say(server, reporter, space, `Line ${n}`)
    const message = await say(server, author, space, 'Something unkind')
    await report(reporter, 'message', message._id)
    expect(await thingOf(message._id)).toBeUndefined()
    expect((await news(spaceAdmin))[0]).toBe(MESSAGES.reportedInSpace(space.name))
    const [thing] = (await ofSpace(spaceAdmin)).things
    expect(thing?.evidence.map(({ text }) => text)).toEqual([
      ...['Line 3', 'Line 4', 'Line 5', 'Line 6', 'Line 7', 'Something unkind'],
    ])
    const refused = await server.call('GET', `/spaces/${space._id}/reports`, { as: reporter })
    expect(refused.statusCode).toBe(403)
    expect(await read(other, `/spaces/${elsewhere._id}/reports`)).toEqual({ things: [], total: 0 })
    const body = { act: 'remove', text: 'Not here.' }
    expect((await decideHere(thing?._id, body, administrator)).statusCode).toBe(403)
    expect((await decide(thing?._id, body)).statusCode).toBe(409)
    await readAll()
    await notifyOfEscalatedReports(server.services)
    expect(await unreadNews()).toEqual([])
    server.pass(SPACE_ADMIN_HOURS * HOUR_MS)
    administrator = await server.signIn(ada)
    await notifyOfEscalatedReports(server.services)
    expect(await unreadNews()).toEqual([MESSAGES.waits])
    await readAll()
    await notifyOfEscalatedReports(server.services)
    expect(await unreadNews()).toEqual([])
    spaceAdmin = await server.signIn(ivy)
    expect((await ofSpace(spaceAdmin)).things).toEqual([])
    expect((await thingOf(message._id))?._id).toBe(thing?._id)
    author = await server.signIn(ben)
    reporter = await server.signIn(cleo)
  })

  it('shows its picture to who decides it, and to nobody else, once its author deletes it', async () => {
    const path = `/spaces/${space._id}`
    const images = { name: 'images', filename: 'a.png', bytes: await testImage() }
    const sent = { as: author, body: form({ content: '' }, images) }
    const message = (await server.call('POST', `${path}/image-messages`, sent)).json()
    const { image_id: image } = await server.services.db
      .selectFrom('message_images')
      .select('image_id')
      .where('message_id', '=', Number(message._id))
      .executeTakeFirstOrThrow()
    const opens = (viewer: Member) =>
      mayOpenImage(server.services.db, {
        ...{ viewer: viewer.id, image, now: server.services.clock() },
      })
    await report(reporter, 'message', message._id)
    await server.call('DELETE', `${path}/messages/${message._id}`, { as: author })
    await server.services.images.sweepSoon()
    const [thing] = (await ofSpace(spaceAdmin)).things
    const url = thing?.evidence.at(-1)?.images[0]?.sources[0]?.url ?? ''
    expect((await server.app.inject({ url })).statusCode).toBe(200)
    expect([await opens(author), await opens(reporter), await opens(other)]).toEqual([
      ...[false, false, false],
    ])
    // Nothing is left to remove; what it showed is decided on nevertheless.
    const removed = await decideHere(thing?._id, { act: 'remove', text: 'Not here.' })
    expect(removed.statusCode).toBe(404)
    await decideHere(thing?._id, { act: 'pass_on' })
    expect([await opens(spaceAdmin), await opens(administrator)]).toEqual([false, true])
    await decide(thing?._id, { act: 'warn', text: 'Please be kind.' })
  })

  it('waits for nobody once an administrator removed it where they saw it', async () => {
    const message = await say(server, author, space, 'Something unkind')
    await report(reporter, 'message', message._id)
    expect((await ofSpace(spaceAdmin)).things).toHaveLength(1)
    expect(await remove(server, administrator, `message/${message._id}`)).toBe(200)
    expect((await ofSpace(spaceAdmin)).things).toEqual([])
    expect((await news(reporter))[0]).toBe(MESSAGES.lookedAt)
  })

  it('is removed by who runs the space, or passed on', async () => {
    const { _id: postId } = await post(server, author, 'Something unkind, for everybody')
    for (const content of ['', 'Look'])
      await server.call('POST', `/spaces/${space._id}/messages`, {
        as: author,
        body: { content, postId },
      })
    const message = await say(server, author, space, 'Unkind again')
    await report(reporter, 'message', message._id)
    const [thing] = (await ofSpace(spaceAdmin)).things
    // Which post it was is not copied: it is another thing, that can be reported itself.
    expect(thing?.evidence.slice(-3).map(({ text }) => text)).toEqual([
      ...[SPACE_MESSAGES.sharedPost, `Look\n${SPACE_MESSAGES.sharedPost}`, 'Unkind again'],
    ])
    await readAll()
    const passed = await decideHere(thing?._id, { act: 'pass_on' })
    expect(await unreadNews()).toEqual([MESSAGES.waits])
    expect(passed.json().msg).toBe(MESSAGES.passedOn)
    expect((await thingOf(message._id))?._id).toBe(thing?._id)
    const next = await say(server, author, space, 'And again')
    await report(reporter, 'message', next._id)
    const [waiting] = (await ofSpace(spaceAdmin)).things
    const unsaid = await decideHere(waiting?._id, { act: 'remove', text: ' ' })
    expect([unsaid.statusCode, unsaid.json().msg]).toEqual([400, FORM_MESSAGES.decisionMissing])
    await decideHere(waiting?._id, { act: 'remove', text: 'Not here.' })
    expect((await news(author))[0]).toContain('Not here.')
    expect((await news(reporter))[0]).toBe(MESSAGES.lookedAt)
    // What was decided in time never becomes theirs.
    server.pass(SPACE_ADMIN_HOURS * HOUR_MS)
    administrator = await server.signIn(ada)
    await readAll()
    await notifyOfEscalatedReports(server.services)
    expect(await unreadNews()).toEqual([])
    spaceAdmin = await server.signIn(ivy)
    author = await server.signIn(ben)
    reporter = await server.signIn(cleo)
  })

  it('that was passed on is for administrators whoever reports it afterwards', async () => {
    other = await server.signIn(jon)
    await enter(server, other, space)
    const message = await say(server, author, space, 'Twice unkind')
    await report(reporter, 'message', message._id)
    const [thing] = (await ofSpace(spaceAdmin)).things
    await decideHere(thing?._id, { act: 'pass_on' })
    expect((await report(other, 'message', message._id)).statusCode).toBe(201)
    expect((await ofSpace(spaceAdmin)).things).toEqual([])
    expect((await thingOf(message._id))?.reports).toHaveLength(2)
    await decide(thing?._id, { act: 'dismiss', text: 'It is fine.' })
  })

  it.each([
    { act: 'dismiss', ofGone: 200 },
    { act: 'remove', text: 'Not here.', ofGone: 404 },
  ])(
    'is looked at by who runs the space for those alone who wait for them: $act',
    async ({ ofGone, ...decision }) => {
      const message = await say(server, author, space, 'Unkind for days')
      await report(reporter, 'message', message._id)
      server.pass((SPACE_ADMIN_HOURS / 2) * HOUR_MS)
      ;[other, spaceAdmin] = [await server.signIn(jon), await server.signIn(ivy)]
      await report(other, 'message', message._id)
      server.pass((SPACE_ADMIN_HOURS / 2) * HOUR_MS)
      ;[administrator, author] = [await server.signIn(ada), await server.signIn(ben)]
      ;[reporter, other] = [await server.signIn(cleo), await server.signIn(jon)]
      spaceAdmin = await server.signIn(ivy)
      const lookedAt = async (one: Member) =>
        (await news(one)).filter((text) => text === MESSAGES.lookedAt).length
      const before = [await lookedAt(reporter), await lookedAt(other)]
      const [waiting] = (await ofSpace(spaceAdmin)).things
      expect(waiting?.reports).toHaveLength(1)
      expect((await decideHere(waiting?._id, decision)).statusCode).toBe(200)
      expect((await ofSpace(spaceAdmin)).things).toEqual([])
      const kept = await thingOf(message._id)
      expect(kept?.reports).toHaveLength(1)
      expect(kept?.evidence.at(-1)?.text).toBe('Unkind for days')
      expect([await lookedAt(reporter), await lookedAt(other)]).toEqual([
        before[0],
        (before[1] ?? 0) + 1,
      ])
      // Of what is gone the copy is left to decide on.
      const removed = await decide(kept?._id, { act: 'remove', text: 'Not here.' })
      expect(removed.statusCode).toBe(ofGone)
      if (ofGone === 404) await decide(kept?._id, { act: 'warn', text: 'Please be kind.' })
      expect(await thingOf(message._id)).toBeUndefined()
      expect(await lookedAt(reporter)).toBe((before[0] ?? 0) + 1)
    },
  )

  it.each([
    ['is suspended', 'isSuspended', { suspended_until: 9e12 }, { suspended_until: null }],
    ['is one of them', 'isAdministrator', { is_admin: 1 as const }, { is_admin: 0 as const }],
  ] as const)('says to administrators alone that who wrote it %s', async (_, flag, now, later) => {
    const make = (what: typeof now | typeof later) =>
      server.services.db.updateTable('users').set(what).where('id', '=', author.id).execute()
    const message = await say(server, author, space, 'As one among others')
    await report(reporter, 'message', message._id)
    await make(now)
    const [waiting] = (await ofSpace(spaceAdmin)).things
    expect([waiting?.thingId, waiting?.[flag]]).toEqual([message._id, false])
    await decideHere(waiting?._id, { act: 'pass_on' })
    expect((await thingOf(message._id))?.[flag]).toBe(true)
    await make(later)
    await decide(waiting?._id, { act: 'dismiss', text: 'It is fine.' })
  })

  it('of who runs the space is for administrators at once', async () => {
    const message = await say(server, spaceAdmin, space, 'I may say so')
    await readAll()
    await report(reporter, 'message', message._id)
    expect((await thingOf(message._id))?.space?._id).toBe(space._id)
    expect((await ofSpace(spaceAdmin)).things).toEqual([])
    // Told although others wait, which came to them untold; and while that is unread, not again.
    await report(reporter, 'post', (await post(server, author, 'Unkind, too'))._id)
    expect(await unreadNews()).toEqual([MESSAGES.waits])
  })

  it('is so, too, where it is who runs the space that reports it', async () => {
    const message = await say(server, author, space, 'Unkind to who runs it')
    await report(spaceAdmin, 'message', message._id)
    expect((await thingOf(message._id))?.space?._id).toBe(space._id)
    expect((await ofSpace(spaceAdmin)).things).toEqual([])
  })

  it('is so, too, where who runs the space is suspended, with what waits for them', async () => {
    const waiting = await say(server, author, space, 'While they look away')
    await report(reporter, 'message', waiting._id)
    expect(await thingOf(waiting._id)).toBeUndefined()
    await readAll()
    const { _id: id } = spaceAdmin.user
    const act = (name: string, body: object) =>
      server.call('POST', `/admin/user/${id}/${name}`, { as: administrator, body })
    expect((await act('suspend', { days: 1, text: 'Away' })).statusCode).toBe(200)
    expect((await thingOf(waiting._id))?.space?._id).toBe(space._id)
    await notifyOfEscalatedReports(server.services)
    expect(await unreadNews()).toEqual([MESSAGES.waits])
    const message = await say(server, author, space, 'While they are away')
    await report(reporter, 'message', message._id)
    expect((await act('lift', { text: 'Back' })).statusCode).toBe(200)
    spaceAdmin = await server.signIn(ivy)
    expect((await thingOf(message._id))?.space?._id).toBe(space._id)
    expect((await ofSpace(spaceAdmin)).things).toEqual([])
  })

  it('is told to who runs the space once, while they have not read it and another waits', async () => {
    const unread = async () =>
      (await read(spaceAdmin, '/notifications')).flatMap(({ text, read: isRead }: Notification) =>
        isRead ? [] : text,
      )
    const yard = await makeSpace(server, spaceAdmin, { name: 'The yard' })
    for (const one of [author, reporter]) await enter(server, one, yard)
    await server.call('PUT', '/notifications/read-all', { as: spaceAdmin })
    const reportIn = async (place: Space) =>
      report(reporter, 'message', (await say(server, author, place, 'Unkind'))._id)
    for (const place of [space, space, yard, space]) await reportIn(place)
    expect(await unread()).toEqual([yard, space].map(({ name }) => MESSAGES.reportedInSpace(name)))
    for (const { _id } of (await ofSpace(spaceAdmin)).things)
      await decideHere(_id, { act: 'dismiss' })
    // Whoever decided without reading it would not look there again.
    await reportIn(space)
    expect(await unread()).toHaveLength(3)
  })
})
