import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MESSAGES as ACCOUNT_MESSAGES } from '../../contract/accounts.ts'
import { HOUR_MS } from '../../contract/durations.ts'
import { ABOUT_ME_MAX, MESSAGES, PHOTO_MAX_BYTES, VIBING_TO_MAX } from '../../contract/profile.ts'
import { ada, ben } from '../../tests/people.ts'
import { KEEPS_SCENE, openForEach } from '../../tests/scenes/scene-for-each.ts'
import { form, testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import type { Id } from '../platform/ids.ts'
import type { DomainEvent } from '../realtime/bus.ts'

let server: TestServer
let member: Member
let other: Member
let told: DomainEvent[]
openForEach(async () => {
  server = await openTestServer()
  member = await server.join(ada)
  other = await server.join(ben)
  told = []
  server.services.bus.subscribe((event) => void told.push(event))
  return server
})

const edit = (as: Member | undefined, body: FormData) =>
  server.call('PUT', '/users/profile', { ...(as ? { as } : {}), body })
const own = async (as: Member) => (await server.call('GET', '/users/user', { as })).json()
const photo = (bytes: Buffer, filename = 'me.png') => ({ name: 'profilePhoto', filename, bytes })

async function photoFiles(): Promise<string[]> {
  const entries = await readdir(join(server.dataDir, 'images', 'photo'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

const ALL = {
  aboutMe: '  Tea,\r\nmostly. ',
  petPreference: 'cat',
  currentlyVibingTo: 'Rain',
  currentlyVibingToSpotify: 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
}
const KEPT = { ...ALL, aboutMe: 'Tea,\nmostly.' }

describe('PUT /users/profile', () => {
  it('changes the card and answers the member’s own record', async () => {
    const answer = await edit(member, form(ALL))
    expect(answer.statusCode).toBe(200)
    const { msg, message, ...record } = answer.json()
    expect([msg, message]).toEqual([MESSAGES.profileUpdated, MESSAGES.profileUpdated])
    expect(record).toEqual({ ...member.user, ...KEPT })
    expect(await own(member)).toEqual(record)
    const card = await server.call('GET', `/users/${member.user._id}/profile`, { as: other })
    expect(card.json()).toMatchObject(KEPT)
  })

  it('leaves what is absent as it is, and empties what is empty', async () => {
    await edit(member, form(ALL))
    await edit(member, form({ aboutMe: '' }))
    expect(await own(member)).toMatchObject({ ...KEPT, aboutMe: '' })
    await edit(member, form({ currentlyVibingToSpotify: '', petPreference: '' }))
    expect(await own(member)).toMatchObject({ currentlyVibingTo: 'Rain', petPreference: '' })
    expect((await edit(member, form({}))).statusCode).toBe(200)
    expect(await own(member)).toMatchObject({ currentlyVibingTo: 'Rain' })
  })

  it('asks for a token', KEEPS_SCENE, async () => {
    expect((await edit(undefined, form(ALL))).statusCode).toBe(401)
    expect(await own(member)).toEqual(member.user)
  })

  it('changes nobody else, and nothing that is not on the card', async () => {
    const before = await own(other)
    const answer = await edit(
      member,
      form({
        _id: other.user._id,
        user: other.user._id,
        username: 'Cleo',
        email: 'cleo@example.org',
        userNumber: '1000',
        isAdmin: 'false',
        isPrivate: 'true',
        squad: other.user._id,
        profilePhoto: 'https://example.org/a.png',
        aboutMe: 'Tea',
      }),
    )
    expect(answer.statusCode).toBe(200)
    expect(await own(member)).toEqual({ ...member.user, aboutMe: 'Tea' })
    expect(await own(other)).toEqual(before)
  })

  it.each([
    ['a long bio', { aboutMe: '🫖'.repeat(ABOUT_ME_MAX + 1) }, MESSAGES.aboutMeLong],
    ['a long line', { currentlyVibingTo: 'x'.repeat(VIBING_TO_MAX + 1) }, MESSAGES.vibingToLong],
    ['another pet', { petPreference: 'fish' }, MESSAGES.petInvalid],
  ])('refuses %s', KEEPS_SCENE, async (_what, fields, sentence) => {
    const answer = await edit(member, form({ currentlyVibingTo: 'Rain', ...fields }))
    expect(answer.statusCode).toBe(400)
    const [field] = Object.keys(fields)
    expect(answer.json()).toMatchObject({ msg: sentence, fields: { [field ?? '']: sentence } })
    expect(await own(member)).toEqual(member.user)
  })

  it.each([
    'http://open.spotify.com/track/a',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://ada:tea@open.spotify.com/track/a',
    'https://open.spotify.com/track/\u0000a',
    'https://open.spotify.com/track/a\nb',
    `https://open.spotify.com/${'x'.repeat(500)}`,
    'tea',
  ])('refuses %j as a link to music', KEEPS_SCENE, async (currentlyVibingToSpotify) => {
    const answer = await edit(member, form({ aboutMe: 'Tea', currentlyVibingToSpotify }))
    expect([answer.statusCode, answer.json().msg]).toEqual([400, MESSAGES.musicLinkInvalid])
    expect(await own(member)).toEqual(member.user)
  })

  it('takes the longest of each', async () => {
    const fields = {
      aboutMe: '🫖'.repeat(ABOUT_ME_MAX),
      currentlyVibingTo: '🎧'.repeat(VIBING_TO_MAX),
    }
    expect((await edit(member, form(fields))).json()).toMatchObject(fields)
  })

  it.each([
    ['JSON', { payload: ALL }],
    ['nothing', {}],
    [
      'a form of the other kind',
      { payload: 'aboutMe=Tea', type: 'application/x-www-form-urlencoded' },
    ],
  ])(
    'refuses %s with a sentence',
    KEEPS_SCENE,
    async (_what, { payload, type }: { payload?: unknown; type?: string }) => {
      const answer = await server.call('PUT', '/users/profile', {
        as: member,
        ...(payload ? { body: payload } : {}),
        ...(type ? { headers: { 'content-type': type } } : {}),
      })
      expect(answer.statusCode).toBe(415)
      expect(answer.json().msg).toMatch(/\w/)
    },
  )

  it('tells the member’s pages, and nobody else’s', async () => {
    await edit(member, form({ petPreference: 'fish' }))
    expect(told).toEqual([])
    await edit(member, form(ALL))
    const topics = [`member:${member.user._id}`]
    expect(told).toEqual([{ kind: 'broadcast', topics, event: { type: 'account_changed' } }])
  })

  it('lets the index of members follow, in the same transaction', async () => {
    const followed: Id[] = []
    const { hooks } = server.services
    const { searchTermsChanged } = hooks
    hooks.searchTermsChanged = async (mutation, id) => {
      await searchTermsChanged(mutation, id)
      followed.push(id)
      if (followed.length > 1) throw new Error('The index is broken.')
    }
    await edit(member, form({ aboutMe: 'Tea' }))
    expect(followed).toEqual([member.id])
    expect((await edit(member, form({ aboutMe: 'Coffee' }))).statusCode).toBe(500)
    expect((await own(member)).aboutMe).toBe('Tea')
  })
})

describe('the photo', () => {
  it('is kept in its sizes and shown to every member', async () => {
    const answer = await edit(member, form({}, photo(await testImage())))
    expect(answer.statusCode).toBe(200)
    const { profilePhoto } = answer.json()
    const served = await server.app.inject({ url: profilePhoto })
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp'])
    const card = await server.call('GET', `/users/${member.user._id}/profile`, { as: other })
    expect(card.json().profilePhoto).toBe(profilePhoto)
    expect(await photoFiles()).toHaveLength(3)
  })

  it('takes the place of the former, whose files go', async () => {
    const first = (await edit(member, form({}, photo(await testImage())))).json().profilePhoto
    const second = (await edit(member, form({}, photo(await testImage('jpeg'))))).json()
      .profilePhoto
    expect(second).not.toBe(first)
    await expect.poll(photoFiles).toHaveLength(3)
    expect((await server.app.inject({ url: first })).statusCode).toBe(404)
    expect((await server.app.inject({ url: second })).statusCode).toBe(200)
  })

  it('stays when none is sent, also when the form has an empty place for it', async () => {
    const { profilePhoto } = (await edit(member, form({}, photo(await testImage())))).json()
    for (const body of [
      form({ aboutMe: 'Tea' }),
      form({ aboutMe: 'Tea' }, photo(Buffer.alloc(0), '')),
      form({ aboutMe: 'Tea' }, photo(Buffer.alloc(0))),
    ])
      expect((await edit(member, body)).json()).toMatchObject({ aboutMe: 'Tea', profilePhoto })
  })

  it('is one: of two sent at once the other leaves nothing behind', async () => {
    const bytes = await testImage()
    const answers = await Promise.all([1, 2, 3].map(() => edit(member, form({}, photo(bytes)))))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    await expect.poll(photoFiles).toHaveLength(3)
    const { profilePhoto } = await own(member)
    expect((await server.app.inject({ url: profilePhoto })).statusCode).toBe(200)
  })

  it.each([
    ['no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ['damaged', Buffer.from('\x89PNG\r\n\x1a\nnot really', 'latin1'), 400],
    ['more than 15 MB', Buffer.alloc(PHOTO_MAX_BYTES + 1), 413],
  ])(
    'is refused when it is %s, and the text with it',
    KEEPS_SCENE,
    async (_what, bytes, status) => {
      const answer = await edit(member, form({ aboutMe: 'Tea' }, photo(bytes)))
      expect(answer.statusCode).toBe(status)
      expect(answer.json().fields).toEqual({ profilePhoto: answer.json().msg })
      if (status === 413) expect(answer.json().msg).toBe(MESSAGES.photoTooLarge)
      if (status === 415) expect(answer.json().msg).toBe(MESSAGES.notAPhoto)
      expect(await own(member)).toEqual(member.user)
      expect(await photoFiles()).toEqual([])
    },
  )

  it('is one file', async () => {
    const body = form({}, photo(await testImage()))
    body.append('profilePhoto', new Blob(['another']), 'b.png')
    const answer = await edit(member, body)
    expect([answer.statusCode, answer.json().msg]).toEqual([400, MESSAGES.onePhoto])
  })

  it('of an account that is deleted meanwhile is not kept', async () => {
    const [edited] = await Promise.all([
      edit(member, form({}, photo(await testImage()))),
      server.call('DELETE', '/users/me', { as: member }),
    ])
    if (edited.statusCode !== 200) {
      expect([edited.statusCode, edited.json().msg]).toEqual([401, ACCOUNT_MESSAGES.sessionEnded])
    }
    server.pass(HOUR_MS)
    await server.services.images.sweepSoon()
    expect(await photoFiles()).toEqual([])
  })
})

it('may be sent 30 photos in ten minutes', async () => {
  const limited = await openTestServer({ rateLimits: true })
  const sender = await limited.join(ada)
  const send = () =>
    limited.call('PUT', '/users/profile', {
      as: sender,
      body: form({}, photo(Buffer.from('no picture'))),
    })
  for (let sent = 0; sent < 30; sent++) expect((await send()).statusCode).toBe(415)
  const answer = await send()
  expect(answer.statusCode).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  const words = await limited.call('PUT', '/users/profile', {
    as: sender,
    body: form({ aboutMe: 'Tea' }),
  })
  expect(words.statusCode).toBe(200)
  await limited.close()
})
