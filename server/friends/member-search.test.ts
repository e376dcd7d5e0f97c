import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../contract/durations.ts'
import type { DiscoveredPerson } from '../../contract/friends.ts'
import { anyText } from '../../tests/access/any-input.ts'
import { callAs } from '../../tests/actions/calls.ts'
import { lastAct, remove, undo } from '../../tests/actions/removal-actions.ts'
import { listMember, writeBio } from '../../tests/listed-members.ts'
import { ada, ben } from '../../tests/people.ts'
import { form } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { endSuspensions } from '../accounts/suspension.ts'
import type { Id } from '../platform/ids.ts'

let server: TestServer
let viewer: Member
beforeEach(async () => {
  server = await openTestServer()
  viewer = await server.join(ada)
})
afterEach(() => server.close())

const get = (path: string) => server.call('GET', `/users/${path}`, { as: viewer })
const found = async (path: string): Promise<string[]> => {
  const people: DiscoveredPerson[] = (await get(path)).json()
  return people.map(({ username }) => username)
}
const discover = (q: string, more = '') => found(`all?q=${encodeURIComponent(q)}${more}`)
const search = (q: string) => found(`search?q=${encodeURIComponent(q)}`)
async function suspend(id: Id) {
  const body = { days: 1, text: 'A day off' }
  const answer = await callAs(server, viewer, 'POST', `/admin/user/${id}/suspend`, body)
  expect(answer.statusCode).toBe(200)
}
async function lift(id: Id) {
  const answer = await callAs(server, viewer, 'POST', `/admin/user/${id}/lift`, { text: 'Welcome' })
  expect(answer.statusCode).toBe(200)
}

