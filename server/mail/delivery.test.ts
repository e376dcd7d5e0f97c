import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../contract/durations.ts'
import { deliverNext, failureCode, nextAttemptAt } from './delivery.ts'
import {
  eventually,
  mailId,
  NOON,
  openTestMailSetup,
  type TestMailSetup,
  welcome,
} from './test-mail-world.ts'

const SECOND = 1_000
const LEASE = 120_000

let test: TestMailSetup
beforeEach(async () => {
  test = await openTestMailSetup()
})
afterEach(() => test.close())

async function deliverAll(dependencies = test.dependencies): Promise<number> {
  let count = 0
  while (await deliverNext(dependencies)) count++
  return count
}

function awayTransport() {
  const refused = Object.assign(new Error('connect to 10.0.0.1 for ada@example.org'), {
    code: 'ESOCKET',
  })
  return { send: () => Promise.reject(refused), close: async () => {} }
}

describe('delivering', () => {
  it('sends what is due once, oldest first, and forgets it', async () => {
    await test.leave('a', 'ada')
    test.passTime(1)
    await test.leave('b', 'ben')
    expect(await deliverAll()).toBe(2)
    expect(test.recipients()).toEqual(['ada@example.org', 'ben@example.org'])
    expect(await test.rows()).toEqual([])
    expect(await deliverAll()).toBe(0)
  })

  it('composes at the moment of sending', async () => {
    let name = 'ada'
    test.dependencies.composers.late = async () => welcome(name)
    await test.leave('a', {}, 'late')
    name = 'ben'
    await deliverAll()
    expect(test.recipients()).toEqual(['ben@example.org'])
  })

  it('lets a mail go that has nobody to go to any more', async () => {
    test.dependencies.composers.gone = async () => null
    await test.leave('a', {}, 'gone')
    await test.leave('b', 'ben')
    await deliverAll()
    expect(test.recipients()).toEqual(['ben@example.org'])
    expect(await test.rows()).toEqual([])
  })
})

describe('a mail that fails', () => {
  it('is tried again after 5, 15, 45 seconds, then every 2 minutes', async () => {
    await test.leave('a', 'ada')
    const away = { ...test.dependencies, transport: awayTransport() }
    expect(await deliverAll(away)).toBe(1)
    for (const seconds of [5, 15, 45, 120, 120, 120]) {
      test.passTime(seconds * SECOND - 1)
      expect(await deliverAll(away)).toBe(0)
      test.passTime(1)
      expect(await deliverAll(away)).toBe(1)
    }
    test.passTime(120 * SECOND)
    await deliverAll()
    expect(test.recipients()).toEqual(['ada@example.org'])
  })

  it('is given up after three days, with an error in the log', async () => {
    await test.leave('a', 'ada')
    const away = { ...test.dependencies, transport: awayTransport() }
    test.passTime(72 * HOUR_MS - 1)
    await deliverAll(away)
    expect(await test.rows()).toHaveLength(1)
    test.passTime(5 * SECOND)
    await deliverAll(away)
    expect(await test.rows()).toMatchObject([
      { failure: 'ESOCKET', attempts: 2, given_up_at: NOON + 72 * HOUR_MS - 1 + 5 * SECOND },
    ])
    expect(test.logged.at(-1)).toBe(
      `error mail given up {"mail":${mailId('a')},"kind":"welcome","attempts":2,"code":"ESOCKET"}`,
    )
    test.passTime(HOUR_MS)
    expect(await deliverAll()).toBe(0)
  })

  it('leaves nothing once it is given up, where nothing of it is to stay', async () => {
    await test.leave('a', 'ada')
    const compose = async () => ({ ...welcome('ada'), isEphemeral: true as const })
    const composers = { welcome: compose }
    const away = { ...test.dependencies, composers, transport: awayTransport() }
    test.passTime(72 * HOUR_MS - 1)
    await deliverAll(away)
    expect(await test.rows()).toHaveLength(1)
    test.passTime(5 * SECOND)
    await deliverAll(away)
    expect(await test.rows()).toEqual([])
  })

  it('is kept with why until it is in hand again', async () => {
    await test.leave('a', 'ada')
    await deliverAll({ ...test.dependencies, transport: awayTransport() })
    expect(await test.rows()).toMatchObject([{ attempts: 1, failure: 'ESOCKET' }])
    test.passTime(5 * SECOND)
    const failures: unknown[] = []
    const transport = {
      send: async () => void failures.push(...(await test.rows()).map(({ failure }) => failure)),
      close: async () => {},
    }
    await deliverAll({ ...test.dependencies, transport })
    expect(failures).toEqual([null])
  })

  it('does not hold up the others', async () => {
    test.dependencies.composers.broken = async () => {
      throw new TypeError('no user ada@example.org')
    }
    await test.leave('a', {}, 'broken')
    await test.leave('b', {}, 'nobody-composes-this')
    await test.leave('c', {}, 'constructor')
    await test.leave('d', 'dora')
    expect(await deliverAll()).toBe(4)
    expect(test.recipients()).toEqual(['dora@example.org'])
    const waiting = (await test.rows()).map((row) => [row.id, row.attempts])
    expect(waiting).toEqual([
      [mailId('a'), 1],
      [mailId('b'), 1],
      [mailId('c'), 1],
    ])
    expect(test.logged.map((line) => /"code":"(\w+)"/.exec(line)?.[1])).toEqual([
      'TypeError',
      'UnknownKind',
      'UnknownKind',
      undefined,
    ])
  })

  it('is spoken of in the log without an address, a link or a text', async () => {
    await test.leave('a', 'ada')
    await deliverAll({ ...test.dependencies, transport: awayTransport() })
    test.passTime(5 * SECOND)
    await deliverAll()
    expect(test.logged).toEqual([
      `warn mail not sent, will be tried again {"mail":${mailId('a')},"kind":"welcome","attempts":1,"code":"ESOCKET"}`,
      `info mail sent {"mail":${mailId('a')},"kind":"welcome","attempts":2}`,
    ])
  })
})

