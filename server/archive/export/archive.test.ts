import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { MESSAGES } from '../../../contract/archive.ts'
import {
  ARCHIVE_SCHEMA,
  ARCHIVED_LISTS,
  type ArchivedMessage,
  archivedProfile,
  archivedSettings,
} from '../../../contract/archive-format.ts'
import type { Comment } from '../../../contract/comments.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts'
import { befriend, post } from '../../../tests/actions/post-actions.ts'
import { enter, makeSpace, say } from '../../../tests/actions/space-actions.ts'
import {
  archiveFiles,
  archiveLink,
  archiveOf,
  makeArchive,
  unpackedArchive,
} from '../../../tests/archives.ts'
import { ada, ben, cleo, ivy, jon, kim } from '../../../tests/people.ts'
import { form, testImage } from '../../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { utcMinute } from '../../platform/timestamps.ts'
import { archiveMails } from './archive-mails.ts'
import { archiveDisposition } from './archive-name.ts'

const SCRIPT = '<script>alert("1")</script> & more'

let server: TestServer
let friend: Member
let owner: Member
let outsider: Member
beforeAll(async () => {
  server = await openTestServer()
  friend = await server.join(ada)
  owner = await server.join(cleo)
  outsider = await server.join(kim)
  await befriend(server, friend, owner)
})
afterAll(() => server.close())

/** What the owner does, and what others do around it. */
async function live() {
  const { call } = server
  const bytes = await testImage()
  await call('PUT', '/users/profile', {
    as: owner,
    body: form({ aboutMe: SCRIPT }, { name: 'profilePhoto', filename: 'me.png', bytes }),
  })
  const body = form(
    { text: SCRIPT, imageAlt: 'A pot' },
    { name: 'image', filename: 'a.png', bytes },
  )
  await call('POST', '/posts', { as: owner, body })
  await post(server, owner, 'For a few', 'squad')
  const theirs = await post(server, friend, 'Tea\nis ready')
  await post(server, friend, 'Coffee is ready')
  const comment = async (as: Member, text: string, parentId?: string): Promise<string> => {
    const sent = { as, body: { text, ...(parentId && { parentId }) } }
    const comments: Comment[] = (await call('POST', `/posts/${theirs._id}/comments`, sent)).json()
    return comments.find((each) => each.text === text)?._id ?? ''
  }
  await comment(owner, 'Coming')
  await comment(owner, 'With cake', await comment(friend, 'Who else\nis coming?'))
  // Whose comment they see no more: then it is the post that was answered.
  await comment(owner, 'Not me', await comment(outsider, 'Who brings milk?'))
  await call('PUT', `/users/${outsider.user._id}/block`, { as: owner })
  const garden = await makeSpace(server, friend)
  await enter(server, owner, garden)
  await say(server, owner, garden, 'Is anybody here?')
  await say(server, friend, garden, 'Only me')
  const begun = await call('POST', '/conversations', {
    as: owner,
    body: { userIds: [friend.user._id] },
  })
  if (begun.statusCode >= 300) throw new Error(`conversation: ${begun.statusCode} ${begun.body}`)
  const talk = begun.json()
  await say(server, owner, talk, 'Just us')
  await say(server, friend, talk, 'At last')
  for (const [as, imageAlt] of [
    [owner, 'My cup'],
    [friend, 'Coffee, which is theirs'],
    [owner, ''],
  ] as const) {
    const cup = form(
      { content: imageAlt ? '' : 'Another', imageAlt },
      { name: 'image', filename: 'cup.png', bytes },
    )
    await call('POST', `/spaces/${talk._id}/image-messages`, { as, body: cup })
  }
  const shared = { content: '', postId: theirs._id }
  await call('POST', `/spaces/${talk._id}/messages`, { as: friend, body: shared })
}

