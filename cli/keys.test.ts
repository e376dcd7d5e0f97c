import { promises } from 'node:fs'
import { chmod, readdir, readFile, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { TransactionBuilder } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CLOSED } from '../contract/realtime.ts'
import { createSecondFactorKeys } from '../server/accounts/second-factor/second-factor-keys.ts'
import { openServerKeys } from '../server/platform/server-keys.ts'
import { snug as run } from '../tests/commands.ts'
import { ada, ben } from '../tests/people.ts'
import { connect } from '../tests/realtime-client.ts'
import { type Member, openTestServer, secretIn, type TestServer } from '../tests/test-server.ts'

/** So many more steps are done with files of secrets, and with commits; then all fails. */
const power = { stepsLeft: Number.POSITIVE_INFINITY }

function spend() {
  if (power.stepsLeft <= 0) throw new Error('cut off')
  power.stepsLeft--
}

// Not by mocked modules: the files of a worker share theirs, and what was loaded before has the
// others.
type Step = (...given: unknown[]) => Promise<unknown>
const disk = promises as unknown as Record<string, Step>
const steps = Object.fromEntries(['open', 'rename', 'rm'].map((name) => [name, disk[name] as Step]))

function watchPower() {
  for (const [name, step] of Object.entries(steps))
    disk[name] = async (...given) => {
      if (`${given[0]}`.includes('secret.key')) spend()
      return step.apply(promises, given)
    }
  syncBuiltinESMExports()
  const commit = TransactionBuilder.prototype.execute
  vi.spyOn(TransactionBuilder.prototype, 'execute').mockImplementation(function (
    this: TransactionBuilder<unknown>,
    work,
  ) {
    return commit.call(this, async (trx) => {
      const result = await work(trx)
      spend()
      return result
    })
  } as typeof commit)
}

afterEach(() => {
  Object.assign(disk, steps)
  syncBuiltinESMExports()
})

let server: TestServer
let member: Member
beforeEach(async () => {
  server = await openTestServer()
  member = await server.join(ada)
})
afterEach(() => server.close())

const snug = (words: string[], more: Record<string, string> = {}) =>
  run(words, {
    DATA_DIR: server.dataDir,
    DATABASE_URL: server.database.databaseUrl ?? '',
    ...more,
  })

const secretFile = () => readFile(join(server.dataDir, 'secret.key'), 'utf8')
const statusOf = async (of: TestServer, { token }: { token: string }) =>
  (await of.call('GET', '/users/user', { as: { token } })).statusCode