describe('GET /users/all?q=', () => {
  it('finds by the beginning of the username first, then by its further words, then in the bio', async () => {
    await listMember(server, 'Tealeaf')
    await listMember(server, 'Green_Tea')
    await listMember(server, 'Instead', { aboutMe: 'Nothing' })
    await listMember(server, 'Quiet_One', { aboutMe: 'Mostly TEA, some bread.' })
    await listMember(server, 'Teacup', { aboutMe: 'tea' })
    await listMember(server, 'Other', { aboutMe: 'A steady hand' })
    expect(await discover('tea')).toEqual(['Teacup', 'Tealeaf', 'Green_Tea', 'Quiet_One'])
    expect(await discover('TEA ')).toEqual(['Teacup', 'Tealeaf', 'Green_Tea', 'Quiet_One'])
    expect(await discover('quiet_one')).toEqual(['Quiet_One'])
    expect(await discover('one')).toEqual(['Quiet_One'])
    expect(await discover('t_o')).toEqual([])
    expect(await discover('coffee')).toEqual([])
  })

  it('wants every word, wherever each is', async () => {
    await listMember(server, 'Gardener_1', { aboutMe: 'Roses and tea' })
    await listMember(server, 'Reader_2', { aboutMe: 'Tea. Books. Roses!' })
    await listMember(server, 'Reader_3', { aboutMe: 'Books' })
    expect(await discover('tea rose')).toEqual(['Reader_2', 'Gardener_1'])
    expect(await discover('reader tea')).toEqual(['Reader_2'])
    expect(await discover('tea  gardener, 1')).toEqual(['Gardener_1'])
    expect(await discover('tea rose coffee')).toEqual([])
  })

  it('has pages that neither repeat nor skip', async () => {
    const all = []
    for (let index = 0; index < 7; index++)
      all.push(await listMember(server, `Sam_${index}`, { aboutMe: 'samba same sample' }))
    for (let index = 0; index < 7; index++)
      all.push(await listMember(server, `Flot_sam${index}`, { aboutMe: 'sam sam' }))
    for (let index = 0; index < 7; index++)
      all.push(await listMember(server, `Zed_${index}`, { aboutMe: 'sam, samba' }))
    const pages: string[][] = []
    for (let page = 1; page <= 8; page++) pages.push(await discover('sam', `&limit=3&page=${page}`))
    const names = pages.flat()
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 3, 3, 3, 3, 3, 0])
    expect(new Set(names).size).toBe(all.length)
    expect(names.slice(0, 2)).toEqual(['Sam_0', 'Sam_1'])
    expect(names.slice(14)).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `Zed_${index}`))
  })

  it('takes wildcards and marks as what they are', async () => {
    await listMember(server, 'Under_Score', { aboutMe: '50% off' })
    await listMember(server, 'Plain')
    await listMember(server, '_Line_')
    expect(await discover('_')).toEqual(['_Line_'])
    expect(await discover('score')).toEqual(['Under_Score'])
    for (const mark of ['%', '%%', '*', '?', "'", '\\', '"', '\u0000', '.', '%_%%'])
      expect(await discover(mark)).toEqual(mark === '%_%%' ? ['_Line_'] : [])
    expect(await discover('50%')).toEqual(['Under_Score'])
  })

  it('reads every script, case and way of writing, and emoji', async () => {
    await listMember(server, 'Jose', { aboutMe: 'Señora del té' })
    await listMember(server, 'Olga', { aboutMe: 'Люблю чай' })
    await listMember(server, 'Kenji', { aboutMe: '毎朝お茶を飲むのが好きです' })
    await listMember(server, 'Mei', { aboutMe: '我喜欢喝茶和读书' })
    await listMember(server, 'Somchai', { aboutMe: 'ฉันชอบดื่มชา' })
    await listMember(server, 'Mina', { aboutMe: 'Always 🫖❤️' })
    expect(await discover('sen\u0303ORA')).toEqual(['Jose'])
    expect(await discover('ЧАЙ')).toEqual(['Olga'])
    expect(await discover('お茶')).toEqual(['Kenji'])
    expect(await discover('好き')).toEqual(['Kenji'])
    expect(await discover('お茶が好き')).toEqual(['Kenji'])
    expect(await discover('读书')).toEqual(['Mei'])
    expect(await discover('ดื่ม')).toEqual(['Somchai'])
    expect(await discover('🫖')).toEqual(['Mina'])
    expect(await discover('❤')).toEqual(['Mina'])
  })

  it('finds every word of a bio as long as it may be', async () => {
    const member = await server.join(ben)
    const letters = Array.from(
      'abcdefghijklmnopqrstuvwxyz0123456789ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ',
    )
    const words = [...letters, ...letters.map((letter) => `${letter}x`)]
    const aboutMe = `${words.join(' ')} ${'z'.repeat(120)} last`
    const edited = await server.call('PUT', '/users/profile', {
      as: member,
      body: form({ aboutMe }),
    })
    expect([edited.statusCode, aboutMe.length > 450]).toEqual([200, true])
    for (const word of [...words, 'last'])
      expect([word, await discover(word)]).toEqual([word, ['Ben']])
  })

  it('follows the bio, takes a word of any length, and forgets who has left', async () => {
    const member = await server.join(ben)
    await writeBio(server, member.id, 'I like trains')
    expect(await discover('train')).toEqual(['Ben'])
    await writeBio(server, member.id, '漢'.repeat(500))
    expect(await discover('train')).toEqual([])
    expect(await discover('漢'.repeat(100))).toEqual(['Ben'])
    await server.call('DELETE', '/users/me', { as: member })
    expect(await discover('漢')).toEqual([])
  })

  it('finds who was suspended as they are afterwards, whatever was taken and given back', async () => {
    const member = await server.join(ben)
    await writeBio(server, member.id, 'I like trains')
    await suspend(member.id)
    expect(await remove(server, viewer, `user/${member.id}/profile`)).toBe(200)
    const removal = (await lastAct(server, viewer))._id
    await lift(member.id)
    expect([await search('ben'), await discover('train')]).toEqual([['Ben'], []])
    await suspend(member.id)
    expect((await undo(server, viewer, removal)).statusCode).toBe(200)
    server.pass(25 * HOUR_MS)
    await endSuspensions(server.services)
    viewer = await server.signIn(ada)
    expect([await search('ben'), await discover('train')]).toEqual([['Ben'], ['Ben']])
  })

  it('fills its pages with others than those who are suspended', async () => {
    for (const name of ['Tea_1', 'Tea_2', 'Tea_3', 'Tea_4']) await listMember(server, name)
    const second = await listMember(server, 'Tea_15')
    expect(await discover('tea', '&limit=2')).toEqual(['Tea_1', 'Tea_15'])
    await suspend(second.id)
    expect(await discover('tea', '&limit=2')).toEqual(['Tea_1', 'Tea_2'])
    expect(await discover('tea', '&limit=2&page=2')).toEqual(['Tea_3', 'Tea_4'])
    await lift(second.id)
    expect(await discover('tea', '&limit=2')).toEqual(['Tea_1', 'Tea_15'])
  })

  it('never lists the viewer or who is not verified', async () => {
    await writeBio(server, viewer.id, 'tea')
    const waiting = await listMember(server, 'Adam', { aboutMe: 'tea', verifiedAt: null })
    expect(await discover('ada')).toEqual([])
    expect(await discover('tea')).toEqual([])
    expect(await search('ada')).toEqual([])
    await server.services.db
      .updateTable('users')
      .set({ verified_at: 1 })
      .where('id', '=', waiting.id)
      .execute()
    await writeBio(server, waiting.id, 'tea')
    expect(await discover('ada')).toEqual(['Adam'])
    expect(await discover('tea')).toEqual(['Adam'])
  })

  it('finds a member as soon as they verify', async () => {
    await server.register(ben)
    expect(await search('ben')).toEqual([])
    await server.verify(ben)
    expect(await search('ben')).toEqual(['Ben'])
  })
})

