import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ada, ben } from '../../tests/people.ts'
import { form, testImage } from '../../tests/test-images.ts'
import { type Member, openTestServer, secretIn, type TestServer } from '../../tests/test-server.ts'
import type { Schema } from '../schema.ts'

// Whoever holds a copy of the whole database, but not the secret beside it.

let server: TestServer
let member: Member
let db: Kysely<Schema>
beforeEach(async () => {
  server = await openTestServer()
  member = await server.join(ada)
  await server.register(ben)
  await server.mailTo(ben.email)
  await server.call('POST', '/users/forgot-password', { body: { email: ada.email } })
  await server.mailTo(ada.email, 1)
  db = server.database.connect<Schema>()
})
afterEach(() => server.close())

/** Every text in every table. */
async function textsOfCopy(): Promise<string[]> {
  const tables = await db.introspection.getTables()
  const texts = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      db,
    )
    for (const value of rows.flatMap((row) => Object.values(row)))
      if (typeof value === 'string' && value !== '') texts.add(value)
  }
  return [...texts]
}

/** What an attacker would try as a key: each text as it is, and what it may be a writing of. */
function keysIn(texts: string[]): Buffer[] {
  return texts.flatMap((text) =>
    (['utf8', 'base64', 'hex'] as const).map((encoding) => Buffer.from(text, encoding)),
  )
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text)

function forge(token: string, key: Buffer, sid: string): string {
  const [head = '', body = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const forged = Buffer.from(JSON.stringify({ ...claims, sid })).toString('base64url')
  return `${head}.${forged}.${hmac(key, `${head}.${forged}`).digest('base64url')}`
}

const whoAmI = async (token: string) =>
  (await server.call('GET', '/users/user', { as: { token } })).statusCode

describe('with a copy of the whole database', () => {
  it('nobody makes a token', async () => {
    const texts = await textsOfCopy()
    const sessions = (await db.selectFrom('sessions').select('id').execute()).map(({ id }) => id)
    expect(sessions).toHaveLength(1)
    expect(await whoAmI(member.token)).toBe(200)
    const statuses = new Set<number>()
    for (const key of keysIn(texts))
      for (const sid of sessions) statuses.add(await whoAmI(forge(member.token, key, sid)))
    expect([...statuses]).toEqual([401])
  })

  it('and with its keys as well, nobody names a session', async () => {
    const { id } = await db.selectFrom('sessions').select('id').executeTakeFirstOrThrow()
    const forged = server.services.tokens.issue(id, 1, server.services.clock())
    expect(await whoAmI(forged)).toBe(401)
    expect(await whoAmI(member.token)).toBe(200)
  })

  it('nobody follows a link that was mailed', async () => {
    const texts = await textsOfCopy()
    const reset = async (secret: string) => {
      const path = `/users/reset-password/${encodeURIComponent(secret)}`
      const answer = await server.call('POST', path, { body: { password: 'Another-Pass-7!' } })
      return answer.statusCode
    }
    for (const text of texts) {
      const path = `/users/verify/${encodeURIComponent(text)}`
      expect((await server.call('GET', path)).statusCode).not.toBe(200)
      expect((await server.call('DELETE', path)).statusCode).not.toBe(200)
      expect(await reset(text)).not.toBe(200)
    }
    await server.verify(ben)
    expect(await reset(secretIn(await server.mailTo(ada.email, 1)))).toBe(200)
  })

  it('nobody opens a picture', async () => {
    const image = { name: 'image', filename: 'picture.png', bytes: await testImage() }
    const body = form({ text: 'A picture' }, image)
    const { post } = (await server.call('POST', '/posts', { as: member, body })).json()
    const { url } = post.image.sources[0]
    const open = async (address: string) => (await server.app.inject({ url: address })).statusCode
    expect(await open(url)).toBe(200)
    const { pathname, searchParams } = new URL(url, 'http://snug')
    const { signature, ...named } = Object.fromEntries(searchParams)
    const said = [pathname.split('/')[3], ...Object.values(named)].join(' ')
    for (const key of keysIn(await textsOfCopy())) {
      const forged = hmac(key, said).digest().subarray(0, 16).toString('base64url')
      expect(await open(url.replace(String(signature), forged))).toBe(404)
    }
  })
})