describe('a worker killed with a mail in hand', () => {
  const neverAnswers = { send: () => new Promise<void>(() => {}), close: async () => {} }

  it('leaves it to another once its lease has passed', async () => {
    await test.leave('a', 'ada')
    void deliverNext({ ...test.dependencies, db: test.connect(), transport: neverAnswers })
    await eventually(async () => (await test.rows())[0]?.attempts).toBe(1)

    test.passTime(LEASE - 1)
    expect(await deliverAll()).toBe(0)
    test.passTime(1)
    expect(await deliverAll()).toBe(1)
    expect(test.recipients()).toEqual(['ada@example.org'])
    expect(await test.rows()).toEqual([])
  })

  it('does not move a mail that is in another hand by now', async () => {
    await test.leave('a', 'ada')
    const { promise, reject } = Promise.withResolvers<void>()
    const slow = { send: () => promise, close: async () => {} }
    const delivered = deliverNext({ ...test.dependencies, db: test.connect(), transport: slow })
    await eventually(async () => (await test.rows())[0]?.attempts).toBe(1)

    test.passTime(LEASE)
    void deliverNext({ ...test.dependencies, transport: neverAnswers })
    await eventually(async () => (await test.rows())[0]?.attempts).toBe(2)
    const [held] = await test.rows()
    reject(new Error('too late'))
    expect(await delivered).toBe(true)
    expect(await test.rows()).toEqual([held])
  })
})

function delayAfter(attempts: number, failure: object = {}) {
  const error = Object.assign(new Error('no'), failure)
  return (nextAttemptAt({ attempts, created_at: NOON }, error, NOON) ?? 0) - NOON
}

describe('the next attempt', () => {
  it('comes soon, then every two minutes', () => {
    expect([1, 2, 3, 4, 5, 2000].map((attempts) => delayAfter(attempts))).toEqual([
      5_000, 15_000, 45_000, 120_000, 120_000, 120_000,
    ])
  })

  it('comes hourly in the long run for a mail refused for good', () => {
    const refused = { code: 'EENVELOPE', permanent: true }
    expect([1, 2, 3, 4].map((attempts) => delayAfter(attempts, refused))).toEqual([
      5_000, 15_000, 45_000, 3_600_000,
    ])
  })

  it('does not slow down for a server that lets nobody in', () => {
    expect(delayAfter(4, { code: 'EAUTH', permanent: true })).toBe(120_000)
  })
})

function failure(fields: object) {
  return Object.assign(new Error('550 ada@example.org is unknown'), fields)
}

describe('what a log says of a failure', () => {
  it('is its code, with the answer of the mail server if there was one', () => {
    expect(failureCode(failure({ code: 'ESOCKET' }))).toBe('ESOCKET')
    expect(failureCode(failure({ code: 'EENVELOPE', responseCode: 550 }))).toBe('EENVELOPE 550')
  })

  it('is the kind of error when it has no code', () => {
    expect(failureCode(new TypeError('ada@example.org'))).toBe('TypeError')
  })

  it('is never more than a word', () => {
    expect(failureCode(failure({ code: 'to ada@example.org' }))).toBe('Error')
    expect(failureCode(failure({ name: 'to ada@example.org' }))).toBe('unknown')
    expect(failureCode('ada@example.org')).toBe('unknown')
  })
})
