import { beforeAll, describe, expect, it } from 'vitest'
import { MESSAGES as FORM_MESSAGES, SERVER_MESSAGES as MESSAGES } from '../../contract/reports.ts'
import { post } from '../../tests/actions/post-actions.ts'
import { remove as removeThing } from '../../tests/actions/removal-actions.ts'
import { reportActions } from '../../tests/actions/report-actions.ts'
import { ada, ben, cleo, jon, lea } from '../../tests/people.ts'
import { form, testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
/** Ada is the administrator, Ben writes, Cleo and Jon report. */
let administrator: Member
let author: Member
let reporter: Member
let second: Member
beforeAll(async () => {
  server = await openTestServer()
  administrator = await server.join(ada)
  author = await server.join(ben)
  reporter = await server.join(cleo)
  second = await server.join(jon)
  return () => server.close()
})

const { decide, news, read, readAll, report, thingOf, unreadNews } = reportActions(() => ({
  server,
  administrator,
}))

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
    expect((await decide(id, { act: 'warn', text: ' ' })).json().msg).toBe(
      FORM_MESSAGES.decisionMissing,
    )
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

  it('is not needed where an administrator removes the thing where they see it', async () => {
    const remove = (path: string) => removeThing(server, administrator, path)
    const { _id } = await post(server, author, 'Something unkind')
    for (const as of [reporter, second]) await report(as, 'post', _id)
    expect(await thingOf(_id)).toBeDefined()
    const told = async (as: Member) =>
      (await news(as)).filter((text) => text === MESSAGES.lookedAt).length
    const before = [await told(reporter), await told(second)]
    expect(await remove(`post/${_id}`)).toBe(200)
    expect(await thingOf(_id)).toBeUndefined()
    expect([await told(reporter), await told(second)]).toEqual(before.map((count) => count + 1))
    // What is no more than a part of it settles nothing.
    const photo = { name: 'profilePhoto', filename: 'a.png', bytes: await testImage() }
    await server.call('PUT', '/users/profile', { as: author, body: form({}, photo) })
    await report(reporter, 'profile', author.user._id)
    expect(await remove(`user/${author.user._id}/photo`)).toBe(200)
    expect(await thingOf(author.user._id)).toBeDefined()
    await decide((await thingOf(author.user._id))?._id, { act: 'dismiss', text: 'All is well' })
  })

  it('about what an administrator removes of themself is still somebody else’s', async () => {
    const { _id } = await post(server, administrator, 'From above')
    await report(reporter, 'post', _id)
    expect(await removeThing(server, administrator, `post/${_id}`)).toBe(200)
    const open = server.services.db.selectFrom('reports').select('id')
    expect(
      await open.where('thing_id', '=', Number(_id)).where('closed_at', 'is', null).execute(),
    ).toHaveLength(1)
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
