import { type LoginAnswer, TOKEN_HEADER } from '../../contract/accounts.ts'
import type { Person } from '../people.ts'
import { form } from '../pictures.ts'
import { linkMailedBy, mailedLink } from './mailbox.ts'
import type { JourneyServer } from './server.ts'

// What happened before a journey begins, or elsewhere while it goes on: done over the API.

/** Registers and verifies; the first to join is the administrator. */
export async function join(server: JourneyServer, person: Person): Promise<void> {
  await register(server, person)
  const link = await mailedLink(server, person.email, 'verify')
  await call(server, 'GET', `/users/verify/${secretOf(link)}`)
}

/** Registers and leaves the mail unread. */
export async function register(server: JourneyServer, person: Person): Promise<void> {
  await call(server, 'POST', '/users/register', { body: person })
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

/** Posts without a picture, one after the other. */
export async function writePosts(server: JourneyServer, author: Person, ...texts: string[]) {
  const { email, password } = author
  const answer = await call(server, 'POST', '/users/login', { body: { email, password } })
  const { token } = (await answer.json()) as LoginAnswer
  for (const text of texts) await call(server, 'POST', '/posts', { token, body: form({ text }) })
}

/** Whether the server still knows the session of this token. */
export async function isSessionAlive({ origin }: JourneyServer, token: string): Promise<boolean> {
  const answer = await fetch(`${origin}/api/users/user`, { headers: { [TOKEN_HEADER]: token } })
  return answer.ok
}

async function call(
  { origin }: JourneyServer,
  method: 'GET' | 'POST',
  path: string,
  { body, token }: { body?: object; token?: string } = {},
): Promise<Response> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      ...(token ? { [TOKEN_HEADER]: token } : {}),
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

function secretOf(link: string): string {
  return link.slice(link.lastIndexOf('/') + 1)
}
