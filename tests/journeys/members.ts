import { type LoginAnswer, TOKEN_HEADER } from '../../contract/accounts.ts'
import type { Person } from '../people.ts'
import { form } from '../test-images.ts'
import { linkMailedBy, mailedLink } from './mailbox.ts'
import type { JourneyServer } from './server.ts'

// What happened before a journey begins, or elsewhere while it goes on: done over the API.

/**
 * Registers, by the link of an `invitation` where there is one, and verifies; the first to join is
 * the administrator.
 */
export async function join(
  server: JourneyServer,
  person: Person,
  { invitation }: { invitation?: string } = {},
): Promise<void> {
  await register(server, person, invitation === undefined ? {} : { invite: secretOf(invitation) })
  const link = await mailedLink(server, person.email, 'verify')
  await call(server, 'GET', `/users/verify/${secretOf(link)}`)
}

/** Registers and leaves the mail unread. */
export async function register(
  server: JourneyServer,
  person: Person,
  given: { invite?: string } = {},
): Promise<void> {
  await call(server, 'POST', '/users/register', { body: { ...person, ...given } })
}

/** Asks for a reset link and returns it. */
export function requestResetLink(server: JourneyServer, { email }: Person): Promise<string> {
  const request = () => call(server, 'POST', '/users/forgot-password', { body: { email } })
  return linkMailedBy(request, server, email, 'reset-password')
}

/** Sets a new password, which ends every session. */
export async function resetPassword(server: JourneyServer, person: Person, password: string) {
  const link = await requestResetLink(server, person)
  await call(server, 'POST', `/users/reset-password/${secretOf(link)}`, { body: { password } })
}

/** A member who does things elsewhere, without a screen. */
export interface Elsewhere {
  id: string
  /** Calls the API; `path` begins below `/api`. What is refused, is thrown. */
  call(method: Method, path: string, body?: object): Promise<unknown>
  /** The status alone, whatever it is. */
  statusOf(method: Method, path: string, body?: object): Promise<number>
}

/** A member who acts without a screen from now on. */
export async function elsewhere(server: JourneyServer, person: Person): Promise<Elsewhere> {
  const { email, password } = person
  const answer = await call(server, 'POST', '/users/login', { body: { email, password } })
  const { token, user } = (await answer.json()) as LoginAnswer
  return {
    id: user._id,
    call: async (method, path, body) =>
      (await call(server, method, path, { token, ...(body && { body }) })).json(),
    statusOf: async (method, path, body) =>
      (await send(server, method, path, { token, ...(body && { body }) })).status,
  }
}

/** Joins and acts elsewhere. */
export async function joinElsewhere(server: JourneyServer, person: Person): Promise<Elsewhere> {
  await join(server, person)
  return elsewhere(server, person)
}

export async function makeFriends(one: Elsewhere, other: Elsewhere): Promise<void> {
  await one.call('POST', `/users/friend-request/${other.id}`)
  await other.call('POST', `/users/friend-request/${one.id}/accept`)
}

/** Posts without a picture, one after the other. */
export async function writePosts(server: JourneyServer, author: Person, ...texts: string[]) {
  const writer = await elsewhere(server, author)
  for (const text of texts) await writer.call('POST', '/posts', form({ text }))
}

/** Whether the server still knows the session of this token. */
export async function isSessionAlive({ origin }: JourneyServer, token: string): Promise<boolean> {
  const answer = await fetch(`${origin}/api/users/user`, { headers: { [TOKEN_HEADER]: token } })
  return answer.ok
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Payload {
  body?: object
  token?: string
}

async function call(server: JourneyServer, method: Method, path: string, payload?: Payload) {
  const answer = await send(server, method, path, payload)
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

function send(
  { origin }: JourneyServer,
  method: Method,
  path: string,
  { body, token }: Payload = {},
): Promise<Response> {
  const isForm = body instanceof FormData
  return fetch(`${origin}/api${path}`, {
    method,
    headers: {
      ...(token ? { [TOKEN_HEADER]: token } : {}),
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
}

function secretOf(link: string): string {
  return link.slice(link.lastIndexOf('/') + 1)
}
