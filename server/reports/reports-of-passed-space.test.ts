import { beforeAll, describe, expect, it } from 'vitest'
import { SERVER_MESSAGES as MESSAGES, type ReportQueue } from '../../contract/reports.ts'
import { reportActions } from '../../tests/actions/report-actions.ts'
import { enter, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { ada, ben, cleo, ivy, jon } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { notifyOfEscalatedReports } from './report-notifications.ts'

let server: TestServer
/**
 * Ada is the administrator, Ben writes, Cleo reports, Ivy runs the spaces, Jon is who may get them.
 */
let administrator: Member
let author: Member
let reporter: Member
let spaceAdmin: Member
let other: Member
beforeAll(async () => {
  server = await openTestServer()
  administrator = await server.join(ada)
  author = await server.join(ben)
  reporter = await server.join(cleo)
  other = await server.join(jon)
  spaceAdmin = await server.join(ivy)
  return () => server.close()
})

const { news, read, readAll, report, thingOf, unreadNews } = reportActions(() => ({
  server,
  administrator,
}))

describe('a reported message', () => {
  it('passes on with the space, but for what is about who gets it or reported by them', async () => {
    const den = await makeSpace(server, spaceAdmin, { name: 'The den' })
    for (const one of [author, reporter, other]) await enter(server, one, den)
    const queue = async (as: Member) =>
      (await read(as, `/spaces/${den._id}/reports`)).things.map(
        ({ evidence }: ReportQueue['things'][number]) => evidence.at(-1)?.text,
      )
    const both = await say(server, author, den, 'Two saw it')
    for (const from of [reporter, other]) await report(from, 'message', both._id)
    for (const [by, from, text] of [
      [author, reporter, 'Unkind'],
      [other, reporter, 'Of the heir'],
      [author, other, 'The heir saw it'],
    ] as const)
      await report(from, 'message', (await say(server, by, den, text))._id)
    await readAll()
    const handOver = (as: Member, to: Member) =>
      server.call('POST', `/spaces/${den._id}/transfer`, { as, body: { userId: to.user._id } })
    expect((await handOver(spaceAdmin, other)).statusCode).toBe(200)
    expect(await queue(other)).toEqual(['Unkind'])
    expect(await news(other)).toContain(MESSAGES.reportedInSpace(den.name))
    await notifyOfEscalatedReports(server.services)
    expect(await unreadNews()).toEqual([MESSAGES.waits])
    const { things } = await read(administrator, '/admin/reports?state=open')
    const texts = things.map(({ evidence }: ReportQueue['things'][number]) => evidence.at(-1)?.text)
    expect(texts).toEqual(expect.arrayContaining(['Of the heir', 'The heir saw it', 'Two saw it']))
    expect(texts).not.toContain('Unkind')
    // Whoever gets it when nothing waits any more hears of nothing.
    const [thing] = (await read(other, `/spaces/${den._id}/reports`)).things
    const path = `/spaces/${den._id}/reports/${thing._id}/decision`
    await server.call('POST', path, { as: other, body: { act: 'dismiss' } })
    expect((await handOver(other, author)).statusCode).toBe(200)
    expect(await news(author)).not.toContain(MESSAGES.reportedInSpace(den.name))
  })

  it('is for administrators at once where the space passes to who is suspended', async () => {
    const attic = await makeSpace(server, spaceAdmin, { name: 'The attic' })
    for (const one of [author, reporter, other]) await enter(server, one, attic)
    const message = await say(server, author, attic, 'While nobody looks')
    await report(reporter, 'message', message._id)
    const path = `/admin/user/${other.user._id}/suspend`
    const body = { days: 1, text: 'Away' }
    await server.call('POST', path, { as: administrator, body })
    expect(await thingOf(message._id)).toBeUndefined()
    const to = { userId: other.user._id }
    await server.call('POST', `/spaces/${attic._id}/transfer`, { as: spaceAdmin, body: to })
    expect((await thingOf(message._id))?.space?._id).toBe(attic._id)
  })
})
