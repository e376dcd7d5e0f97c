import { beforeAll, describe, expect, it } from 'vitest'
import type { Notification } from '../../contract/notifications.ts'
import { MESSAGES, type ReportQueue, SPACE_ADMIN_HOURS } from '../../contract/reports.ts'
import { MESSAGES as SPACE_MESSAGES, type Space } from '../../contract/spaces.ts'
import { readAs } from '../../tests/calls.ts'
import { ada, ben, cleo, ivy, jon, lea } from '../../tests/people.ts'
import { form, picture } from '../../tests/pictures.ts'
import { befriend, makePrivate, post } from '../../tests/post-actions.ts'
import { enter, makeSpace, say } from '../../tests/space-actions.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { notifyOfEscalatedReports } from './report-notifications.ts'
import { deleteOldReports } from './retention.ts'

const HOUR_MS = 60 * 60_000
const MONTH_MS = 31 * 24 * HOUR_MS

let server: TestServer
/** Ada is the administrator, Ben writes, Cleo and Jon report, Ivy runs the space. */
let administrator: Member
let author: Member
let reporter: Member
let second: Member
let runner: Member
let space: Space
beforeAll(async () => {
  server = await openTestServer()
  administrator = await server.join(ada)
  author = await server.join(ben)
  reporter = await server.join(cleo)
  second = await server.join(jon)
  runner = await server.join(ivy)
  space = await makeSpace(server, runner)
  for (const one of [author, reporter]) await enter(server, one, space)
  return () => server.close()
})

const report = (as: Member, kind: string, id: string, more: object = {}) =>
  server.call('POST', '/reports', { as, body: { kind, id, reason: 'unkind', ...more } })
const decide = (id: string | undefined, body: object, as = administrator) =>
  server.call('POST', `/admin/reports/${id}/decision`, { as, body })
const read = (as: Member, path: string) => readAs(server, as, path)
const queue = (): Promise<ReportQueue> => read(administrator, '/admin/reports?state=open')
const thingOf = async (id: string) => (await queue()).things.find(({ thingId }) => thingId === id)
const news = async (as: Member): Promise<string[]> =>
  (await read(as, '/notifications')).map(({ text }: { text: string }) => text)
const readAll = () => server.call('PUT', '/notifications/read-all', { as: administrator })
const unreadNews = async (): Promise<string[]> => {
  const all: Notification[] = await read(administrator, '/notifications')
  return all.filter(({ read }) => !read).map(({ text }) => text)
}

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
})

