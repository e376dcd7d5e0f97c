import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callAs } from '../../tests/actions/calls.ts'
import { makePrivate } from '../../tests/actions/post-actions.ts'
import { listMember, writeBio } from '../../tests/listed-members.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import type { Schema } from '../schema.ts'

// Administrators find accounts as members find each other, and by what only they see.

let server: TestServer
let admin: Member
beforeEach(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
})
afterEach(() => server.close())

const page = async (q: string, more = '') => {
  const answer = await callAs(server, admin, 'GET', `/all?q=${encodeURIComponent(q)}${more}`)
  const { users, hasMore } = answer.json()
  return { names: users.map(({ username }: { username: string }) => username), hasMore }
}
const names = async (q: string, more?: string) => (await page(q, more)).names

it('finds by the beginning of any word of the username or the bio, after username and mail', async () => {
  await listMember(server, 'Quiet_One', { aboutMe: 'Mostly TÉA, some bread.' })
  await listMember(server, 'Green_Tea')
  await server.join({ ...cleo, username: 'Mailed', email: 'teapot@example.org' })
  await listMember(server, 'Teacup', { aboutMe: 'tea' })
  await listMember(server, 'Instead', { aboutMe: 'A steady hand' })
  const found = ['Teacup', 'Mailed', 'Green_Tea', 'Quiet_One']
  for (const q of ['tea', 'TEA', 'te'])
    expect(await page(q)).toEqual({ names: found, hasMore: false })
  expect(await names('téa')).toEqual(['Teacup', 'Green_Tea', 'Quiet_One'])
  expect(await page('tea green')).toEqual({ names: ['Green_Tea'], hasMore: false })
  expect(await names('one, bread')).toEqual(['Quiet_One'])
  expect(await page('tea coffee')).toEqual({ names: [], hasMore: false })
  for (const q of ['eacup', '%', '_'])
    expect(await page(q), q).toEqual({ names: [], hasMore: false })
})

it('has everybody on one page, and says whether there are others', async () => {
  for (const n of [1, 2, 3]) {
    await listMember(server, `Sam_${n}`, { aboutMe: 'samba, same sample' })
    await listMember(server, `Flot_sam${n}`, { aboutMe: 'sam' })
    await listMember(server, `Zed_${n}`, { aboutMe: 'sam, samba' })
  }
  await server.join({ ...cleo, username: 'Sam_Sam', email: 'sam@example.org' })
  await server.join({ ...ben, username: 'Mailed_Sam', email: 'sam2@example.org' })
  const expected = [
    ...['Sam_1', 'Sam_2', 'Sam_3', 'Sam_Sam', 'Mailed_Sam'],
    ...['Flot_sam1', 'Flot_sam2', 'Flot_sam3', 'Zed_3', 'Zed_2', 'Zed_1'],
  ]
  for (const limit of [1, 2, 3, 5, 100]) {
    const found: string[] = []
    for (let n = 1; n <= Math.ceil(expected.length / limit) + 1; n++) {
      const { names: some, hasMore } = await page('sam', `&limit=${limit}&page=${n}`)
      expect(hasMore, `${limit}, ${n}`).toBe(n * limit < expected.length)
      found.push(...some)
    }
    expect(found, `${limit}`).toEqual(expected)
  }
})

it('has everybody who is found on one page, whatever the order of usernames and emails', async () => {
  const member = await server.join(ben)
  const people = [
    ['4ann', '4z@example.org'],
    ['4bob', '4a@example.org'],
    ['zoe', '4m@example.org'],
    ['yan', '4n@example.org'],
    ['4cat', 'cat@example.org'],
  ] as const
  for (const [username, email] of people) await server.join({ ...cleo, username, email })
  const { db } = server.services
  await db.updateTable('users').set({ user_number: 40 }).where('user_number', '=', 4).execute()
  await db.updateTable('users').set({ user_number: 4 }).where('id', '=', member.id).execute()
  const expected = ['Ben', '4ann', '4bob', '4cat', 'zoe', 'yan']
  const inPages = async (limit: number) => {
    const all: string[] = []
    for (let n = 1; n <= Math.ceil(expected.length / limit) + 1; n++) {
      const found = await page('4', `&limit=${limit}&page=${n}`)
      expect(found.hasMore).toBe(n * limit < expected.length)
      all.push(...found.names)
    }
    return all
  }
  for (const limit of [1, 2, 4, 100]) expect(await inPages(limit), `${limit}`).toEqual(expected)
  expect(await names('4', '&only=administrators')).toEqual([])
})

