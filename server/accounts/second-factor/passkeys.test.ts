import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../contract/durations.ts'
import { MESSAGES, PASSKEYS_MAX } from '../../../contract/passkeys.ts'
import { passkeyActions, sentence } from '../../../tests/actions/passkey-actions.ts'
import { createPasskeyDevice } from '../../../tests/passkey-device.ts'
import { ada, ben, type Person } from '../../../tests/people.ts'
import { newPersonForEach } from '../../../tests/scenes/new-person-for-each.ts'
import { openScopedTestServer } from '../../../tests/scenes/scoped-test-server.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { deleteExpiredCredentials } from '../expired-credentials.ts'

let server: TestServer
let other: Member
let person: Person
let member: Member
newPersonForEach(
  (scene) => {
    ;({ server, person, member } = scene)
  },
  async () => {
    const opened = await openTestServer()
    other = await opened.join(ada)
    return opened
  },
)

const { call, list, creation, keep, add, request, logIn } = passkeyActions(() => ({
  server,
  member,
}))

describe('a passkey', () => {
  it('is made for one member at one address, listed, used, and removed', async () => {
    const options = await creation()
    expect(options).toMatchObject({
      rp: { id: 'snug.example.org', name: 'Snug' },
      user: { name: person.username },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const device = await add()
    const { passkeys } = await list()
    expect(passkeys).toMatchObject([{ name: 'Ben’s phone', lastUsedAt: null, worksAt: null }])
    expect((await creation()).excludeCredentials).toMatchObject([{ id: device.credentialId }])
    expect((await server.mailTo(person.email, 1)).subject).toBe(
      'A passkey was added to your account at Snug',
    )

    const asked = await request()
    expect(asked).toMatchObject({ rpId: 'snug.example.org', userVerification: 'required' })
    expect(asked.allowCredentials).toBeUndefined()
    const answer = await logIn(device.get(asked))
    expect(answer.json()).toMatchObject({ user: { username: person.username } })
    const used = (await list()).passkeys[0]
    expect(used?.lastUsedAt).not.toBeNull()

    expect((await call('DELETE', `/passkeys/${used?._id}`, undefined, other)).statusCode).toBe(404)
    expect((await call('DELETE', `/passkeys/${used?._id}`)).statusCode).toBe(200)
    expect((await call('DELETE', `/passkeys/${used?._id}`)).statusCode).toBe(404)
    expect(sentence(await logIn(device.get(await request())))).toBe(MESSAGES.unknown)
    expect(sentence(await logIn(createPasskeyDevice().get(await request())))).toBe(MESSAGES.unknown)
  })

  it('signs in without the code that the password needs besides', async () => {
    const device = await add()
    const factor = { user_id: member.id, secret: '', confirmed_at: 1, last_step: 0, ends_at: null }
    await server.services.db.insertInto('second_factors').values(factor).execute()
    expect((await server.call('POST', '/users/login', { body: person })).statusCode).toBe(401)
    expect((await logIn(device.get(await request()))).statusCode).toBe(200)
  })

  it('counts a challenge once, for five minutes, and for what it was made for', async () => {
    const device = await add()
    const spent = await request()
    expect((await logIn(device.get(spent))).statusCode).toBe(200)
    const late = await request()
    server.pass(5 * MINUTE_MS)
    const adding = await creation()
    const forged = Buffer.from(`${Date.now() * 2}.${'a'.repeat(22)}.${'a'.repeat(22)}`)
    for (const challenge of [
      spent.challenge,
      late.challenge,
      adding.challenge,
      forged.toString('base64url'),
      'none',
    ])
      expect(sentence(await logIn(device.get({ ...spent, challenge })))).toBe(
        MESSAGES.challengeOver,
      )
    const mine = (await creation()).challenge
    const theirs = await creation(other)
    const stolen = createPasskeyDevice().create({ ...theirs, challenge: mine })
    expect(sentence(await keep(stolen, 'Phone', other))).toBe(MESSAGES.challengeOver)

    const once = device.get(await request())
    const both = await Promise.all([logIn(once), logIn(once)])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
    const kept = () => server.services.db.selectFrom('spent_challenges').selectAll().execute()
    expect(JSON.stringify(await kept())).not.toContain(spent.challenge)
    server.pass(5 * MINUTE_MS)
    await deleteExpiredCredentials(server.services)
    expect(await kept()).toEqual([])
  })

  it('is refused where the device signed for another than it names', async () => {
    const [device, another] = [createPasskeyDevice(), createPasskeyDevice()]
    const created = device.create(await creation())
    const refused = await keep({
      ...created,
      id: another.credentialId,
      rawId: another.credentialId,
    })
    expect([refused.statusCode, sentence(refused)]).toEqual([400, MESSAGES.notRight])
    expect((await list()).passkeys).toEqual([])
  })

  it('is refused from another address, without its owner’s finger, or signed by another', async () => {
    const device = await add()
    const elsewhere = { rpId: 'other.example.org', challenge: (await request()).challenge }
    expect(sentence(await logIn(device.get(elsewhere)))).toBe(MESSAGES.notRight)
    const signedByAnother = createPasskeyDevice().get(await request()).response
    const wrong = device.get(await request())
    const mixed = {
      ...wrong,
      response: { ...wrong.response, signature: signedByAnother.signature },
    }
    expect(sentence(await logIn(mixed))).toBe(MESSAGES.notRight)
    const asOther = device.get(await request(), 0, Buffer.from('1').toString('base64url'))
    expect(sentence(await logIn(asOther))).toBe(MESSAGES.unknown)

    for (const choices of [
      { origin: 'https://evil.example' },
      { isVerified: false },
      // What the maker of a device says of it would have to be looked up on the internet.
      { attestation: { fmt: 'packed', statement: { alg: -7, x5c: [Buffer.from('certificate')] } } },
      { attestation: { fmt: 'tpm', statement: {} } },
      { attestation: { fmt: 'none', statement: { alg: -7 } } },
    ]) {
      const refused = await keep(createPasskeyDevice(choices).create(await creation()))
      expect([refused.statusCode, sentence(refused)], JSON.stringify(choices)).toEqual([
        ...[400, MESSAGES.notRight],
      ])
    }
  })

  it('is tried thirty times in five minutes from one address where it is none', async () => {
    const limited = await openScopedTestServer({ rateLimits: true })
    const unknown = createPasskeyDevice().get(await request(limited))
    const tries = await Promise.all(Array.from({ length: 32 }, () => logIn(unknown, limited)))
    const statuses = tries.map(({ statusCode }) => statusCode)
    expect(statuses.filter((each) => each === 400)).toHaveLength(30)
    expect(statuses.filter((each) => each === 429)).toHaveLength(2)
  })

  it('that counts less than before is taken for a copy', async () => {
    const device = await add()
    expect((await logIn(device.get(await request(), 5))).statusCode).toBe(200)
    for (const count of [5, 4, 0])
      expect(sentence(await logIn(device.get(await request(), count)))).toBe(MESSAGES.copied)
    const [one, two] = [await request(), await request()]
    const both = await Promise.all([logIn(device.get(one, 6)), logIn(device.get(two, 6))])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
  })

  it('has a name of one line that can be read', async () => {
    const credential = createPasskeyDevice().create(await creation())
    for (const name of ['Ben’s\nphone', 'Ben\u202es phone', '\u2060', 'Ben\u0007'])
      expect((await keep(credential, name)).json().fields).toEqual({ name: MESSAGES.nameInvisible })
    expect((await keep(credential, '👩‍💻 خانه')).statusCode).toBe(200)
  })

  it('is one of ten at most, and is added once, also by two devices at once', async () => {
    const twice = createPasskeyDevice()
    const [one, two] = [await creation(), await creation()]
    const both = await Promise.all([keep(twice.create(one)), keep(twice.create(two))])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    for (let added = 1; added < PASSKEYS_MAX - 1; added++) await add()
    const last = await Promise.all([creation(), creation()])
    const tenth = await Promise.all(last.map((each) => keep(createPasskeyDevice().create(each))))
    expect(tenth.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const refused = await call('POST', '/passkeys/options')
    expect([refused.statusCode, sentence(refused)]).toEqual([409, MESSAGES.tooMany])
  })
})

describe('a server', () => {
  it('that moved says so of the passkeys it had', async () => {
    await add()
    const environment = { PUBLIC_URL: 'https://new.example.org' }
    const moved = await openTestServer({ beside: server, environment })
    try {
      const answer = await moved.call('GET', '/users/passkeys', { as: member })
      expect(answer.json()).toMatchObject({
        rpId: 'new.example.org',
        passkeys: [{ worksAt: 'snug.example.org' }],
      })
      const confirming = await moved.call('POST', '/users/confirm/passkey/options', { as: member })
      expect(confirming.statusCode).toBe(409)
    } finally {
      await moved.close()
    }
  })

  it.each(['http://snug.example.org', 'https://203.0.113.7', 'https://[2001:db8::1]'])(
    'at %s has none, and says why',
    async (PUBLIC_URL) => {
      const bare = await openScopedTestServer({ environment: { PUBLIC_URL } })
      const as = await bare.join(ben)
      const answers = [
        await bare.call('POST', '/users/login/passkey/options'),
        await bare.call('POST', '/users/passkeys/options', { as }),
      ]
      for (const answer of answers)
        expect([answer.statusCode, sentence(answer)]).toEqual([409, MESSAGES.needsHttps])
      expect((await bare.call('GET', '/users/passkeys', { as })).json()).toMatchObject({
        rpId: null,
      })
    },
  )
})
