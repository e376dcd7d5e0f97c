import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type OwnSession, MESSAGES as SECURITY_MESSAGES } from '../../contract/account-security.ts'
import { MESSAGES } from '../../contract/accounts.ts'
import type { PasskeyCreation, PasskeyList, PasskeyRequest } from '../../contract/passkeys.ts'
import {
  MESSAGES as FACTOR_MESSAGES,
  type SecondFactorStatus,
} from '../../contract/second-factor.ts'
import { codeOf } from '../../tests/one-time-code.ts'
import { createPasskeyDevice } from '../../tests/passkey-device.ts'
import type { Person } from '../../tests/people.ts'
import { newPersonForEach } from '../../tests/scenes/new-person-for-each.ts'
import type { Member, TestServer } from '../../tests/test-server.ts'
import { mutate } from '../platform/database/mutate.ts'
import type { Limit } from '../platform/limits.ts'
import { resetSecondFactor } from './second-factor/second-factor-end.ts'

// What ends at the very moment in which somebody else uses it: the owner throws a thief out who has
// typed the password already, or holds a session and is in the midst of something.

const NEW_PASSWORD = 'Quiet-Lamp-7!'

let server: TestServer
let person: Person
let member: Member
newPersonForEach((scene) => {
  ;({ server, person, member } = scene)
})

let thief: Member
beforeEach(async () => {
  thief = await server.signIn(person)
})

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  as = member,
) => server.call(method, `/users${path}`, { as, ...(body && { body }) })
const sessions = async () => (await call('GET', '/sessions')).json<OwnSession[]>()

/**
 * Has it happen once, after this function has answered and before anything is made of the answer.
 */
function onceDone<Name extends string>(
  holder: Record<Name, (...given: never[]) => Promise<unknown>>,
  name: Name,
  happens: () => Promise<{ statusCode: number }>,
) {
  const original = holder[name].bind(holder)
  const spy = vi.spyOn(holder as Record<string, (...given: never[]) => Promise<unknown>>, name)
  spy.mockImplementationOnce(async (...given) => {
    const answer = await original(...given)
    expect((await happens()).statusCode).toBe(200)
    return answer
  })
}

interface Removal {
  ceremony: TestServer['services']['passkeyCeremony']
  tries: Limit
  removes: () => Promise<{ statusCode: number }>
}

const changesPassword = () =>
  call('PUT', '/password', { currentPassword: person.password, password: NEW_PASSWORD })
const signsOthersOut = () => call('DELETE', '/sessions')

describe('who is on their way in', () => {
  it('is not let in by a password that is another by now', async () => {
    onceDone(server.services.passwords, 'verify', changesPassword)
    const answer = await server.call('POST', '/users/login', { body: person })
    expect([answer.statusCode, answer.json().msg]).toEqual([400, MESSAGES.wrongCredentials])
    expect(await sessions()).toMatchObject([{ isCurrent: true }])
  })

  it('nor with a recovery code after such a password', async () => {
    const { secret } = (await call('POST', '/second-factor')).json<{ secret: string }>()
    const first = { code: codeOf(secret, server.services.clock()) }
    const on = await call('POST', '/second-factor/confirm', first)
    const [code] = on.json<{ recoveryCodes: string[] }>().recoveryCodes
    const asked = await server.call('POST', '/users/login', { body: person })
    const { challenge } = asked.json<{ challenge: string }>()
    const { services } = server
    const ends = await mutate(services, (mutation) =>
      resetSecondFactor(services, mutation, member.id, 'They lost their phone.'),
    )
    onceDone(services.passwords, 'verify', changesPassword)
    const body = { challenge, code }
    const answer = await server.call('POST', '/users/login/second-factor', { body })
    expect([answer.statusCode, answer.json().msg]).toEqual([401, FACTOR_MESSAGES.challengeOver])
    expect(await sessions()).toMatchObject([{ isCurrent: true }])
    // Nor does it take back that codes end.
    const status = (await call('GET', '/second-factor')).json<SecondFactorStatus>()
    expect(Date.parse(status.endsAt ?? '')).toBe(ends)
  })

  it.each([
    ['while it is looked at', (by: Removal) => onceDone(by.ceremony, 'verifyUsed', by.removes)],
    // Once it is found right, the tries are given back.
    ['after it was found right', (by: Removal) => onceDone(by.tries, 'giveBack', by.removes)],
  ])('nor with a passkey that is removed %s', async (_, onRemoval) => {
    const device = createPasskeyDevice()
    const options = (await call('POST', '/passkeys/options')).json<PasskeyCreation>()
    await call('POST', '/passkeys', { name: 'Phone', credential: device.create(options) })
    const [passkey] = (await call('GET', '/passkeys')).json<PasskeyList>().passkeys
    const request = await server.call('POST', '/users/login/passkey/options')
    const body = { credential: device.get(request.json<PasskeyRequest>()) }
    const { passkeyCeremony: ceremony, limits } = server.services
    const removes = vi.fn(() => call('DELETE', `/passkeys/${passkey?._id}`))
    onRemoval({ ceremony, tries: limits.of('passkey-sign-in-address', 30, 300), removes })
    expect((await server.call('POST', '/users/login/passkey', { body })).statusCode).toBe(400)
    expect(removes).toHaveBeenCalledOnce()
    expect(await sessions()).toHaveLength(2)
  })
})

describe('who is signed out in the midst of it', () => {
  it('adds no passkey', async () => {
    const options = await call('POST', '/passkeys/options', undefined, thief)
    const credential = createPasskeyDevice().create(options.json<PasskeyCreation>())
    onceDone(server.services.passkeyCeremony, 'verifyCreated', signsOthersOut)
    const answer = await call('POST', '/passkeys', { name: 'Theirs', credential }, thief)
    expect([answer.statusCode, answer.json().msg]).toEqual([401, MESSAGES.sessionEnded])
    expect((await call('GET', '/passkeys')).json<PasskeyList>().passkeys).toEqual([])
  })

  it('turns no codes on that would lock the owner out', async () => {
    const begun = await call('POST', '/second-factor', undefined, thief)
    const code = codeOf(begun.json<{ secret: string }>().secret, server.services.clock())
    onceDone(server.services.passwords, 'hash', signsOthersOut)
    expect((await call('POST', '/second-factor/confirm', { code }, thief)).statusCode).toBe(401)
    expect((await call('GET', '/second-factor')).json()).toMatchObject({ isOn: false })
  })

  it('changes no password', async () => {
    onceDone(server.services.passwords, 'hash', signsOthersOut)
    const body = { currentPassword: person.password, password: NEW_PASSWORD }
    expect((await call('PUT', '/password', body, thief)).statusCode).toBe(401)
    await server.signIn(person)
  })
})

it('a session among very many is in its own list, and ends all others', async () => {
  const { db, clock } = server.services
  const row = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', member.id)
    .executeTakeFirstOrThrow()
  const later = clock() + 60_000
  const many = Array.from({ length: 200 }, (_, n) => ({
    ...row,
    id: `${row.id}-${n}`,
    refreshed_at: later,
  }))
  await db.insertInto('sessions').values(many).execute()
  expect((await sessions())[0]).toMatchObject({ isCurrent: true })
  expect((await signsOthersOut()).json().msg).toBe(SECURITY_MESSAGES.othersEnded)
  expect(await sessions()).toHaveLength(1)
})