it('finds by their words whoever they are, those who block them and themselves too', async () => {
  const member = await server.join({ ...ben, username: 'Some_Body' })
  await makePrivate(server, member)
  expect(await names('body')).toEqual(['Some_Body'])
  const blocked = await callAs(server, member, 'PUT', `/users/${admin.user._id}/block`)
  expect(blocked.statusCode).toBe(200)
  expect(await names('body')).toEqual(['Some_Body'])
  await writeBio(server, admin.id, 'Any body here?')
  expect(await page('body')).toEqual({ names: ['Some_Body', 'Ada'], hasMore: false })
  expect(await page('body', '&only=administrators')).toEqual({ names: ['Ada'], hasMore: false })
  expect(await page('body', '&only=suspended')).toEqual({ names: [], hasMore: false })
})

it('finds who is suspended or not verified by their words as well', async () => {
  const member = await server.join({ ...ben, username: 'Some_Body' })
  await writeBio(server, member.id, 'Any time for tea')
  const body = { days: 1, text: 'A day off' }
  await callAs(server, admin, 'POST', `/admin/user/${member.id}/suspend`, body)
  await server.register({ ...cleo, username: 'Every_Body' })
  expect(await page('body')).toEqual({ names: ['Some_Body', 'Every_Body'], hasMore: false })
  expect(await page('tea time')).toEqual({ names: ['Some_Body'], hasMore: false })
  expect(await names('body', '&only=suspended')).toEqual(['Some_Body'])
  expect(await names('body', '&only=unverified')).toEqual(['Every_Body'])
  expect(await page('body coffee')).toEqual({ names: [], hasMore: false })
  const db = server.database.connect<Schema>()
  const both = { suspended_until: 9e12 }
  await db.updateTable('users').set(both).where('username_key', '=', 'every_body').execute()
  expect(await page('body')).toEqual({
    names: ['Some_Body', 'Every_Body'].toReversed(),
    hasMore: false,
  })
})

it('cuts no text of theirs in which the words do not stand', async () => {
  const member = await server.join({ ...ben, username: 'Some_Body' })
  await writeBio(server, member.id, 'ชอบดื่มชา')
  const body = { days: 1, text: 'A day off' }
  await callAs(server, admin, 'POST', `/admin/user/${member.id}/suspend`, body)
  const cut = vi.spyOn(Intl.Segmenter.prototype, 'segment')
  expect(await names('body')).toEqual(['Some_Body'])
  expect(cut).not.toHaveBeenCalled()
  expect(await names('ดื่ม')).toEqual(['Some_Body'])
  expect(cut).toHaveBeenCalled()
})

it('finds who is suspended or not verified by the beginning of username and mail', async () => {
  const member = await server.join({ ...ben, username: 'Some_Ben' })
  const body = { days: 1, text: 'A day off' }
  await callAs(server, admin, 'POST', `/admin/user/${member.id}/suspend`, body)
  await server.register(cleo)
  for (const q of ['some', 'ben@']) {
    expect(await page(q)).toEqual({ names: ['Some_Ben'], hasMore: false })
    expect(await names(q, '&only=suspended')).toEqual(['Some_Ben'])
  }
  for (const q of ['cl', 'cleo@exa']) {
    expect(await page(q)).toEqual({ names: ['Cleo'], hasMore: false })
    expect(await names(q, '&only=unverified')).toEqual(['Cleo'])
  }
})
