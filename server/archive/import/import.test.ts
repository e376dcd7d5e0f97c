import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '../../../contract/durations.ts'
import { MESSAGES } from '../../../contract/import.ts'
import { feedAnswer } from '../../../contract/posts.ts'
import { UNMEASURABLE } from '../../../tests/access/any-input.ts'
import { befriend, post } from '../../../tests/actions/post-actions.ts'
import {
  downloadedArchive,
  importArchive,
  importOf,
  makeArchive,
  sendPiece,
  unpackedArchive,
} from '../../../tests/archives.ts'
import { archiveWith, IMAGE, line, NO_IMAGE } from '../../../tests/made-archives.ts'
import { ada, ben, cleo, jon } from '../../../tests/people.ts'
import { form, testImage } from '../../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { idsOfSecond } from '../../platform/ids.ts'

const SCRIPT = '<script>alert("1")</script> & <@1> @Ben'

let there: TestServer
let here: TestServer
beforeAll(async () => {
  ;[there, here] = await Promise.all([openTestServer(), openTestServer()])
  here.pass(20 * DAY_MS)
})
afterAll(() => Promise.all([there.close(), here.close()]))

interface Line {
  text: string
  images: { file: string; width: number; height: number; alt: string }[]
}

/** Posts of every kind, and what there is beside them. */
async function live(server: TestServer, owner: Member, friend: Member): Promise<Member> {
  const { call } = server
  const bytes = await testImage()
  const music = 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC'
  const card = { aboutMe: SCRIPT, petPreference: 'cat', currentlyVibingTo: 'Rain' }
  await call('PUT', '/users/profile', {
    as: owner,
    body: form(
      { ...card, currentlyVibingToSpotify: music },
      { name: 'profilePhoto', filename: 'me.png', bytes },
    ),
  })
  const many = form({ text: SCRIPT, imageAlt: 'A pot', imageAlt4: 'ein Löffel 🥄' })
  for (const width of [64, 80, 96, 112]) {
    const one = await testImage('png', { width, height: 48 })
    many.append('images', new Blob([new Uint8Array(one)]), `${width}.png`)
  }
  await call('POST', '/posts', { as: owner, body: many })
  await post(server, owner, 'For a few', 'squad')
  const edited = await post(server, owner, `Hello @${friend.username}`, 'friends')
  server.pass(DAY_MS)
  const [later, theirFriend] = [await server.signIn(owner), await server.signIn(friend)]
  await call('PUT', `/posts/${edited._id}`, {
    as: later,
    body: { text: 'Hello\n\nagain', revision: 0 },
  })
  const themeDate = new Date(server.services.clock()).toISOString().slice(0, 10)
  await call('POST', '/posts', { as: later, body: form({ text: 'Blue', themeDate }) })
  await call('PUT', '/conversations/settings', { as: later, body: { from: 'friends' } })
  await call('PUT', '/users/quiet-numbers', { as: later, body: { isQuiet: true } })
  const theirs = await post(server, theirFriend, 'Tea?')
  await call('POST', `/posts/${theirs._id}/comments`, { as: later, body: { text: 'Coming' } })
  return later
}

const feedOf = async (server: TestServer, as: Member, path = '/posts/friends') =>
  feedAnswer.parse((await server.call('GET', path, { as })).json()).posts

