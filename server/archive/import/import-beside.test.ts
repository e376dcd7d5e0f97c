import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { importArchive } from '../../../tests/archives.ts'
import { filesWith, IMAGE } from '../../../tests/made-archives.ts'
import { ada, ben } from '../../../tests/people.ts'
import { befriend, post } from '../../../tests/post-actions.ts'
import { form, testImage } from '../../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { zipOf } from '../../../tests/zip-files.ts'
import { isPostgres } from '../../platform/database/portable-sql.ts'
import type { Queryable } from '../../schema.ts'
import { lockMember } from '../queries.ts'

// What others do while an archive is read. The embedded database has one writer, who waits for
// nobody.

let server: TestServer
let member: Member
let friend: Member
beforeAll(async () => {
  server = await openTestServer()
  member = await server.join(ada)
  friend = await server.join(ben)
  await befriend(server, member, friend)
})
afterAll(() => server.close())

/** Does this while some of the member's posts are written. */
async function whileHeld(work: (trx: Queryable) => Promise<void>) {
  const { db } = server.services
  if (!isPostgres(db)) return
  await db.transaction().execute(async (trx) => {
    expect(await lockMember(trx, member.id)).toEqual({ id: member.id })
    await work(trx)
  })
}

it('whoever mentions its reader waits for nothing', async () => {
  await whileHeld(async () => {
    const made = await post(server, friend, 'Hello @Ada')
    expect(made.mentions).toEqual([{ _id: member.user._id, username: 'Ada' }])
  })
})

it('a second reading and the end of the account wait for it', async () => {
  const { db } = server.services
  const order: string[] = []
  let second: Promise<unknown> | undefined
  let end: Promise<unknown> | undefined
  await whileHeld(async () => {
    second = db
      .transaction()
      .execute((trx) => lockMember(trx, member.id))
      .then(() => order.push('second'))
    end = server.call('DELETE', '/users/me', { as: member }).then(() => order.push('end'))
    await vi.waitFor(async () => {
      const waiting = sql`select 1 from pg_locks where not granted`
      expect((await waiting.execute(db)).rows).toHaveLength(2)
    })
    expect(order).toEqual([])
  })
  await Promise.all([second, end])
  expect(order.toSorted()).toEqual(second ? ['end', 'second'] : [])
})

it('leaves alone what its reader says of themselves meanwhile', async () => {
  const newcomer = await server.join({ ...ada, username: 'Cleo', email: 'cleo@example.org' })
  const files = await filesWith([])
  const profile = JSON.parse(String(files['data/profile.json']))
  const there = { ...profile, aboutMe: 'From there', pet: 'cat', photo: IMAGE }
  files['data/profile.json'] = JSON.stringify(there)
  const { images } = server.services
  const own = async () => (await server.call('GET', '/users/user', { as: newcomer })).json()
  let chosen: string | undefined
  const save = vi.spyOn(images, 'save')
  const { save: saveAnd } = images
  save.mockImplementationOnce(async (...given) => {
    const photo = { name: 'profilePhoto', filename: 'me.png', bytes: await testImage('png') }
    const body = form({ aboutMe: 'From here' }, photo)
    await server.call('PUT', '/users/profile', { as: newcomer, body })
    chosen = (await own()).profilePhoto
    return saveAnd(...given)
  })
  onTestFinished(() => save.mockRestore())
  expect(await importArchive(server, newcomer, await zipOf(files))).toMatchObject({ state: 'read' })
  expect(chosen).toEqual(expect.any(String))
  expect(await own()).toMatchObject({
    ...{ aboutMe: 'From here', petPreference: 'cat', profilePhoto: chosen },
  })
})