describe('a decision', () => {
  it('tells whose it is in words, and whoever reported only that it was looked at', async () => {
    const { _id } = await post(server, author, 'Something unkind')
    for (const as of [reporter, second]) await report(as, 'post', _id)
    const id = (await thingOf(_id))?._id
    const done = await decide(id, { act: 'warn', text: 'Please be kind.' })
    expect([done.statusCode, done.json().msg]).toEqual([200, MESSAGES.decided])
    expect((await news(author))[0]).toBe(MESSAGES.warned('Please be kind.'))
    for (const as of [reporter, second]) expect((await news(as))[0]).toBe(MESSAGES.lookedAt)
    expect((await read(administrator, '/admin/acts'))[0]).toMatchObject({
      act: 'warn',
      reason: 'Please be kind.',
      admin: { username: 'Ada' },
    })
    const late = await decide(id, { act: 'remove', text: 'Too late' })
    expect([late.statusCode, late.json().msg]).toEqual([409, MESSAGES.decidedAlready])
    // What was decided may be reported anew.
    expect((await report(reporter, 'post', _id)).statusCode).toBe(201)
    await decide((await thingOf(_id))?._id, { act: 'remove', text: 'It goes.' })
    expect((await server.call('GET', `/posts/${_id}`, { as: author })).statusCode).toBe(404)
    expect((await news(author))[0]).toContain('It goes.')
  })

  it('needs words, and is for administrators', async () => {
    const { _id } = await post(server, author, 'Something unkind')
    await report(reporter, 'post', _id)
    const id = (await thingOf(_id))?._id
    expect((await decide(id, { act: 'warn', text: ' ' })).json().msg).toBe(MESSAGES.decisionMissing)
    expect((await decide(id, { act: 'warn', text: 'a'.repeat(501) })).statusCode).toBe(400)
    expect((await decide(id, { act: 'warn', text: 'No' }, reporter)).statusCode).toBe(403)
    await decide(id, { act: 'dismiss', text: 'Nothing unkind in it' })
    expect(await news(author)).not.toContain(MESSAGES.warned('Nothing unkind in it'))
    expect((await read(administrator, '/admin/acts'))[0]).toMatchObject({ act: 'dismiss' })
  })

  it('is nobody’s about themself', async () => {
    const { _id } = await post(server, administrator, 'From above')
    await readAll()
    await report(reporter, 'post', _id)
    expect(await unreadNews()).toEqual([])
    expect(await thingOf(_id)).toBeUndefined()
    const { db } = server.services
    const { id } = await db
      .selectFrom('reports')
      .select('id')
      .where('thing_id', '=', Number(_id))
      .executeTakeFirstOrThrow()
    const answer = await decide(String(id), { act: 'dismiss', text: 'I am fine' })
    expect([answer.statusCode, answer.json().msg]).toEqual([403, MESSAGES.aboutYou])
  })

  it('is one, however many decide at the same moment', async () => {
    const another = await server.join(lea)
    const { db } = server.services
    const setAdmin = (is_admin: number) =>
      db.updateTable('users').set({ is_admin }).where('id', '=', another.id).execute()
    await setAdmin(1)
    for (let round = 1; round <= 8; round++) {
      const { _id } = await post(server, author, 'Something unkind')
      for (const as of [reporter, second]) await report(as, 'post', _id)
      const id = (await thingOf(_id))?._id
      const text = `Round ${round}`
      const decided = await Promise.all(
        [administrator, another, administrator, another].map((as) =>
          decide(id, { act: 'warn', text }, as),
        ),
      )
      const statuses = decided.map(({ statusCode }) => statusCode)
      expect(statuses.toSorted()).toEqual([200, 409, 409, 409])
      const warnings = (await news(author)).filter((said) => said === MESSAGES.warned(text))
      expect(warnings).toHaveLength(1)
    }
    await setAdmin(0)
  })
})