describe('GET /users/search', () => {
  it('finds usernames only, those that begin so first', async () => {
    await listMember(server, 'Lenny', { aboutMe: 'ben' })
    await listMember(server, 'Reuben')
    await listMember(server, 'Gentle_Ben')
    await listMember(server, 'Benno')
    await listMember(server, 'Bena')
    expect(await search('BEN')).toEqual(['Bena', 'Benno', 'Gentle_Ben'])
    expect(await search('gentle_b')).toEqual(['Gentle_Ben'])
    expect(await search('enny')).toEqual([])
  })

  it('wants every word in the username, and takes marks as what they are', async () => {
    await listMember(server, 'Byron_Adams', { aboutMe: 'tea' })
    await listMember(server, 'Ada_Byron', { aboutMe: 'tea' })
    await listMember(server, 'Adam')
    for (const q of ['byron ada', 'BYRON, Adá'])
      expect(new Set(await search(q))).toEqual(new Set(['Ada_Byron', 'Byron_Adams']))
    expect(await search('ada_b')).toEqual(['Ada_Byron'])
    expect(await search('@ada_byron')).toEqual(['Ada_Byron'])
    expect(await search('adam%')).toEqual(['Adam', 'Byron_Adams'])
    expect(await search('ada tea')).toEqual([])
  })

  it.each(['', ' ', '%', '_', 'be no', '\u0000', '漢'])('finds nobody by %j', async (q) => {
    await listMember(server, 'Benno', { aboutMe: 'be no %' })
    expect(await search(q)).toEqual([])
  })

  it('gives twenty at most', async () => {
    for (let index = 10; index < 32; index++) await listMember(server, `Ben_${index}`)
    const names = await search('ben')
    expect(names).toHaveLength(20)
    expect(names[0]).toBe('Ben_10')
  })
})

it('whatever is looked for gets a list or a sentence', async () => {
  await listMember(server, 'Somebody', { aboutMe: 'Anything at all 🫖' })
  await fc.assert(
    fc.asyncProperty(anyText(110), async (text) => {
      const q = encodeURIComponent(text.toWellFormed())
      for (const path of [`all?q=${q}`, `all?page=${q}`, `all?limit=${q}`, `search?q=${q}`])
        expect([200, 400]).toContain((await get(path)).statusCode)
    }),
    { numRuns: 60 },
  )
})
