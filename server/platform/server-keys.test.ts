import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts'
import type { Schema } from '../schema.ts'
import { newSecretKey, parseSecret } from './secret.ts'
import { openServerKeys } from './server-keys.ts'

let database: TestDatabase
let db: Kysely<Schema>
let file: string
beforeEach(async () => {
  database = await openTestDatabase()
  db = database.connect()
  file = join(database.dataDir, 'secret.key')
})
afterEach(() => database.close())

const open = (secretKey: Buffer | null = null) =>
  openServerKeys(db, { secretKey, dataDir: database.dataDir })
const tokenKey = async (...given: Parameters<typeof open>) =>
  (await open(...given))('session tokens').toString('hex')

describe('the secret', () => {
  it('is made at the first start, in a file for its owner alone, and kept', async () => {
    const key = await tokenKey()
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(parseSecret((await readFile(file, 'utf8')).trim())).toHaveLength(32)
    expect(await tokenKey()).toBe(key)
    expect(await readdir(database.dataDir)).toContain('secret.key')
    expect((await readdir(database.dataDir)).filter((name) => /secret\.key\./.test(name))).toEqual(
      [],
    )
  })

  it('is one, however many processes start at once', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => tokenKey()))
    expect(new Set(keys).size).toBe(1)
  })

  it('is no file where it is a setting', async () => {
    await open(newSecretKey())
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  it('is nowhere in the database, nor is any key', async () => {
    const keys = await open()
    const rows = JSON.stringify(await db.selectFrom('server_state').selectAll().execute())
    const secret = parseSecret((await readFile(file, 'utf8')).trim()) ?? Buffer.alloc(0)
    for (const bytes of [secret, keys('session tokens'), keys('secret check')])
      for (const encoding of ['base64', 'base64url', 'hex'] as const)
        expect(rows).not.toContain(bytes.toString(encoding).slice(0, 20))
  })

  it('gives each purpose a key of its own', async () => {
    const keys = await open()
    const made = ['session tokens', 'picture addresses', 'redis prefix', 'secret check'] as const
    expect(new Set(made.map((purpose) => keys(purpose).toString('hex'))).size).toBe(4)
  })
})

describe('a start is refused in a sentence', () => {
  it('with another secret than the database was used with', async () => {
    const secret = newSecretKey()
    await open(secret)
    await expect(open(newSecretKey())).rejects.toThrow(/another secret than SECRET_KEY .+ rotate/)
    await open(secret)
  })

  it('when the file is gone, and makes no other', async () => {
    await open()
    await rm(file)
    await expect(open()).rejects.toThrow(/^The secret this database was used with is missing/)
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  it('when the file holds something else', async () => {
    await open()
    await writeFile(file, 'nonsense\n')
    await expect(open()).rejects.toThrow(/holds no secret of 32 bytes/)
  })
})

it('is read in hexadecimal and in base64, and as nothing else', () => {
  const secret = newSecretKey()
  for (const encoding of ['hex', 'base64', 'base64url'] as const)
    expect(parseSecret(secret.toString(encoding))).toEqual(secret)
  for (const text of [
    '',
    'geheim',
    'x'.repeat(32),
    secret.toString('hex').slice(2),
    '!'.repeat(43),
  ])
    expect(parseSecret(text)).toBeNull()
})
