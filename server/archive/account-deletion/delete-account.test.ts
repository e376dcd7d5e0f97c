import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { DeletionPreview } from '../../../contract/account-deletion.ts'
import { notificationsOf } from '../../../tests/actions/friend-actions.ts'
import { post } from '../../../tests/actions/post-actions.ts'
import { enter, makeSpace, say } from '../../../tests/actions/space-actions.ts'
import { allMailSent } from '../../../tests/all-mail-sent.ts'
import { ada, ben, cleo, others, type Person } from '../../../tests/people.ts'
import { form, testImage } from '../../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'

let server: TestServer
let first: Member
let second: Member
let leaver: Member
beforeAll(async () => {
  server = await openTestServer({ environment: { BACKUP_KEEP_DAYS: '30' } })
  first = await server.join(ada)
  second = await server.join(ben)
  leaver = await server.join(cleo)
})
afterAll(() => server.close())

const remove = (body: object) => server.call('DELETE', '/users/me', { as: leaver, body })
const adminOf = async (space: { _id: string }) =>
  (await server.call('GET', `/spaces/${space._id}`, { as: first })).json().admin?._id

describe('deleting one’s account', () => {
  it('says before what goes and who inherits, hands on as chosen, and leaves a receipt', async () => {
    const image = { name: 'image', filename: 'a.png', bytes: await testImage() }
    await server.call('POST', '/posts', { as: leaver, body: form({ text: 'A pot' }, image) })
    const theirs = await post(server, first, 'Tea')
    const body = { text: 'Coming' }
    await server.call('POST', `/posts/${theirs._id}/comments`, { as: leaver, body })
    const tea = await makeSpace(server, leaver, { name: 'Tea' })
    const attic = await makeSpace(server, leaver, { name: 'Attic' })
    const alone = await makeSpace(server, leaver, { name: 'Alone' })
    for (const space of [tea, attic])
      for (const comer of [first, second]) await enter(server, comer, space)
    await say(server, leaver, tea, 'Hello')
    await say(server, leaver, tea, 'Anybody?')

    const preview = (await server.call('GET', '/users/me/deletion', { as: leaver })).json()
    expect(preview).toMatchObject({ posts: 1, images: 1, comments: 1, messages: 2 })
    expect(
      preview.spaces.map(({ name, heirs }: { name: string; heirs: { username: string }[] }) => [
        ...[name, ...heirs.map(({ username }) => username)],
      ]),
    ).toEqual([['Tea', 'Ada', 'Ben'], ['Attic', 'Ada', 'Ben'], ['Alone']])

    // Somebody who is not in it, somebody else's space: nothing is deleted.
    const garden = await makeSpace(server, first)
    const refused = [
      { space: alone._id, heir: first.user._id },
      { space: garden._id, heir: second.user._id },
    ]
    const right = { space: tea._id, heir: second.user._id }
    for (const heir of refused) {
      const answer = await remove({ heirs: [right, heir] })
      expect([403, 409]).toContain(answer.statusCode)
    }
    expect(await adminOf(tea)).toBe(leaver.user._id)
    expect((await server.call('GET', '/users/user', { as: leaver })).statusCode).toBe(200)

    const answer = await remove({ heirs: [right] })
    expect(answer.statusCode).toBe(200)
    await server.services.accountJobs.finish(leaver.id)
    expect([await adminOf(tea), await adminOf(attic)]).toEqual([second.user._id, first.user._id])
    // Both find it later, whoever chose them; of who is gone nothing is said.
    const told = async (heir: Member, name: string) => {
      const all = await notificationsOf(server, heir)
      return all.filter(({ text }) => text?.includes(name)).map(({ sender_id }) => sender_id)
    }
    expect([await told(second, 'Tea'), await told(first, 'Attic')]).toEqual([
      [undefined],
      [undefined],
    ])

    const mail = await server.mailTo(cleo.email, 1)
    expect(mail.subject).toBe('Your account on Snug is deleted')
    expect(mail.text).toContain('1 post, 1 picture, 1 comment and 2 messages')
    expect(mail.text).toContain('Backups made before 2026-01-15 still hold it until 2026-02-14.')
    const number = /number of this receipt is (\w+)/.exec(mail.text.replace(/\s+/g, ' '))?.[1] ?? ''
    expect(await server.services.db.selectFrom('deletion_receipts').selectAll().execute()).toEqual([
      {
        number_hash: hash('sha256', number, 'base64url'),
        deleted_at: server.services.clock(),
        ...{ posts: 1, images: 1, comments: 1, messages: 2 },
      },
    ])
    await allMailSent(server)
  })

  it('says before that one is the only administrator who can act', async () => {
    const isOnly = async (as: Member) =>
      (await server.call('GET', '/users/me/deletion', { as })).json<DeletionPreview>()
        .isOnlyAdministrator
    const change = (columns: object) =>
      server.services.db.updateTable('users').set(columns).where('id', '=', second.id).execute()
    expect([await isOnly(first), await isOnly(second)]).toEqual([true, false])
    await change({ is_admin: 1 })
    expect([await isOnly(first), await isOnly(second)]).toEqual([false, false])
    await change({ suspended_until: server.services.clock() + 60_000 })
    expect(await isOnly(first)).toBe(true)
    const { verified_at } = await server.services.db
      .selectFrom('users')
      .select('verified_at')
      .where('id', '=', second.id)
      .executeTakeFirstOrThrow()
    await change({ suspended_until: null, verified_at: null })
    expect(await isOnly(first)).toBe(true)
    await change({ is_admin: 0, verified_at })
  })

  it('says who inherits as it will be, also where a block or a suspension is between', async () => {
    const [dora, emil] = others as [Person, Person]
    const leaving = await server.join(dora)
    const blocked = await server.join(emil)
    const attic = await makeSpace(server, leaving, { name: 'Attic' })
    const cellar = await makeSpace(server, leaving, { name: 'Cellar' })
    const tea = await makeSpace(server, leaving, { name: 'Tea' })
    const comers = [
      [attic, second],
      [cellar, blocked],
      [tea, blocked],
      [tea, first],
      [attic, first],
    ] as const
    for (const [space, comer] of comers) {
      await enter(server, comer, space)
      server.pass(1)
    }
    await server.call('PUT', `/users/${blocked.user._id}/block`, { as: leaving })
    const { db } = server.services
    const suspend = (suspended_until: number | null) =>
      db.updateTable('users').set({ suspended_until }).where('id', '=', second.id).execute()
    await suspend(server.services.clock() + 60_000)

    const preview = await server.call('GET', '/users/me/deletion', { as: leaving })
    const said = preview
      .json<DeletionPreview>()
      .spaces.map(({ name, heirs }) => [...[name, ...heirs.map(({ username }) => username)]])
    expect(said.toSorted()).toEqual([
      ['Attic', 'Ada', 'Ben'],
      ['Cellar', 'Emil'],
      ['Tea', 'Emil', 'Ada'],
    ])
    await server.call('DELETE', '/users/me', { as: leaving })
    await server.services.accountJobs.finish(leaving.id)
    const admins = [await adminOf(attic), await adminOf(cellar), await adminOf(tea)]
    expect(admins).toEqual([first.user._id, blocked.user._id, blocked.user._id])
    await suspend(null)
  })

  it('hands nothing on where the account could not be deleted, and may be asked for again', async () => {
    const fred = others[2] as Person
    const leaving = await server.join(fred)
    const tea = await makeSpace(server, leaving, { name: 'Tea' })
    for (const comer of [first, second]) await enter(server, comer, tea)
    const body = { heirs: [{ space: tea._id, heir: second.user._id }] }
    const press = () => server.call('DELETE', '/users/me', { as: leaving, body })
    vi.spyOn(server.services.hooks, 'visibilityChanged').mockRejectedValueOnce(new Error('Away'))
    expect((await press()).statusCode).toBe(500)
    expect(await adminOf(tea)).toBe(leaving.user._id)
    expect((await press()).statusCode).toBe(200)
    expect(await adminOf(tea)).toBe(second.user._id)
  })
})
