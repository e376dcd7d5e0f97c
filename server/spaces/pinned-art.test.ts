import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Space } from '../../contract/spaces.ts'
import { enter, GARDEN, lookAt, makeSpace } from '../../tests/actions/space-actions.ts'
import { lockIsAwaited } from '../../tests/awaited-lock.ts'
import { ada, ben } from '../../tests/people.ts'
import { testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import { isPostgres, withRowLock } from '../platform/database/portable-sql.ts'
import { SafeFetchError } from '../platform/safe-fetch/safe-fetch.ts'

// A space's pinned art is copied to our own server when it is pinned.

const ART = 'https://art.example.org/moon.png'
let server: TestServer
let admin: Member
let member: Member
let internet: Map<string, Buffer>
let asked: string[]
beforeEach(async () => {
  internet = new Map([[ART, await testImage('png', { width: 1_200, height: 800 })]])
  asked = []
  server = await openTestServer({
    safeFetch: {
      async get(url) {
        asked.push(url)
        const body = internet.get(url)
        if (!body) throw new SafeFetchError('Nothing answers.')
        return body
      },
    },
  })
  admin = await server.join(ada)
  member = await server.join(ben)
})
afterEach(() => server.close())

const withArt = (url = ART) => ({ pinnedArt: { url, title: 'Moon', artist: 'Ada' } })
const open = (address: string) => server.app.inject(address)
const edit = (space: Space, body: object) =>
  server.call('PUT', `/spaces/${space._id}`, { as: admin, body: { ...GARDEN, ...body } })
const images = () => server.services.db.selectFrom('images').select('id').execute()

it('is shown from our own server, made new, by a signed address', async () => {
  const { _id, pinnedArt } = await makeSpace(server, admin, withArt())
  expect(pinnedArt).toMatchObject({ url: ART, title: 'Moon' })
  expect(pinnedArt.image).toMatch(/^\/media\/post\/[^?]+\?viewer=\d+&expires=/)
  const answer = await open(pinnedArt.image ?? '')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
  expect((await open((pinnedArt.image ?? '').replace(/\?.*/, ''))).statusCode).toBe(404)
  expect((await lookAt(server, member, { _id } as Space)).pinnedArt.image).not.toBeNull()
})

it('of a private space is for its members only', async () => {
  const space = await makeSpace(server, admin, { ...withArt(), isPrivate: true })
  expect((await lookAt(server, member, space)).pinnedArt).toMatchObject({ url: '', image: null })
})

it('ends for who is no member when the space turns private', async () => {
  const space = await makeSpace(server, admin, withArt())
  const handed = (await lookAt(server, member, space)).pinnedArt.image ?? ''
  const own = (await lookAt(server, admin, space)).pinnedArt.image ?? ''
  expect((await open(handed)).statusCode).toBe(200)
  await edit(space, { ...withArt(), isPrivate: true })
  expect((await open(handed)).statusCode).toBe(404)
  expect((await open(own)).statusCode).toBe(200)
})

it('stays while its address does, and is replaced with it', async () => {
  const space = await makeSpace(server, admin, withArt())
  await edit(space, { ...withArt(), name: 'Another name' })
  expect(asked).toEqual([ART])
  const sun = 'https://art.example.org/sun.png'
  internet.set(sun, await testImage('png'))
  const edited = (await edit(space, withArt(sun))).json()
  expect(edited.pinnedArt.image).not.toBe(space.pinnedArt.image)
  server.services.images.sweepSoon()
  await expect.poll(async () => (await images()).length).toBe(1)
  expect((await edit(space, withArt(''))).json().pinnedArt.image).toBeNull()
  server.services.images.sweepSoon()
  await expect.poll(async () => (await images()).length).toBe(0)
})

it('is that of its address where another is pinned by a save at the same moment', async () => {
  const { db, images } = server.services
  const space = await makeSpace(server, admin, withArt())
  const other = await images.save(Number(space._id), 'post', await testImage('png'))
  let saving: ReturnType<typeof edit> | undefined
  await db.transaction().execute(async (trx) => {
    // It has found the same address, and waits for its account.
    await lockAccount(trx, admin.id)
    saving = edit(space, withArt())
    if (isPostgres(db)) await lockIsAwaited(db, saving)
    await images.use(trx, other)
    const pinned = { art_url: 'https://art.example.org/sun.png', art_image_id: other }
    await trx.updateTable('spaces').set(pinned).where('id', '=', Number(space._id)).execute()
  })
  const { url, image } = (await saving)?.json().pinnedArt ?? {}
  expect([url, image]).toEqual([ART, expect.any(String)])
  expect(image).not.toContain(other)
})

it('is fetched while others write in the space: who saves it waits for them to write only', async () => {
  const { db } = server.services
  const space = await makeSpace(server, admin)
  let saving: ReturnType<typeof edit> | undefined
  await db.transaction().execute(async (trx) => {
    const held = trx.selectFrom('spaces').select('id').where('id', '=', Number(space._id))
    await withRowLock(trx, held).execute()
    saving = edit(space, withArt())
    // SQLite has one writer, which this one's reads wait for.
    if (isPostgres(db)) await expect.poll(() => asked).toEqual([ART])
  })
  expect((await saving)?.statusCode).toBe(200)
  expect(asked).toEqual([ART])
})

it('that cannot be had leaves its title, and is tried again with the next edit', async () => {
  const sun = 'https://art.example.org/sun.png'
  const space = await makeSpace(server, admin, withArt(sun))
  expect(space.pinnedArt).toEqual({ url: sun, title: 'Moon', artist: 'Ada', image: null })
  internet.set(sun, Buffer.from('<svg/>'))
  expect((await edit(space, withArt(sun))).json().pinnedArt.image).toBeNull()
  internet.set(sun, await testImage('png'))
  expect((await edit(space, withArt(sun))).json().pinnedArt.image).not.toBeNull()
})

it('is never fetched for who may not edit', async () => {
  const space = await makeSpace(server, admin)
  await enter(server, member, space)
  const body = { ...GARDEN, ...withArt() }
  const answer = await server.call('PUT', `/spaces/${space._id}`, { as: member, body })
  expect(answer.statusCode).toBe(403)
  expect(asked).toEqual([])
})

it('goes with the space, and stays when the space passes on', async () => {
  const space = await makeSpace(server, admin, withArt())
  await enter(server, member, space)
  await server.call('DELETE', '/users/me', { as: admin })
  const passed = await lookAt(server, member, space)
  expect((await open(passed.pinnedArt.image ?? '')).statusCode).toBe(200)
  await server.call('DELETE', `/spaces/${space._id}`, { as: member })
  server.services.images.sweepSoon()
  await expect.poll(async () => (await images()).length).toBe(0)
})
