import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DiscoveredPerson, MESSAGES } from '../../contract/friends.ts'
import { anyText } from '../../tests/access/any-input.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { form } from '../../tests/pictures.ts'
import { befriend, requestFriendship } from '../../tests/post-actions.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { type Id, newId } from '../platform/ids.ts'
import { indexMember } from './search-index.ts'

let server: TestServer
let viewer: Member
beforeEach(async () => {
  server = await openTestServer()
  viewer = await server.join(ada)
})
afterEach(() => server.close())

let number = 100
/** Someone who joined long ago or, with `verified_at` null, has not yet. */
async function someone(username: string, about_me = '', verified_at: number | null = 1) {
  number++
  const id = newId()
  const email = `${username.toLowerCase()}@secret.example.org`
  const user = {
    id,
    username,
    username_key: username.toLowerCase(),
    email,
    email_key: email,
    password_hash: '',
    user_number: number,
    verified_at,
    is_admin: 0,
    is_private: 0,
    photo_image_id: null,
    about_me,
    pet_preference: '',
    currently_vibing_to: '',
    currently_vibing_to_spotify: '',
    created_at: 1,
  }
  await server.services.db.transaction().execute(async (trx) => {
    await trx.insertInto('users').values(user).execute()
    await indexMember(trx, id)
  })
  return id
}

const get = (path: string, as = viewer) => server.call('GET', `/users/${path}`, { as })
const found = async (path: string): Promise<string[]> => {
  const people: DiscoveredPerson[] = (await get(path)).json()
  return people.map(({ username }) => username)
}
const discover = (q: string, more = '') => found(`all?q=${encodeURIComponent(q)}${more}`)
const search = (q: string) => found(`search?q=${encodeURIComponent(q)}`)

async function writeBio(memberId: Id, about_me: string) {
  await server.services.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ about_me }).where('id', '=', memberId).execute()
    await indexMember(trx, memberId)
  })
}

describe('GET /users/all', () => {
  it('lists other members, newest first, page by page', async () => {
    await server.join(ben)
    await server.join(cleo)
    await someone('Dora')
    await someone('Not_Yet', 'not yet verified', null)
    expect(await found('all')).toEqual(['Dora', 'Cleo', 'Ben'])
    expect(await found('all?limit=2')).toEqual(['Dora', 'Cleo'])
    expect(await found('all?limit=2&page=2')).toEqual(['Ben'])
    expect(await found('all?limit=2&page=3')).toEqual([])
  })

  it('says how each stands to the viewer, and nothing that is not for others', async () => {
    const members = { friend: await server.join(ben), sender: await server.join(cleo) }
    const dora = await someone('Dora', 'Tea 🫖')
    await befriend(server, viewer, members.friend)
    await requestFriendship(server, members.sender, viewer)
    await server.call('POST', `/users/friends/${dora}`, { as: viewer })
    const answer = await get('all')
    expect(answer.json()).toEqual([
      {
        _id: String(dora),
        username: 'Dora',
        userNumber: number,
        profilePhoto: null,
        aboutMe: 'Tea 🫖',
        isFriend: false,
        friendRequestSent: true,
        friendRequestReceived: false,
      },
      expect.objectContaining({
        username: 'Cleo',
        isFriend: false,
        friendRequestSent: false,
        friendRequestReceived: true,
      }),
      expect.objectContaining({
        username: 'Ben',
        isFriend: true,
        friendRequestSent: false,
        friendRequestReceived: false,
      }),
    ])
    for (const path of ['all', 'all?q=dora', 'search?q=dora', 'friends', 'friend-requests']) {
      const { body } = await get(path)
      expect(body).toMatch(/Dora|Ben|Cleo/)
      expect(body).not.toMatch(/example\.org|password/)
    }
  })

  it.each([
    'page=0',
    'page=x',
    'page=1.5',
    'page=99999999',
    'limit=0',
    'limit=51',
    `q=${'a'.repeat(101)}`,
  ])('refuses %s with a sentence', async (query) => {
    const answer = await get(`all?${query}`)
    expect(answer.statusCode).toBe(400)
    expect([MESSAGES.pageInvalid, MESSAGES.searchLong]).toContain(answer.json().msg)
  })
})