describe('snug keys rotate', () => {
  it('asks first, and then ends every session and every link in mail', async () => {
    await server.call('POST', '/users/forgot-password', { body: { email: ada.email } })
    const link = secretIn(await server.mailTo(ada.email, 1))
    const client = await connect(server, member)
    const before = await secretFile()
    expect((await snug(['keys', 'rotate'])).err).toMatch(/Add --yes/)
    expect([await secretFile(), await statusOf(server, member)]).toEqual([before, 200])

    const { code, out } = await snug(['keys', 'rotate', '--yes'])
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /every session.+Restart Snug now: until then it .+ refuses the codes/is,
      ),
    ])
    expect(await secretFile()).not.toBe(before)
    expect(await statusOf(server, member)).toBe(401)
    expect((await server.call('GET', `/users/reset-password/${link}`)).statusCode).toBe(400)
    expect(await client.closed).toBe(CLOSED.unauthorized)
  })

  it('leaves members who sign in afterwards signed in, and their old tokens worthless', async () => {
    await snug(['keys', 'rotate', '--yes'])
    const restarted = await openTestServer({ beside: server })
    expect(await statusOf(restarted, member)).toBe(401)
    expect(await statusOf(restarted, await restarted.signIn(ada))).toBe(200)
    await restarted.close()
  })

  it('leaves the codes of apps right', async () => {
    const { secondFactorKeys, db } = server.services
    const secret = secondFactorKeys.encrypt('the secret of an app', member.id)
    const factor = { user_id: member.id, secret, confirmed_at: 1, last_step: 0, ends_at: null }
    await db.insertInto('second_factors').values(factor).execute()
    await snug(['keys', 'rotate', '--yes'])
    const kept = await db.selectFrom('second_factors').select('secret').executeTakeFirstOrThrow()
    expect(secondFactorKeys.decrypt(kept.secret, member.id)).toBeNull()
    const restarted = await openTestServer({ beside: server })
    const { secondFactorKeys: anew } = restarted.services
    expect(anew.decrypt(kept.secret, member.id)).toBe('the secret of an app')
    await restarted.close()
  })

  it('loses nothing, at whatever step it is cut off', async () => {
    const { secondFactorKeys, db } = server.services
    const secret = secondFactorKeys.encrypt('the secret of an app', member.id)
    const factor = { user_id: member.id, secret, confirmed_at: 1, last_step: 0, ends_at: null }
    await db.insertInto('second_factors').values(factor).execute()
    const place = { secretKey: null, dataDir: server.dataDir }
    const used = new Set<string>()
    watchPower()
    for (let steps = 0, code: number | null = 1; code !== 0; steps++) {
      power.stepsLeft = steps
      code = (await snug(['keys', 'rotate', '--yes'])).code
      power.stepsLeft = Number.POSITIVE_INFINITY
      const keys = createSecondFactorKeys(await openServerKeys(db, place))
      const kept = await db.selectFrom('second_factors').select('secret').executeTakeFirstOrThrow()
      expect(keys.decrypt(kept.secret, member.id), `after ${steps}`).toBe('the secret of an app')
      used.add(await secretFile())
    }
    // Cut off between the commit and the file, it was done at the next start.
    expect(used.size).toBeGreaterThan(2)
    const left = (await readdir(server.dataDir)).filter((name) => name.startsWith('secret.key'))
    expect(left).toEqual(['secret.key'])
  })

  it('is done by two at once, one after the other', async () => {
    const { secondFactorKeys, db } = server.services
    const secret = secondFactorKeys.encrypt('the secret of an app', member.id)
    const factor = { user_id: member.id, secret, confirmed_at: 1, last_step: 0, ends_at: null }
    await db.insertInto('second_factors').values(factor).execute()
    const rotate = async () => (await snug(['keys', 'rotate', '--yes'])).code
    expect(await Promise.all([rotate(), rotate()])).toEqual([0, 0])
    const keys = await openServerKeys(db, { secretKey: null, dataDir: server.dataDir })
    const kept = await db.selectFrom('second_factors').select('secret').executeTakeFirstOrThrow()
    expect(createSecondFactorKeys(keys).decrypt(kept.secret, member.id)).toBe(
      'the secret of an app',
    )
  })

  it('is the way on when the secret is lost', async () => {
    await rm(join(server.dataDir, 'secret.key'))
    await expect(openTestServer({ beside: server })).rejects.toThrow(/snug keys rotate/)
    expect((await snug(['member', 'list'])).err).toMatch(/snug keys rotate/)
    expect((await snug(['doctor'])).out).toMatch(/^problem +secret: .+is missing.+keys rotate/m)
    expect(await snug(['keys', 'rotate', '--yes'])).toMatchObject({ code: 0, err: '' })
    const restarted = await openTestServer({ beside: server })
    expect(await statusOf(restarted, await restarted.signIn(ada))).toBe(200)
    await restarted.close()
    expect((await snug(['doctor'])).out).toMatch(/^ok +secret: secret\.key, .+its owner alone$/m)
    await chmod(join(server.dataDir, 'secret.key'), 0o640)
    expect((await snug(['doctor'])).out).toMatch(/^problem +secret: others can read/m)
  })

  it('says how many apps count no more, where the secret of before is lost', async () => {
    const { secondFactorKeys, db } = server.services
    const other = await server.join(ben)
    for (const { id } of [member, other]) {
      const secret = secondFactorKeys.encrypt('the secret of an app', id)
      const factor = { user_id: id, secret, confirmed_at: 1, last_step: 0, ends_at: null }
      await db.insertInto('second_factors').values(factor).execute()
    }
    const rotate = async (...more: string[]) => {
      await rm(join(server.dataDir, 'secret.key'))
      return snug(['keys', 'rotate', '--yes', ...more])
    }
    expect((await rotate()).err).toMatch(/^The apps of 2 members count no more: .+reset-second-/)
    expect((await snug(['doctor'])).out).toMatch(/^warning +apps for codes: 2 of 2 that were /m)
    // Nobody is asked for what was begun alone, nor for what has ended.
    await db
      .updateTable('second_factors')
      .set({ confirmed_at: null })
      .where('user_id', '=', other.id)
      .execute()
    const one = await rotate('--json')
    expect(one.err).toMatch(/^The app of 1 member counts no more: they sign in with a recovery /)
    expect(JSON.parse(one.out)).toMatchObject({ lostApps: 1 })
    expect((await snug(['doctor'])).out).toMatch(/^warning +apps for codes: 1 of 1 that were /m)
    await db.updateTable('second_factors').set({ ends_at: 1 }).execute()
    expect(await rotate()).toMatchObject({ code: 0, err: '' })
    expect((await snug(['doctor'])).out).toMatch(/^ok +apps for codes: none is set up$/m)
  })

  it('takes another SECRET_KEY for the new secret, and says when it is the old one', async () => {
    const SECRET_KEY = 'ab'.repeat(32)
    const environment = { SECRET_KEY }
    const wrong = openTestServer({ beside: server, environment })
    await expect(wrong).rejects.toThrow(/another secret than SECRET_KEY/)
    expect((await snug(['keys', 'rotate', '--yes'], environment)).code).toBe(0)
    const again = await snug(['keys', 'rotate', '--yes'], environment)
    expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/Set it to another/) })
    expect(again.err).not.toContain(SECRET_KEY)
    const restarted = await openTestServer({ beside: server, environment })
    expect(await statusOf(restarted, await restarted.signIn(ada))).toBe(200)
    await restarted.close()
  })
})