describe('an archive that is read here', () => {
  let owner: Member
  let friend: Member
  let zip: Buffer

  it('is the same again when it is made here, but for what is meant to differ', async () => {
    const [from, known] = [await there.join(cleo), await there.join(ada)]
    await befriend(there, from, known)
    const later = await live(there, from, known)
    await makeArchive(there, later)
    zip = await downloadedArchive(there, later)
    const before = await unpackedArchive(there, later)

    friend = await here.join(jon)
    owner = await here.join({ ...ben, username: 'Benno' })
    await befriend(here, friend, owner)
    const told = vi.fn()
    here.services.bus.subscribe(told)
    const news = async () => (await here.call('GET', '/notifications', { as: friend })).json()
    const [newsBefore, ownPost] = [await news(), await post(here, friend, 'I am here')]
    told.mockClear()
    const status = await importArchive(here, owner, zip)
    expect(status).toMatchObject({
      ...{ state: 'read', problem: null, posts: 4, postsRead: 4, postsNotRead: 0 },
      ...{ imagesNotRead: 0, friends: ['Ada'], from: { server: 'Snug', username: 'Cleo' } },
    })
    await makeArchive(here, owner)
    const after = await unpackedArchive(here, owner)
    const linesOf = (files: Map<string, Buffer>): Line[] =>
      JSON.parse(String(files.get('data/posts.json'))).posts
    const meantToDiffer = { id: '', editedAt: null, importedFrom: 'Snug', likes: 0, comments: 0 }
    const compared = (files: Map<string, Buffer>) =>
      linesOf(files).map((line) => ({
        ...{ ...line, ...meantToDiffer, audience: '' },
        text: line.text.replaceAll('\u2060', ''),
        images: line.images.map((one) => ({ ...one, file: files.has(one.file) })),
      }))
    expect(compared(after)).toEqual(compared(before))
    expect(linesOf(after)).toMatchObject([
      {
        audience: 'friends',
        images: [{ alt: 'A pot' }, { alt: '' }, {}, { alt: 'ein Löffel 🥄' }],
      },
      { audience: 'squad' },
      { audience: 'friends', text: 'Hello\n\nagain' },
      { audience: 'friends', theme: { date: '2026-01-16' } },
    ])
    const cardOf = (files: Map<string, Buffer>) => {
      const { aboutMe, pet, music, musicLink, photo } = JSON.parse(
        String(files.get('data/profile.json')),
      )
      return { aboutMe, pet, music, musicLink, photo: [photo.width, photo.height] }
    }
    expect(cardOf(after)).toEqual(cardOf(before))
    const choicesOf = (files: Map<string, Buffer>) => {
      const { messagePolicy, quietNumbers } = JSON.parse(String(files.get('data/settings.json')))
      return { messagePolicy, quietNumbers }
    }
    expect(choicesOf(before)).toEqual({ messagePolicy: 'friends', quietNumbers: true })
    expect(choicesOf(after)).toEqual(choicesOf(before))
    // Nobody is told, and nothing is at the top of anything.
    const kinds = told.mock.calls.flatMap(([event]) => (event.event ? [event.event.type] : []))
    expect(kinds).not.toContain('new_posts')
    // But their own pages, which say how many posts they have.
    expect(kinds.slice(kinds.indexOf('notification'))).toContain('account_changed')
    expect(await news()).toEqual(newsBefore)
    const [first, ...others] = await feedOf(here, friend)
    expect([first?._id, others.map(({ importedFrom }) => importedFrom)]).toEqual([
      ownPost._id,
      ['Snug', 'Snug', 'Snug'],
    ])
    expect(await feedOf(here, await here.join(ada), '/posts/public')).toHaveLength(1)
    const [, own] = (await here.call('GET', '/notifications', { as: owner })).json()
    expect(own).toMatchObject({ text: MESSAGES.wasRead(4, 0), leadsTo: 'data' })
  })

  it('is read once a day, into an account without posts, and where there is room', async () => {
    const tryAgain = async (as: Member) => {
      const { statusCode, body } = await sendPiece(here, as, zip)
      return [statusCode, JSON.parse(body).msg]
    }
    expect(await tryAgain(owner)).toEqual([429, MESSAGES.oncePerDay])
    expect(await tryAgain(friend)).toEqual([409, MESSAGES.notEmpty])
    const empty = await here.join(cleo)
    const full = vi.spyOn(here.services.imports, 'hasRoom').mockResolvedValue(false)
    expect(await tryAgain(empty)).toEqual([507, MESSAGES.noRoom])
    full.mockRestore()
    // A piece that is not the next one; the same once more; one that is too long.
    const part = zip.subarray(0, 100)
    const send = async (offset: number, bytes = zip.length) =>
      (await sendPiece(here, empty, part, { bytes, offset })).statusCode
    expect(await send(100)).toBe(409)
    expect([await send(0), await send(100), await send(100)]).toEqual([202, 202, 202])
    expect(await send(zip.length - 50)).toBe(400)
    expect(await send(200, zip.length + 1)).toBe(409)
    expect(await importOf(here, empty)).toMatchObject({ state: 'receiving', received: 200 })
    // Nobody else's.
    expect(await importOf(here, friend)).toMatchObject({ state: 'none' })
    const imports = here.services.db.updateTable('imports').where('user_id', '=', empty.id)
    await imports.set({ state: 'reading', held_until: here.services.clock() + DAY_MS }).execute()
    expect(await tryAgain(empty)).toEqual([409, MESSAGES.underWay])
    await imports.set({ state: 'receiving', held_until: 0 }).execute()
    await here.call('DELETE', '/users/me/import', { as: empty })
    expect(await importOf(here, empty)).toMatchObject({ state: 'none' })
  })

  it('is taken back as a whole, with its pictures', async () => {
    const images = () =>
      here.services.db
        .selectFrom('images')
        .select('id')
        .where('owner_id', '=', owner.id)
        .where('kind', '=', 'post')
        .where('delete_after', 'is', null)
        .execute()
    expect(await images()).toHaveLength(4)
    const written = await post(here, owner, 'Written here')
    const told = vi.fn()
    here.services.bus.subscribe(told)
    const answer = await here.call('DELETE', '/users/me/import', { as: owner })
    expect(answer.json()).toMatchObject({ state: expect.stringMatching(/^(taking|taken) back$/) })
    // On a busy machine it is answered before all of it is gone.
    await here.services.importJobs.finish(owner.id)
    expect(await importOf(here, owner)).toMatchObject({
      ...{ state: 'taken back', friends: [], undoUntil: null },
    })
    const left = await feedOf(here, owner, `/users/${owner.user._id}/posts`)
    expect(left.map(({ _id }) => _id)).toEqual([written._id])
    expect(await images()).toHaveLength(0)
    // Their open pages read anew how many posts they have.
    expect(told.mock.calls.map(([event]) => event)).toContainEqual({
      kind: 'broadcast',
      topics: [`member:${owner.id}`],
      event: { type: 'account_changed' },
    })
  })

  it('keeps the order of what has one moment, also where its second has no more room', async () => {
    const member = await here.join({ ...ada, username: 'Stamped', email: 'stamped@example.org' })
    const texts = Array.from({ length: 40 }, (_, n) => `At ${n}`)
    const moments = ['2019-01-01T00:00:00.999Z', '2019-01-01T00:00:01.000Z']
    const lines = moments.flatMap((createdAt) =>
      texts.map((text) => line(`${text} of ${createdAt}`, { createdAt })),
    )
    expect(await importArchive(here, member, await archiveWith(lines))).toMatchObject({
      ...{ state: 'read', postsRead: 2 * texts.length, postsNotRead: 0 },
    })
    const rows = await here.services.db
      .selectFrom('posts')
      .select('text')
      .where('author_id', '=', member.id)
      .orderBy('id')
      .execute()
    for (const moment of moments)
      expect(rows.map(({ text }) => text).filter((text) => text.endsWith(moment))).toEqual(
        texts.map((text) => `${text} of ${moment}`),
      )
  })

  it('looks for room nearby alone, however many seconds are full', async () => {
    const member = await here.join({ ...ada, username: 'Filled', email: 'filled@example.org' })
    const moment = Date.UTC(2018, 0) + 999
    const { first, next } = idsOfSecond(moment)
    const author = await here.join({ ...ada, username: 'Early', email: 'early@example.org' })
    const { _id } = await post(here, author, 'Of another')
    const { db } = here.services
    const row = await db
      .selectFrom('posts')
      .selectAll()
      .where('id', '=', Number(_id))
      .executeTakeFirstOrThrow()
    const ends = Array.from({ length: 16 }, (_, n) => next - 1 + n * (next - first))
    await db
      .insertInto('posts')
      .values(ends.map((id) => ({ ...row, id })))
      .execute()
    const createdAt = new Date(moment).toISOString()
    const lines = [
      line('Before', { createdAt: new Date(moment - 2_000).toISOString() }),
      line('No room', { createdAt }),
    ]
    expect(await importArchive(here, member, await archiveWith(lines))).toMatchObject({
      ...{ state: 'read', postsRead: 1, postsNotRead: 1 },
    })
  })

  it('leaves out what cannot be kept, and says how much that was', async () => {
    const member = await here.join({ ...ada, username: 'Line', email: 'line@example.org' })
    const archive = await archiveWith([
      ...[line('x'.repeat(5_001)), line(''), line('a\u0000b'), line('\ud800'), 7, null, [[[]]]],
      ...[
        line('Old', { createdAt: '1900-01-01T00:00:00.000Z' }),
        { ...line('No date'), createdAt: 1 },
      ],
      ...[
        line('Tomorrow', { createdAt: '2999-01-01T00:00:00.000Z' }),
        { ...line('Who?'), audience: 'x' },
      ],
      { ...line('Long'), extra: 'x'.repeat(600_000) },
      { ...line('Compare this'), text: UNMEASURABLE },
      // The same picture however often would fill the disk.
      { ...line('Kept'), images: [NO_IMAGE, ...Array(6).fill(IMAGE)] },
      line(SCRIPT, { importedFrom: ' \u202eA\nfirst Snug' }),
    ])
    expect(await importArchive(here, member, archive)).toMatchObject({
      ...{ state: 'read', posts: 15, postsRead: 2, postsNotRead: 13, imagesNotRead: 3 },
      friends: ['Ada'],
    })
    const posts = await feedOf(here, member, `/users/${member.user._id}/posts`)
    expect(
      posts.map(({ text, images, importedFrom }) => [text, images.length, importedFrom]),
    ).toEqual([
      [SCRIPT.replace('<@1>', '<\u2060@1>'), 0, 'A first Snug'],
      ['Kept', 1, 'Elsewhere'],
    ])
    expect(posts[0]?.mentions).toEqual([])
    const [news] = (await here.call('GET', '/notifications', { as: member })).json()
    expect(news.text).toBe('Your archive was read: 2 posts, 13 not')
  })
})
