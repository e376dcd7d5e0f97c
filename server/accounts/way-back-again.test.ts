import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../contract/durations.ts'
import type { Person } from '../../tests/people.ts'
import { newPersonForEach } from '../../tests/scenes/new-person-for-each.ts'
import { type Member, secretIn, type TestServer } from '../../tests/test-server.ts'

// The answer that leads to a new password is lost on its way: the link is pressed once more.

let server: TestServer
let person: Person
let member: Member
let another: (name: string) => Person
newPersonForEach((scene) => {
  ;({ server, person, member, another } = scene)
})

const press = (path: string) => server.call('POST', path)
const tokenOf = (answer: Awaited<ReturnType<typeof press>>) =>
  answer.json<{ resetToken: string }>().resetToken
const choose = async (resetToken: string) => {
  const body = { password: 'Quiet-Lamp-7!' }
  return (await server.call('POST', `/users/reset-password/${resetToken}`, { body })).statusCode
}
const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email).length

/** Whoever knows the password changes the address; the link in the mail that tells it. */
async function changeAddress(from: string, to: string, as = member) {
  const before = mailsTo(from)
  const asked = mailsTo(to)
  await server.call('PUT', '/users/email', { as, body: { email: to } })
  await press(`/users/email/${secretIn(await server.mailTo(to, asked))}`)
  return `/users/email-undo/${secretIn(await server.mailTo(from, before))}`
}

const LINKS = {
  'the way back of an address': () => changeAddress(person.email, another('thief').email),
  async '“This wasn’t me”'() {
    const before = mailsTo(person.email)
    const from = { remoteAddress: '198.51.100.7', headers: { 'user-agent': 'Firefox/140.0' } }
    await server.call('POST', '/users/login', { body: person, ...from })
    return `/users/not-me/${secretIn(await server.mailTo(person.email, before))}`
  },
}

describe.each(['the way back of an address', '“This wasn’t me”'] as const)('%s', (name) => {
  it('leads on again within the hour, until a new password is chosen', async () => {
    const link = await LINKS[name]()
    const lost = tokenOf(await press(link))
    server.pass(HOUR_MS - 1)
    const thief = await server.signIn(person)
    const again = await press(link)
    expect(again.statusCode).toBe(200)
    expect((await server.call('GET', '/users/user', { as: thief })).statusCode).toBe(401)
    expect(await choose(lost)).toBe(400)
    expect(await choose(tokenOf(again))).toBe(200)
    expect((await press(link)).statusCode).toBe(400)
  })

  it('does not after an hour', async () => {
    const link = await LINKS[name]()
    expect((await press(link)).statusCode).toBe(200)
    server.pass(HOUR_MS + 1)
    expect((await press(link)).statusCode).toBe(400)
  })
})

it('takes no address back again that was changed anew', async () => {
  const link = await LINKS['the way back of an address']()
  expect((await press(link)).statusCode).toBe(200)
  const signedIn = await server.signIn(person)
  const newer = await changeAddress(person.email, another('thief').email, signedIn)
  expect((await press(link)).statusCode).toBe(400)
  expect((await press(newer)).statusCode).toBe(200)
})
