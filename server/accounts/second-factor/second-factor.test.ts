import { afterEach, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts'
import { MESSAGES } from '../../../contract/second-factor.ts'
import { secondFactorActions } from '../../../tests/actions/second-factor-actions.ts'
import { codeOf } from '../../../tests/one-time-code.ts'
import type { Person } from '../../../tests/people.ts'
import { newPersonForEach } from '../../../tests/scenes/new-person-for-each.ts'
import {
  type Member,
  openTestServer,
  secretIn,
  type TestServer,
} from '../../../tests/test-server.ts'

const STEP_MS = 30_000

let server: TestServer
let person: Person
let member: Member
newPersonForEach(
  (scene) => {
    ;({ server, person, member } = scene)
  },
  () => openTestServer({ rateLimits: true }),
)
// What was counted for limits is over by then.
afterEach(() => server.pass(HOUR_MS))

const { call, challengeOf, logIn, logInWith, mails, status, subjects, turnOn } =
  secondFactorActions(() => ({ server, person, member }))

describe('the second step', () => {
  it('is what administrators are told they lack, until they have one', async () => {
    const needs = async () =>
      (await server.call('GET', '/users/user', { as: member })).json().needsSecondFactor
    const { db } = server.services
    await db.updateTable('users').set({ is_admin: 0 }).where('id', '=', member.id).execute()
    expect(await needs()).toBeUndefined()
    await db.updateTable('users').set({ is_admin: 1 }).where('id', '=', member.id).execute()
    expect(await needs()).toBe(true)
    await turnOn()
    expect(await needs()).toBe(false)
  })

  it('is asked for once a first code confirmed it, and signs in with the next', async () => {
    const begun = (await call('POST', '')).json<{ secret: string; uri: string }>()
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Snug:Ben\d+\?issuer=Snug&secret=[A-Z2-7]{32}&/)
    expect((await logIn()).statusCode).toBe(200)
    const { secret, codes } = await turnOn()
    expect(new Set(codes).size).toBe(10)
    expect(await status()).toMatchObject({ isOn: true, recoveryCodesLeft: 10, endsAt: null })

    const asked = await logIn()
    expect(asked.statusCode).toBe(401)
    expect(asked.json()).toMatchObject({ error: 'second_factor_needed', msg: MESSAGES.needed })
    const { challenge } = asked.json<{ challenge: string }>()
    const right = codeOf(secret, server.services.clock())
    const answer = await logInWith(challenge, `${right.slice(0, 3)} ${right.slice(3)}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ user: { username: person.username } })
  })

  it('takes a code once, and none of another step than those beside it', async () => {
    const { secret } = await turnOn()
    const challenge = await challengeOf()
    const at = (steps: number) => codeOf(secret, server.services.clock() + steps * STEP_MS)
    for (const wrong of [at(-3), at(3), '12345'])
      expect((await logInWith(challenge, wrong)).json(), wrong).toMatchObject({
        fields: { code: MESSAGES.codeWrong },
      })
    expect((await logInWith(challenge, at(0))).statusCode).toBe(200)
    expect((await logInWith(challenge, at(0))).statusCode).toBe(400)
    expect((await logInWith(challenge, at(1))).statusCode).toBe(200)
    expect((await logInWith(challenge, at(0))).statusCode).toBe(400)
  })

  it('lets five of any number of guesses at once be tried', async () => {
    await turnOn()
    const challenge = await challengeOf()
    const guesses = Array.from({ length: 60 }, (_, guess) => String(guess).padStart(6, '0'))
    const tried = await Promise.all(guesses.map((guess) => logInWith(challenge, guess)))
    const statuses = tried.map(({ statusCode }) => statusCode)
    expect(statuses.filter((each) => each === 400).length).toBe(5)
    expect(statuses.filter((each) => each === 429).length).toBe(55)
  })

  it('lets one of several in that type the same code at once', async () => {
    const { secret } = await turnOn()
    const again = await challengeOf()
    const right = codeOf(secret, server.services.clock())
    const same = await Promise.all(Array.from({ length: 5 }, () => logInWith(again, right)))
    expect(same.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  it('takes a challenge for five minutes, of this account, its password and nobody’s making', async () => {
    const { secret } = await turnOn()
    const challenge = await challengeOf()
    const [id, ...rest] = challenge.split('.')
    const [end = '', remember, signature] = rest
    const forged = [
      `${Number(id) + 1}.${rest.join('.')}`,
      `${id}.${Number(end) + 1}.${remember}.${signature}`,
      `${id}.${end}.1.${signature}`,
      `${id}.${end}.0.`,
      'none',
    ]
    for (const each of forged)
      expect(
        (await logInWith(each, codeOf(secret, server.services.clock()))).statusCode,
        each,
      ).toBe(401)
    server.pass(5 * MINUTE_MS)
    const late = await logInWith(challenge, codeOf(secret, server.services.clock()))
    expect([late.statusCode, late.json<{ msg: string }>().msg]).toEqual([
      401,
      MESSAGES.challengeOver,
    ])
  })

  it('is still asked for after the password was reset by mail', async () => {
    await turnOn()
    const challenge = await challengeOf()
    await server.call('POST', '/users/forgot-password', { body: person })
    await expect.poll(subjects).toContain('Choose a new password for Snug')
    const mail = mails().find(({ subject }) => subject.startsWith('Choose'))
    const secret = mail && secretIn(mail)
    person = { ...person, password: 'Quiet-Lamp-7!' }
    const reset = await server.call('POST', `/users/reset-password/${secret}`, { body: person })
    expect(reset.statusCode).toBe(200)
    expect((await logInWith(challenge, '000000')).statusCode).toBe(401)
    expect((await logIn()).json()).toMatchObject({ error: 'second_factor_needed' })
    // Nor does it end later.
    server.pass(25 * HOUR_MS)
    expect((await logIn()).json()).toMatchObject({ error: 'second_factor_needed' })
  })

  it('ends with a code, and is told by mail', async () => {
    const { secret } = await turnOn()
    expect((await call('POST', '/end', { code: '000000' })).statusCode).toBe(400)
    const ended = await call('POST', '/end', { code: codeOf(secret, server.services.clock()) })
    expect(ended.statusCode).toBe(200)
    await expect.poll(subjects).toContain('Snug asks for no code any more')
    const mail = mails().find(({ subject }) => subject === 'Snug asks for no code any more')
    expect(mail?.text).toContain('If that was not you, sign every device out')
    expect((await logIn()).statusCode).toBe(200)
    expect(await status()).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0, endsAt: null })
  })

  it('asks for the password of a moment ago before anything changes', async () => {
    server.pass(16 * MINUTE_MS)
    const refreshed = await server.call('POST', '/users/refresh-token', {
      body: { token: member.token },
    })
    const as = { ...member, token: refreshed.json<{ token: string }>().token }
    for (const [path, body] of [
      ['', undefined],
      ['/confirm', { code: '000000' }],
      ['/recovery-codes', undefined],
      ['/end', { code: '000000' }],
    ] as const)
      expect((await call('POST', path, body, as)).json(), path).toMatchObject({
        error: 'confirmation_needed',
      })
  })

  it('keeps nothing readable in the database', async () => {
    const { secret, codes } = await turnOn()
    const rows = [
      await server.services.db.selectFrom('second_factors').selectAll().execute(),
      await server.services.db.selectFrom('recovery_codes').selectAll().execute(),
    ]
    const kept = JSON.stringify(rows)
    for (const each of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(kept).not.toContain(each)
  })
})

describe('a recovery code', () => {
  it('signs in once, however it is typed, also when two use it at once', async () => {
    const { codes } = await turnOn()
    const [first = '', second = ''] = codes
    const challenge = await challengeOf()
    expect((await logInWith(challenge, first.replaceAll('-', '').toLowerCase())).statusCode).toBe(
      200,
    )
    expect((await logInWith(challenge, first)).statusCode).toBe(400)
    const both = await Promise.all([logInWith(challenge, second), logInWith(challenge, second)])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
    expect(await status()).toMatchObject({ recoveryCodesLeft: 8 })
    expect((await call('POST', '/end', { code: codes[2] })).statusCode).toBe(200)
  })

  it('is worthless once new ones are made', async () => {
    const { codes } = await turnOn()
    const anew = (await call('POST', '/recovery-codes')).json<{ recoveryCodes: string[] }>()
    expect(anew.recoveryCodes).toHaveLength(10)
    const challenge = await challengeOf()
    expect((await logInWith(challenge, codes[0] ?? '')).statusCode).toBe(400)
    expect((await logInWith(challenge, anew.recoveryCodes[0] ?? '')).statusCode).toBe(200)
  })
})

describe('what could do harm', () => {
  it('asks for a code besides the password, also of who has the session', async () => {
    const { secret, codes } = await turnOn()
    const { db } = server.services
    await db.updateTable('sessions').set({ confirmed_at: 0 }).execute()
    const confirm = async (confirmationCode?: string) => {
      const body = { password: person.password, ...(confirmationCode && { confirmationCode }) }
      return server.call('POST', '/users/confirm', { as: member, body })
    }
    for (const [typed, said] of [
      [undefined, MESSAGES.codeRequired],
      ['000000', MESSAGES.codeWrong],
    ] as const)
      expect((await confirm(typed)).json()).toMatchObject({ fields: { confirmationCode: said } })
    expect((await call('POST', '/recovery-codes')).statusCode).toBe(403)
    expect((await confirm(codeOf(secret, server.services.clock()))).statusCode).toBe(200)
    // A lost phone: a recovery code stands for it.
    await db.updateTable('sessions').set({ confirmed_at: 0 }).execute()
    expect((await confirm(codes[0])).statusCode).toBe(200)
    expect((await call('POST', '/end', { code: codes[1] })).statusCode).toBe(200)
    expect((await logIn()).statusCode).toBe(200)
  })

  it('is opened by a new password only where no code is asked for', async () => {
    const { db } = server.services
    const changePassword = async (currentPassword: string, password: string) => {
      await db.updateTable('sessions').set({ confirmed_at: 0 }).execute()
      const body = { currentPassword, password }
      const answer = await server.call('PUT', '/users/password', { as: member, body })
      expect(answer.statusCode).toBe(200)
    }
    await changePassword(person.password, 'Other-Lamp-7!')
    await turnOn()
    await changePassword('Other-Lamp-7!', 'Third-Lamp-7!')
    for (const [method, path, sent] of [
      ['PUT', '/users/email', { email: 'thief@example.com' }],
      ['POST', '/users/passkeys/options', {}],
      ['DELETE', '/users/me', {}],
    ] as const)
      expect(
        (await server.call(method, path, { as: member, body: sent })).json(),
        path,
      ).toMatchObject({ error: 'confirmation_needed' })
  })
})