describe('GET /users/all?q=', () => {
  it('finds by the beginning of the username first, then by its further words, then in the bio', async () => {
    await someone('Tealeaf')
    await someone('Green_Tea')
    await someone('Instead', 'Nothing')
    await someone('Quiet_One', 'Mostly TEA, some bread.')
    await someone('Teacup', 'tea')
    await someone('Other', 'A steady hand')
    expect(await discover('tea')).toEqual(['Teacup', 'Tealeaf', 'Green_Tea', 'Quiet_One'])
    expect(await discover('TEA ')).toEqual(['Teacup', 'Tealeaf', 'Green_Tea', 'Quiet_One'])
    expect(await discover('quiet_one')).toEqual(['Quiet_One'])
    expect(await discover('one')).toEqual(['Quiet_One'])
    expect(await discover('t_o')).toEqual([])
    expect(await discover('coffee')).toEqual([])
  })

  it('wants every word, wherever each is', async () => {
    await someone('Gardener_1', 'Roses and tea')
    await someone('Reader_2', 'Tea. Books. Roses!')
    await someone('Reader_3', 'Books')
    expect(await discover('tea rose')).toEqual(['Reader_2', 'Gardener_1'])
    expect(await discover('reader tea')).toEqual(['Reader_2'])
    expect(await discover('tea  gardener, 1')).toEqual(['Gardener_1'])
    expect(await discover('tea rose coffee')).toEqual([])
  })

  it('has pages that neither repeat nor skip', async () => {
    const all = []
    for (let index = 0; index < 7; index++)
      all.push(await someone(`Sam_${index}`, 'samba same sample'))
    for (let index = 0; index < 7; index++) all.push(await someone(`Flot_sam${index}`, 'sam sam'))
    for (let index = 0; index < 7; index++) all.push(await someone(`Zed_${index}`, 'sam, samba'))
    const pages: string[][] = []
    for (let page = 1; page <= 8; page++) pages.push(await discover('sam', `&limit=3&page=${page}`))
    const names = pages.flat()
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 3, 3, 3, 3, 3, 0])
    expect(new Set(names).size).toBe(all.length)
    expect(names.slice(0, 2)).toEqual(['Sam_0', 'Sam_1'])
    expect(names.slice(14)).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `Zed_${index}`))
  })

  it('takes wildcards and marks as what they are', async () => {
    await someone('Under_Score', '50% off')
    await someone('Plain')
    await someone('_Line_')
    expect(await discover('_')).toEqual(['_Line_'])
    expect(await discover('score')).toEqual(['Under_Score'])
    for (const mark of ['%', '%%', '*', '?', "'", '\\', '"', '\u0000', '.', '%_%%'])
      expect(await discover(mark)).toEqual(mark === '%_%%' ? ['_Line_'] : [])
    expect(await discover('50%')).toEqual(['Under_Score'])
  })

  it('reads every script, case and way of writing, and emoji', async () => {
    await someone('Jose', 'Señora del té')
    await someone('Olga', 'Люблю чай')
    await someone('Kenji', '毎朝お茶を飲むのが好きです')
    await someone('Mei', '我喜欢喝茶和读书')
    await someone('Somchai', 'ฉันชอบดื่มชา')
    await someone('Mina', 'Always 🫖❤️')
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
    await writeBio(member.id, 'I like trains')
    expect(await discover('train')).toEqual(['Ben'])
    await writeBio(member.id, '漢'.repeat(500))
    expect(await discover('train')).toEqual([])
    expect(await discover('漢'.repeat(100))).toEqual(['Ben'])
    await server.call('DELETE', '/users/me', { as: member })
    expect(await discover('漢')).toEqual([])
  })

  it('never lists the viewer or who is not verified', async () => {
    await writeBio(viewer.id, 'tea')
    const waiting = await someone('Adam', 'tea', null)
    expect(await discover('ada')).toEqual([])
    expect(await discover('tea')).toEqual([])
    expect(await search('ada')).toEqual([])
    await server.services.db
      .updateTable('users')
      .set({ verified_at: 1 })
      .where('id', '=', waiting)
      .execute()
    await writeBio(waiting, 'tea')
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
    await someone('Lenny', 'ben')
    await someone('Reuben')
    await someone('Gentle_Ben')
    await someone('Benno')
    await someone('Bena')
    expect(await search('BEN')).toEqual(['Bena', 'Benno', 'Gentle_Ben'])
    expect(await search('gentle_b')).toEqual(['Gentle_Ben'])
    expect(await search('enny')).toEqual([])
  })

  it.each(['', ' ', '%', '_', 'be no', 'ben%', '\u0000', '漢'])('finds nobody by %j', async (q) => {
    await someone('Benno', 'be no %')
    expect(await search(q)).toEqual([])
  })

  it('gives twenty at most', async () => {
    for (let index = 10; index < 32; index++) await someone(`Ben_${index}`)
    const names = await search('ben')
    expect(names).toHaveLength(20)
    expect(names[0]).toBe('Ben_10')
  })
})

it('whatever is looked for gets a list or a sentence', async () => {
  await someone('Somebody', 'Anything at all 🫖')
  await fc.assert(
    fc.asyncProperty(anyText(110), async (text) => {
      const q = encodeURIComponent(text.toWellFormed())
      for (const path of [`all?q=${q}`, `all?page=${q}`, `all?limit=${q}`, `search?q=${q}`])
        expect([200, 400]).toContain((await get(path)).statusCode)
    }),
    { numRuns: 60 },
  )
})

describe('the lists', () => {
  it('hold friends by username and requests newest first, and the counts of all', async () => {
    const friend = await server.join(cleo)
    const other = await server.join(ben)
    await befriend(server, viewer, friend)
    await befriend(server, viewer, other)
    expect(await found('friends')).toEqual(['Ben', 'Cleo'])
    const ids = [await someone('Dora'), await someone('Emil')]
    const { db } = server.services
    for (const [index, sender_id] of ids.entries())
      await db
        .insertInto('friend_requests')
        .values({
          low_id: viewer.id,
          high_id: sender_id,
          sender_id,
          recipient_id: viewer.id,
          created_at: index,
        })
        .execute()
    await someone('Not_Yet', '', null)
    expect(await found('friend-requests')).toEqual(['Emil', 'Dora'])
    expect((await get('friend-counts')).json()).toEqual({ friends: 2, requests: 2, discover: 4 })
    expect((await get('friend-counts', friend)).json()).toEqual({
      friends: 1,
      requests: 0,
      discover: 4,
    })
  })
})
