import { describe, expect, it } from 'vitest'
import {
  type ResetAnswer,
  MESSAGES as SAFETY_MESSAGES,
} from '../../../contract/account-security.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { MESSAGES, type PasskeyRequest } from '../../../contract/passkeys.ts'
import { passkeyActions, sentence } from '../../../tests/actions/passkey-actions.ts'
import { createPasskeyDevice } from '../../../tests/passkey-device.ts'
import type { Person } from '../../../tests/people.ts'
import { newPersonForEach } from '../../../tests/scenes/new-person-for-each.ts'
import { type Member, secretIn, type TestServer } from '../../../tests/test-server.ts'

let server: TestServer
let person: Person
let member: Member
let another: (name: string) => Person
newPersonForEach((scene) => {
  ;({ server, person, member, another } = scene)
})

const { call, creation, keep, add, request, logIn } = passkeyActions(() => ({ server, member }))

describe('what could do harm', () => {
  it('is open to a passkey in place of the password', async () => {
    const none = await call('POST', '/confirm/passkey/options')
    expect(none.statusCode).toBe(409)
    const device = await add()
    const other = await server.join(another('Ada'))
    const theirs = createPasskeyDevice()
    await keep(theirs.create(await creation(other)), 'Ada’s key', other)
    const begun = createPasskeyDevice().create(await creation())
    await server.services.db.updateTable('sessions').set({ confirmed_at: 0 }).execute()
    // Nor is one added that was begun while the confirmation held.
    for (const answer of [await call('POST', '/passkeys/options'), await keep(begun)])
      expect(sentence(answer)).toBe(SAFETY_MESSAGES.confirmationNeeded)
    const asked = async () =>
      (await call('POST', '/confirm/passkey/options')).json<PasskeyRequest>()
    expect((await asked()).allowCredentials).toMatchObject([{ id: device.credentialId }])
    const confirm = (credential: object) => call('POST', '/confirm/passkey', { credential })
    expect((await confirm(theirs.get(await asked()))).statusCode).toBe(400)
    // A challenge of the sign-in, and of another member, confirms nothing.
    expect(sentence(await confirm(device.get(await request())))).toBe(MESSAGES.challengeOver)
    expect((await call('DELETE', '/me')).statusCode).toBe(403)
    expect((await confirm(device.get(await asked()))).statusCode).toBe(200)
    expect((await call('POST', '/passkeys/options')).statusCode).toBe(200)
  })

  it('done with a stolen session is undone by the mail about it', async () => {
    const own = await add()
    server.pass(8 * DAY_MS)
    member = await server.signIn(person)
    const thief = await add()
    const mail = await server.mailTo(person.email, 2)
    expect(mail.text).toContain('Ben’s phone')
    const undone = await server.call('POST', `/users/not-me/${secretIn(mail)}`)
    expect(undone.statusCode).toBe(200)
    expect((await call('GET', '/user')).statusCode).toBe(401)
    expect((await logIn(thief.get(await request()))).statusCode).toBe(400)
    expect((await logIn(own.get(await request()))).statusCode).toBe(200)
  })

  it('done with the former password after that mail was used ends with the new one', async () => {
    const own = await add()
    server.pass(8 * DAY_MS)
    member = await server.signIn(person)
    await add()
    const mail = await server.mailTo(person.email, 2)
    const undone = await server.call('POST', `/users/not-me/${secretIn(mail)}`)
    const { resetToken } = undone.json<ResetAnswer>()
    member = await server.signIn(person)
    const thief = await add()
    const body = { password: 'Quiet-Lamp-7!' }
    const reset = await server.call('POST', `/users/reset-password/${resetToken}`, { body })
    expect(reset.statusCode).toBe(200)
    expect((await logIn(thief.get(await request()))).statusCode).toBe(400)
    expect((await logIn(own.get(await request()))).statusCode).toBe(200)
  })

  it('is not done for who is suspended', async () => {
    const device = await add()
    const { db } = server.services
    await db
      .updateTable('users')
      .set({ suspended_until: 1e15 })
      .where('id', '=', member.id)
      .execute()
    expect((await logIn(device.get(await request()))).statusCode).toBe(403)
  })
})
