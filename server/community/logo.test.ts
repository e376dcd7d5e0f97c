import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/community-settings.ts'
import { ada, ben } from '../../tests/people.ts'
import { form, testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { mutate } from '../platform/database/mutate.ts'
import type { DomainEvent } from '../realtime/bus.ts'
import { changeLogo } from './change-settings.ts'

const BUILT = `<html><head><link rel="icon" href="/favicon.svg"><link rel="apple-touch-icon" href="/a.png"></head>
<body><svg data-community="mark" class="size-4"><path d="M1"></path></svg></body></html>`

let server: TestServer
let admin: Member
let member: Member
beforeAll(async () => {
  server = await openTestServer({
    async prepare(dataDir) {
      const folder = join(dataDir, 'client')
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'index.html'), BUILT)
      await writeFile(join(folder, 'manifest.webmanifest'), '{"icons":[]}')
    },
  })
  admin = await server.join(ada)
  member = await server.join(ben)
})
afterAll(() => server.close())

const wide = () => testImage('png', { width: 200, height: 100 })
const get = (url: string) => server.app.inject({ url })
const logo = async () => (await server.call('GET', '/community')).json().logo as string | null

function put(bytes?: Buffer, as = admin) {
  const body = form({}, bytes && { name: 'logo', filename: 'logo.png', bytes })
  return server.call('PUT', '/admin/community/logo', { as, body })
}

const remove = (as = admin) => server.call('DELETE', '/admin/community/logo', { as })

describe('the logo', () => {
  it('is kept whole in squares, for everybody and for good', async () => {
    const before = await logo()
    expect(before).toBeNull()
    expect((await put(await wide())).statusCode).toBe(200)
    const address = (await logo()) ?? ''
    expect(address).toMatch(/^\/media\/logo\/[\w-]{36}\/192\.webp$/)
    for (const width of [192, 512, 640]) {
      const answer = await get(address.replace('/192.', `/${width}.`))
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      const { data, info } = await sharp(answer.rawPayload)
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([width, width])
      // Only the icon with a margin is opaque at its corner; the middle is the picture.
      expect(data[3]).toBe(width === 640 ? 255 : 0)
      expect(data[(data.length / 2 + width * 2) | 3]).toBe(255)
    }
  })

  it('is one picture, also where several administrators change it at once', async () => {
    const { services } = server
    await remove()
    const bytes = await wide()
    const images = await Promise.all([1, 2, 3, 4].map(() => services.images.save(0, 'logo', bytes)))
    await Promise.all(
      images.map((id) => mutate(services, (mutation) => changeLogo(services, mutation, id))),
    )
    const kept = services.db.selectFrom('images').select('id').where('kind', '=', 'logo')
    const shown = (await logo())?.split('/')[3]
    expect(await kept.where('delete_after', 'is', null).execute()).toEqual([{ id: shown }])
  })

  it('stands in the page, in the manifest, and is told to everybody', async () => {
    const events: DomainEvent[] = []
    const stop = server.services.bus.subscribe((event) => events.push(event))
    await put(await wide())
    stop()
    expect(events).toContainEqual(
      expect.objectContaining({ topics: ['everyone'], event: { type: 'community_changed' } }),
    )
    const address = (await logo()) ?? ''
    const plate = address.replace('/192.', '/640.')
    const { body } = await get('/')
    expect(body).toContain(`<link rel="icon" href="${address}">`)
    expect(body).toContain(`<link rel="apple-touch-icon" href="${plate}">`)
    expect(body).toContain(`<img src="${address}" alt="" class="size-4`)
    expect((await get('/manifest.webmanifest')).json().icons).toEqual([
      { src: address, sizes: '192x192', type: 'image/webp', purpose: 'any' },
      expect.objectContaining({ sizes: '512x512', purpose: 'any' }),
      { src: plate, sizes: '640x640', type: 'image/webp', purpose: 'maskable' },
    ])
    const [newest] = (await server.call('GET', '/admin/acts', { as: admin })).json()
    expect(newest).toMatchObject({ act: 'change_community', reason: 'logo' })
  })

  it('has another address each time, and the one before goes', async () => {
    await put(await wide())
    const first = (await logo()) ?? ''
    await put(await wide())
    const second = (await logo()) ?? ''
    expect(second).not.toBe(first)
    await expect.poll(async () => (await get(first)).statusCode).toBe(404)
    expect((await get(second)).statusCode).toBe(200)
    expect((await remove()).json().logo).toBeNull()
    expect(await logo()).toBeNull()
    await expect.poll(async () => (await get(second)).statusCode).toBe(404)
    expect((await get('/')).body).toContain('<svg data-community="mark"')
  })

  it('stays when the administrator who brought it leaves', async () => {
    const second = await server.join({ ...ben, username: 'Cleo', email: 'cleo@example.org' })
    await server.services.db
      .updateTable('users')
      .set({ is_admin: 1 })
      .where('id', '=', second.id)
      .execute()
    expect((await put(await wide(), second)).statusCode).toBe(200)
    const address = (await logo()) ?? ''
    expect((await server.call('DELETE', '/users/me', { as: second })).statusCode).toBe(200)
    await server.services.images.sweepSoon()
    expect(await logo()).toBe(address)
    expect((await get(address)).statusCode).toBe(200)
  })

  it('is refused where it is none, and changed by administrators only', async () => {
    const missing = await put()
    expect([missing.statusCode, missing.json().fields]).toEqual([
      400,
      { logo: MESSAGES.logoMissing },
    ])
    expect((await put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).statusCode).toBe(
      415,
    )
    expect((await put(await wide(), member)).statusCode).toBe(403)
    expect((await remove(member)).statusCode).toBe(403)
    expect((await server.call('DELETE', '/admin/community/logo')).statusCode).toBe(401)
  })
})