describe('an archive', () => {
  it('is made of an account with the longest address there is', async () => {
    const label = 'x'.repeat(60)
    const email = [`${'y'.repeat(64)}@${label}`, label, label, 'org'].join('.')
    expect(email.length).toBeGreaterThan(200)
    const member = await server.join({ ...ivy, email })
    expect(await makeArchive(server, member)).toMatchObject({ state: 'ready', problem: null })
  })

  it('holds what its owner made, as pages and as data, and nothing else of others', async () => {
    await live()
    const status = await makeArchive(server, owner)
    expect(status).toMatchObject({ state: 'ready', problem: null })
    expect(Date.parse(status.expiresAt ?? '') - server.services.clock()).toBe(7 * DAY_MS)
    const mail = await server.mailTo(cleo.email, 1)
    expect([mail.subject, mail.link]).toEqual([
      'Your archive of Snug is ready',
      'https://snug.example.org/profile/data',
    ])
    expect(mail.text).toContain(`It is there until ${utcMinute(status.expiresAt ?? '')}.`)
    const [news] = (await server.call('GET', '/notifications', { as: owner })).json()
    expect(news).toMatchObject({ text: MESSAGES.ready, leadsTo: 'data' })

    const files = await unpackedArchive(server, owner)
    const text = (path: string) => String(files.get(path))
    const lists = Object.fromEntries(
      Object.entries(ARCHIVED_LISTS).map(([name, item]) => {
        const { schema, [name]: lines } = JSON.parse(text(`data/${name}.json`))
        expect(schema).toBe(ARCHIVE_SCHEMA)
        return [name, z.array(item as z.ZodType<object>).parse(lines)]
      }),
    )
    const { $defs } = JSON.parse(await readFile('docs/archive-schema.json', 'utf8'))
    const data = [...files.keys()].filter((path) => path.startsWith('data/')).sort()
    expect(data).toEqual(
      Object.keys($defs)
        .map((name) => `data/${name}`)
        .sort(),
    )
    for (const path of data)
      z.fromJSONSchema($defs[path.slice('data/'.length)]).parse(JSON.parse(text(path)))
    expect(lists.posts).toMatchObject([
      { text: SCRIPT, images: [{ alt: 'A pot', width: 64, height: 48 }], audience: 'profile' },
      { text: 'For a few', images: [], audience: 'squad' },
    ])
    expect(lists.comments).toMatchObject([
      { text: 'Coming', answers: { author: 'Ada', text: 'Tea is ready' } },
      { text: 'With cake', answers: { author: 'Ada', text: 'Who else is coming?' } },
      { text: 'Not me', answers: { author: 'Ada', text: 'Tea is ready' } },
    ])
    expect(lists.messages).toMatchObject([
      { space: 'Garden', text: 'Is anybody here?' },
      { space: 'a conversation', text: 'Just us' },
      {
        space: 'a conversation',
        text: 'Photo',
        images: [{ alt: 'My cup', width: 64, height: 48 }],
      },
      { text: 'Another', images: [{ alt: '', width: 64, height: 48 }] },
    ])
    expect(lists.conversations).toMatchObject([
      { conversation: 'Ada', sender: 'Cleo', text: 'Just us' },
      { conversation: 'Ada', sender: 'Ada', text: 'At last' },
      { conversation: 'Ada', sender: 'Cleo', text: 'Photo: My cup' },
      { conversation: 'Ada', sender: 'Ada', text: 'Photo' },
      { conversation: 'Ada', sender: 'Cleo', text: 'Another\nPhoto' },
      { conversation: 'Ada', sender: 'Ada', text: 'Shared a post' },
    ])
    expect(lists.friends).toMatchObject([{ username: 'Ada', isSquad: false }])
    expect(lists['sign-ins']).toHaveLength(1)
    const profile = archivedProfile.parse(JSON.parse(text('data/profile.json')))
    expect(profile).toMatchObject({
      ...{ username: 'Cleo', email: cleo.email, aboutMe: SCRIPT },
      counts: { posts: 2, images: 3, comments: 3, messages: 4 },
    })
    expect(archivedSettings.parse(JSON.parse(text('data/settings.json')))).toMatchObject({
      ...{ isPrivate: false, asksForCode: false, blocked: ['Kim'] },
    })
    const shown = [...(lists.posts ?? []), ...(lists.messages ?? [])].flatMap(
      (each) => (each as ArchivedMessage).images,
    )
    expect(shown).toHaveLength(3)
    for (const image of [...shown, ...(profile.photo ? [profile.photo] : [])]) {
      const { width, format } = await sharp(files.get(image.file)).metadata()
      expect([width, format]).toEqual([image.width, 'webp'])
    }
    const all = [...files].map(([path, bytes]) => (path.endsWith('.webp') ? '' : String(bytes)))
    expect(all.join('\n')).not.toMatch(/Coffee|Only me|ada@/i)
    const pages = [...files.keys()].filter((path) => path.endsWith('.html'))
    for (const path of pages) {
      expect(text(path)).toContain('Content-Security-Policy')
      expect(text(path)).not.toMatch(
        /<script|src="(?!(\.\.\/)?pictures\/)|href="(?!(\.\.\/)?[\w/-]+\.html")/,
      )
      // Every way on a page leads somewhere.
      for (const [, way = ''] of text(path).matchAll(/(?:src|href)="([^"]+)"/g))
        expect(files.has(join(path, '..', way))).toBe(true)
    }
    expect(text('index.html')).toContain('&lt;script&gt;')
    expect(text('README.txt')).toContain('index.html')
  })

  it('is made once a day, for who typed the password lately', async () => {
    const again = () => server.call('POST', '/users/me/archive', { as: owner })
    const refused = await again()
    expect([refused.statusCode, refused.json().msg]).toEqual([429, MESSAGES.oncePerDay])
    expect(Number(refused.headers['retry-after'])).toBe(DAY_MS / 1_000)
    await server.services.db.updateTable('sessions').set({ confirmed_at: 0 }).execute()
    for (const path of ['/users/me/archive', '/users/me/archive/link']) {
      const unsure = await server.call('POST', path, { as: owner })
      expect([unsure.statusCode, unsure.json().error]).toEqual([403, 'confirmation_needed'])
    }
    owner = await server.signIn(cleo)
  })

  it('opens only in its owner’s browser, signed in, and goes on where it broke off', async () => {
    const { path, cookie } = await archiveLink(server, owner)
    const open = (headers: Record<string, string>, at = path) => server.call('GET', at, { headers })
    const whole = await open({ cookie })
    expect(whole.headers['content-disposition']).toMatch(
      /^attachment; filename="snug-Cleo-[\d-]+\.zip"; filename\*=UTF-8''snug-Cleo-[\d-]+\.zip$/,
    )
    expect(archiveDisposition('../"Жанна\r\n七', 0)).toBe(
      `attachment; filename="snug-__-1970-01-01.zip"; filename*=UTF-8''${encodeURIComponent('snug-_Жанна_七-1970-01-01.zip')}`,
    )
    const middle = await open({ cookie, range: 'bytes=10-99' })
    expect([middle.statusCode, middle.headers['content-range']]).toEqual([
      ...[206, `bytes 10-99/${whole.rawPayload.length}`],
    ])
    expect(middle.rawPayload.equals(whole.rawPayload.subarray(10, 100))).toBe(true)

    const elsewhere = await archiveLink(server, await server.signIn(cleo))
    const another = await server.join(ben)
    await makeArchive(server, another)
    const theirs = await archiveLink(server, another)
    const id = path.split('?')[0] ?? ''
    const tries: [Record<string, string>, string?][] = [
      [{}],
      [{ cookie: elsewhere.cookie }],
      [{ cookie: theirs.cookie }],
      [{ cookie: theirs.cookie }, theirs.path.replace(/^[^?]+/, id)],
      [{ cookie }, id],
      [{ cookie }, path.replace(/expires=\d/, 'expires=9')],
    ]
    for (const [headers, at] of tries) {
      const refused = await open(headers, at)
      expect([refused.statusCode, refused.json().msg]).toEqual([403, MESSAGES.linkInvalid])
      // A browser shows its words, and where to go on.
      const page = await open({ ...headers, accept: 'text/html,*/*;q=0.8' }, at)
      expect([page.statusCode, page.headers['content-type']]).toEqual([
        ...[403, 'text/html; charset=utf-8'],
      ])
      expect(page.body).toContain(`<p>${MESSAGES.linkInvalid}</p>`)
      expect(page.body).toContain('<a href="/profile/data">')
      expect(page.headers['content-security-policy']).toBe("frame-ancestors 'none'")
    }
    await server.call('POST', '/users/logout', { as: owner })
    expect((await open({ cookie })).statusCode).toBe(403)
    expect((await open({ cookie: theirs.cookie }, theirs.path)).statusCode).toBe(200)
    server.pass(HOUR_MS)
    expect((await open({ cookie: theirs.cookie }, theirs.path)).statusCode).toBe(403)
    owner = await server.signIn(cleo)
  })

  it('is removed after a week, and with its account', async () => {
    const leaver = await server.join(jon)
    await makeArchive(server, leaver)
    const before = (await archiveFiles(server)).length
    await server.call('DELETE', '/users/me', { as: leaver })
    await expect.poll(async () => (await archiveFiles(server)).length).toBe(before - 1)
    server.pass(7 * DAY_MS)
    owner = await server.signIn(cleo)
    expect(await archiveOf(server, owner)).toMatchObject({ state: 'none', nextAt: null })
    // Its mail may have waited as long.
    const compose = archiveMails(server.services)['archive-ready']
    expect(await compose({ userId: Number(owner.user._id) })).toBeNull()
    await server.services.archives.removeEnded()
    expect(await archiveFiles(server)).toEqual([])
    const none = await server.call('POST', '/users/me/archive/link', { as: owner })
    expect([none.statusCode, none.json().msg]).toEqual([404, MESSAGES.gone])
  })
})
