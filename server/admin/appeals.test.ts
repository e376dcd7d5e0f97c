import { afterEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../contract/durations.ts'
import { MESSAGES as FACTOR_MESSAGES, SECOND_FACTOR_TRIES } from '../../contract/second-factor.ts'
import { MESSAGES } from '../../contract/suspension.ts'
import { secondFactorActions } from '../../tests/actions/second-factor-actions.ts'
import { codeOf } from '../../tests/one-time-code.ts'
import { ada, type Person } from '../../tests/people.ts'
import { newPersonForEach } from '../../tests/scenes/new-person-for-each.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { suspendMember } from './suspensions.ts'

const STEP_MS = 30_000

let server: TestServer
let person: Person
let member: Member
newPersonForEach(
  (scene) => {
    ;({ server, person, member } = scene)
  },
  async () => {
    const opened = await openTestServer({ rateLimits: true })
    // Who administers it is never suspended.
    await opened.join(ada)
    return opened
  },
)
// What was counted for limits is over by then.
afterEach(() => server.pass(HOUR_MS))

const { turnOn } = secondFactorActions(() => ({ server, person, member }))
const send = (path: string, more: object) => {
  const { email, password } = person
  return server.call('POST', path, { body: { email, password, ...more } })
}
const appeal = (more: object = {}) => send('/users/appeal', { text: 'I am sorry', ...more })
const isSent = async () =>
  (await send('/users/suspension', {})).json<{ appeal: object | null }>().appeal !== null

async function suspend() {
  await suspendMember(null, server.services, member.id, { days: null, reason: 'Too unkind' })
}

/** A suspended member whose account asks for codes. Returns the next one. */
async function suspendWithCodes(): Promise<() => string> {
  const { secret } = await turnOn()
  await suspend()
  return () => {
    server.pass(STEP_MS)
    return codeOf(secret, server.services.clock())
  }
}

describe('an appeal', () => {
  it('takes a code where the account asks for one, and each code once', async () => {
    const nextCode = await suspendWithCodes()
    const asked = await appeal()
    expect([asked.statusCode, asked.json().error, asked.json().msg]).toEqual([
      ...[401, 'second_factor_needed', FACTOR_MESSAGES.needed],
    ])
    const wrong = await appeal({ code: '000000' })
    expect([wrong.statusCode, wrong.json().fields]).toEqual([
      ...[400, { code: FACTOR_MESSAGES.codeWrong }],
    ])
    const code = nextCode()
    expect((await appeal({ code, password: 'Wrong-Password-1!' })).statusCode).toBe(400)
    expect(await isSent()).toBe(false)
    expect((await appeal({ code })).statusCode).toBe(201)
    expect(await isSent()).toBe(true)
    // As who did not hear the answer sends it again.
    const again = await appeal({ code })
    expect([again.statusCode, again.json().msg]).toEqual([409, MESSAGES.appealSentAlready])
  })

  it('takes a recovery code as well', async () => {
    const { codes } = await turnOn()
    await suspend()
    expect((await appeal({ code: codes[0] })).statusCode).toBe(201)
    expect(await isSent()).toBe(true)
  })

  it('takes the password alone where the account has no second step', async () => {
    await suspend()
    expect((await appeal()).statusCode).toBe(201)
    expect(await isSent()).toBe(true)
  })

  it('is refused after too many codes, counted with those for the archive', async () => {
    const nextCode = await suspendWithCodes()
    const archive = '/users/suspension/archive'
    for (let count = 0; count < SECOND_FACTOR_TRIES; count++) {
      const code = '000000'
      const refused = await (count % 2 ? appeal({ code }) : send(archive, { code }))
      expect(refused.statusCode).toBe(400)
    }
    const code = nextCode()
    expect((await appeal({ code })).statusCode).toBe(429)
    expect((await send(archive, { code })).statusCode).toBe(429)
    expect(await isSent()).toBe(false)
  })
})