describe('a message', () => {
  const ofSpace = (as: Member): Promise<ReportQueue> => read(as, `/spaces/${space._id}/reports`)
  const decideHere = (id: string | undefined, body: object, as = runner) =>
    server.call('POST', `/spaces/${space._id}/reports/${id}/decision`, { as, body })

  it('is first for who runs the space, with the five before it, and then for administrators', async () => {
    for (let n = 1; n <= 7; n++) await say(server, reporter, space, `Line ${n}`)
    const message = await say(server, author, space, 'Something unkind')
    await report(reporter, 'message', message._id)
    expect(await thingOf(message._id)).toBeUndefined()
    expect((await news(runner))[0]).toBe(MESSAGES.reportedInSpace(space.name))
    const [thing] = (await ofSpace(runner)).things
    expect(thing?.evidence.map(({ text }) => text)).toEqual([
      ...['Line 3', 'Line 4', 'Line 5', 'Line 6', 'Line 7', 'Something unkind'],
    ])
    const other = await server.call('GET', `/spaces/${space._id}/reports`, { as: reporter })
    expect(other.statusCode).toBe(403)
    const elsewhere = await makeSpace(server, second, { name: 'Elsewhere' })
    expect(await read(second, `/spaces/${elsewhere._id}/reports`)).toEqual({ things: [], total: 0 })
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
    runner = await server.signIn(ivy)
    expect((await ofSpace(runner)).things).toEqual([])
    expect((await thingOf(message._id))?._id).toBe(thing?._id)
    author = await server.signIn(ben)
    reporter = await server.signIn(cleo)
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
    const [thing] = (await ofSpace(runner)).things
    // Which post it was is not copied: it is another thing, that can be reported itself.
    expect(thing?.evidence.slice(-3).map(({ text }) => text)).toEqual([
      ...[SPACE_MESSAGES.sharedPost, `Look\n${SPACE_MESSAGES.sharedPost}`, 'Unkind again'],
    ])
    await readAll()
    const passed = await decideHere(thing?._id, { act: 'pass_on', text: 'Please look' })
    expect(await unreadNews()).toEqual([MESSAGES.waits])
    expect(passed.json().msg).toBe(MESSAGES.passedOn)
    expect((await thingOf(message._id))?._id).toBe(thing?._id)
    const next = await say(server, author, space, 'And again')
    await report(reporter, 'message', next._id)
    const [waiting] = (await ofSpace(runner)).things
    await decideHere(waiting?._id, { act: 'remove', text: 'Not here.' })
    expect((await news(author))[0]).toContain('Not here.')
    expect((await news(reporter))[0]).toBe(MESSAGES.lookedAt)
    // What was decided in time never becomes theirs.
    server.pass(SPACE_ADMIN_HOURS * HOUR_MS)
    administrator = await server.signIn(ada)
    await readAll()
    await notifyOfEscalatedReports(server.services)
    expect(await unreadNews()).toEqual([])
    runner = await server.signIn(ivy)
    author = await server.signIn(ben)
    reporter = await server.signIn(cleo)
  })

  it('of who runs the space is for administrators at once', async () => {
    const message = await say(server, runner, space, 'I may say so')
    await readAll()
    await report(reporter, 'message', message._id)
    expect((await thingOf(message._id))?.space?._id).toBe(space._id)
    expect((await ofSpace(runner)).things).toEqual([])
    // Told although others wait, which came to them untold; and while that is unread, not again.
    await report(reporter, 'post', (await post(server, author, 'Unkind, too'))._id)
    expect(await unreadNews()).toEqual([MESSAGES.waits])
  })

  it('is so, too, where who runs the space is suspended, with what waits for them', async () => {
    const waiting = await say(server, author, space, 'While they look away')
    await report(reporter, 'message', waiting._id)
    expect(await thingOf(waiting._id)).toBeUndefined()
    await readAll()
    const { _id: id } = runner.user
    const act = (name: string, body: object) =>
      server.call('POST', `/admin/user/${id}/${name}`, { as: administrator, body })
    expect((await act('suspend', { days: 1, text: 'Away' })).statusCode).toBe(200)
    expect((await thingOf(waiting._id))?.space?._id).toBe(space._id)
    await notifyOfEscalatedReports(server.services)
    expect(await unreadNews()).toEqual([MESSAGES.waits])
    const message = await say(server, author, space, 'While they are away')
    await report(reporter, 'message', message._id)
    expect((await act('lift', { text: 'Back' })).statusCode).toBe(200)
    runner = await server.signIn(ivy)
    expect((await thingOf(message._id))?.space?._id).toBe(space._id)
    expect((await ofSpace(runner)).things).toEqual([])
  })
})

describe('evidence', () => {
  it('keeps the picture, for administrators alone, until a month after it is closed', async () => {
    const image = { name: 'image', filename: 'a.png', bytes: await picture() }
    const body = form({ text: 'Look' }, image)
    const { post: own } = (await server.call('POST', '/posts', { as: author, body })).json()
    await report(reporter, 'post', own._id)
    await server.call('DELETE', `/posts/${own._id}`, { as: author })
    const seen = (await thingOf(own._id))?.evidence[0]?.images[0]?.sources[0]?.url ?? ''
    const open = (url: string) =>
      server.call('GET', '', { url }).then(({ statusCode }) => statusCode)
    await server.services.images.sweepSoon()
    expect(await open(seen)).toBe(200)
    expect(await open(own.image.sources[0].url)).toBe(404)
    await decide((await thingOf(own._id))?._id, { act: 'dismiss', text: 'All is well' })
    server.pass(MONTH_MS)
    await deleteOldReports(server.services)
    await server.services.images.sweepSoon()
    const { db } = server.services
    expect(await db.selectFrom('images').select('id').execute()).toEqual([])
  })
})
