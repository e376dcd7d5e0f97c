import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_BRANDING } from '../../contract/community-branding.ts'
import { ada } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'

/** As the build draws it. */
const BUILT = `<!doctype html><html><head><meta name="description" content="Snug: warm">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">
<title>Snug</title></head><body><svg data-community="mark" viewBox="0 0 32 32" class="size-4"><path d="M1"></path></svg>
<span data-community="name" class="truncate">Snug</span><p data-community="tagline" class="quiet">Warm</p>
<nav data-community="pages" class="flex"><a class="link" href="/privacy-policy" data-discover="true">Privacy policy</a></nav>
</body></html>`

let server: TestServer
let admin: Member
beforeAll(async () => {
  server = await openTestServer({
    async prepare(dataDir) {
      const folder = join(dataDir, 'client')
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'index.html'), BUILT)
      await cp('web/public/manifest.webmanifest', join(folder, 'manifest.webmanifest'))
    },
  })
  admin = await server.join(ada)
})
afterAll(() => server.close())

const get = (url: string, headers = {}) => server.app.inject({ url, headers })
const change = (body: object) => server.call('PUT', '/admin/community', { as: admin, body })
const brandingIn = (html: string) =>
  JSON.parse(
    /<script type="application\/json" id="community">(.*?)<\/script>/.exec(html)?.[1] ?? '',
  )

describe('the page', () => {
  it('is as it was built, and says what the client has to know', async () => {
    const { body } = await get('/')
    expect(brandingIn(body)).toEqual({ ...DEFAULT_BRANDING, isSetUp: false })
    expect(body).toContain('<title>Snug</title>')
    expect(body).not.toContain('<style')
    expect(body.replace(/<script.*?<\/script>/, '').length).toBeGreaterThan(BUILT.length - 100)
  })

  it('is that of the new build once an update has put one there', async () => {
    expect((await get('/')).body).not.toContain('data-build')
    const file = join(server.dataDir, 'client/index.html')
    await writeFile(file, BUILT.replace('<body>', '<body data-build="next">'))
    expect((await get('/')).body).toContain('data-build="next"')
    await writeFile(file, BUILT)
  })

  it('is the community’s own from the first paint on, at every place', async () => {
    const rules = [{ title: 'Be kind', text: '' }]
    await change({
      name: 'Tea House',
      tagline: 'At four',
      accent: '#225577',
      rules,
      terms: 'Be fair.',
    })
    for (const url of ['/', '/friends', '/index.html']) {
      const { body } = await get(url)
      expect(body).toContain('<title>Tea House</title>')
      expect(body).toContain('content="Tea House: At four"')
      expect(body).toContain('<span data-community="name" class="truncate">Tea House</span>')
      expect(body).toContain('class="quiet">At four</p>')
      expect(body).toContain('<style id="accent">:root{--color-ember:light-dark(')
      expect(body.match(/<a [^>]*>[^<]*<\/a>/g)).toEqual([
        '<a class="link" href="/rules" data-discover="true">Rules</a>',
        '<a class="link" href="/privacy-policy" data-discover="true">Privacy policy</a>',
        '<a class="link" href="/terms" data-discover="true">Terms</a>',
      ])
    }
  })

  it('holds what is written in as text, whatever it is', async () => {
    const evil = `</script><img src=x>"'$&$1`
    await change({ name: evil, tagline: evil })
    const { body } = await get('/')
    expect(body).not.toContain('<img')
    expect(body.match(/<\/script>/g)).toHaveLength(1)
    expect(brandingIn(body)).toMatchObject({ name: evil, tagline: evil })
    expect(body).toContain('&lt;/script&gt;&lt;img src=x&gt;&quot;&#39;$&amp;$1')
  })

  it('is sent small, and not again while it is the same', async () => {
    await change({ name: 'Tea House', about: 'a'.repeat(4_000), imprint: 'Ada' })
    const plain = await get('/')
    const small = await get('/', { 'accept-encoding': 'br' })
    expect(small.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body)
    const again = () => get('/', { 'if-none-match': String(plain.headers.etag) })
    expect((await again()).statusCode).toBe(304)
    await change({ name: 'Tea Rooms' })
    expect((await again()).statusCode).toBe(200)
  })
})

it('the manifest has the name of the community', async () => {
  await change({ name: 'Tea House', tagline: 'At four' })
  const answer = await get('/manifest.webmanifest')
  expect(answer.headers['content-type']).toMatch('application/manifest+json')
  expect(answer.json()).toMatchObject({
    ...{ name: 'Tea House', short_name: 'Tea House', description: 'At four', start_url: '/' },
  })
})

it('the pages can be read by everybody, and there always is one about privacy', async () => {
  const page = (name: string) => server.call('GET', `/community/pages/${name}`)
  await change({ terms: 'Be fair.', imprint: '', privacy: '' })
  expect((await page('terms')).json()).toEqual({ text: 'Be fair.' })
  expect((await page('imprint')).statusCode).toBe(404)
  expect((await page('privacy')).json().text).toContain('## Who sees it')
  expect((await page('cookies')).statusCode).toBe(404)
  await change({ privacy: 'Our own.' })
  expect((await page('privacy')).json()).toEqual({ text: 'Our own.' })
})
