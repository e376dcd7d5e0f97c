import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MESSAGES, type Space } from '../../contract/spaces.ts'
import { enter, makeSpace } from '../../tests/actions/space-actions.ts'
import { ada, ben, cleo, MISSING_ID } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { SafeFetchError } from '../platform/safe-fetch/safe-fetch.ts'
import type { Actor } from '../services.ts'
import { createSounds } from './ambient-sound.ts'

// A space's sound comes to its members by our own server.

const SOUND = 'https://sound.example.org/rain.mp3'
const RAIN = Buffer.from([0x49, 0x44, 0x33, 0x04, 0x00, 0xff])
let server: TestServer
let admin: Member
let member: Member
let stranger: Member
let internet: Map<string, Buffer>
let asked: { url: string; accept: string; maxBytes: number; timeoutMs: number }[]
beforeEach(async () => {
  internet = new Map([[SOUND, RAIN]])
  asked = []
  server = await openTestServer({
    rateLimits: true,
    safeFetch: {
      async get(url, how) {
        asked.push({ url, ...how })
        const body = internet.get(url)
        if (!body) throw new SafeFetchError('Nothing answers.')
        return body
      },
    },
  })
  admin = await server.join(ada)
  member = await server.join(ben)
  stranger = await server.join(cleo)
})
afterEach(() => server.close())

const withSound = (url = SOUND) => ({ sound: { url, name: 'Rain', volume: 0.3 } })
const listen = (space: Space, as?: Member) =>
  server.call('GET', `/spaces/${space._id}/sound`, as ? { as } : {})

it('is handed on as bytes and nothing else, fetched once for all who listen', async () => {
  const space = await makeSpace(server, admin, withSound())
  await enter(server, member, space)
  for (const listener of [admin, member]) {
    const answer = await listen(space, listener)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toEqual(RAIN)
    expect(answer.headers['content-type']).toBe('application/octet-stream')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['cache-control']).toBe('no-store')
  }
  expect(asked).toEqual([
    { url: SOUND, accept: 'audio/*', maxBytes: 8 * 1024 * 1024, timeoutMs: 10_000 },
  ])
})

it('is for those who may know where it lies', async () => {
  const space = await makeSpace(server, admin, { ...withSound(), isPrivate: true })
  expect((await listen(space)).statusCode).toBe(401)
  expect((await listen(space, stranger)).statusCode).toBe(404)
  expect(asked).toEqual([])
  expect((await listen(space, admin)).statusCode).toBe(200)
})

it('that cannot be had is told so, and asked for again', async () => {
  const space = await makeSpace(server, admin, withSound())
  internet.clear()
  const refused = await listen(space, admin)
  expect([refused.statusCode, refused.json().msg]).toEqual([404, MESSAGES.soundMissing])
  internet.set(SOUND, RAIN)
  expect((await listen(space, admin)).statusCode).toBe(200)
})

it('is one of two that a member may leave unread', async () => {
  const space = await makeSpace(server, admin, withSound())
  const readSound = createSounds(server.services)
  const [first, second] = [new PassThrough(), new PassThrough()]
  const read = (answer = new PassThrough(), { id }: Member = admin) =>
    readSound({ id, isAdmin: false } as Actor, Number(space._id), answer)
  for (const answer of [first, second]) expect(await read(answer)).toEqual(RAIN)
  await expect(read()).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(await read(new PassThrough(), member)).toEqual(RAIN)
  first.destroy()
  await expect.poll(() => read().catch(() => null)).toEqual(RAIN)
  // Each is taken before the next is asked for.
  for (let count = 0; count < 4; count++) expect((await listen(space, member)).statusCode).toBe(200)
})

it('is nothing where there is none', async () => {
  const silent = await makeSpace(server, admin, withSound(''))
  expect((await listen(silent, admin)).json().msg).toBe(MESSAGES.soundMissing)
  const gone = { ...silent, _id: MISSING_ID }
  expect((await listen(gone, admin)).json().msg).toBe(MESSAGES.spaceMissing)
  expect(asked).toEqual([])
})

it('is asked for twenty times a minute at most', async () => {
  const space = await makeSpace(server, admin, withSound())
  for (let time = 0; time < 20; time++) expect((await listen(space, admin)).statusCode).toBe(200)
  expect((await listen(space, admin)).statusCode).toBe(429)
})
