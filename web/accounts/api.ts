/** Each rejects with an ApiError whose message is the server's sentence. */

import type { ResetAnswer } from '../../contract/account-security.ts'
import {
  LOGIN_ATTEMPTS,
  LOGIN_RETRY_DELAY_MS,
  LOGIN_TIMEOUT_MS,
  type LoginAnswer,
  MESSAGES,
} from '../../contract/accounts.ts'
import { NOT_READY } from '../../contract/errors.ts'
import type { PasskeyRequest } from '../../contract/passkeys.ts'
import type { EnteredAnswer, VerifiedAnswer } from '../../contract/registration.ts'
import type { RegistrationProof } from '../../contract/registration-proof.ts'
import { api } from '../platform/api-client.ts'
import { ApiError } from '../platform/api-error.ts'
import { pause } from '../platform/pause.ts'

interface MessageAnswer {
  msg: string
}

interface Credentials {
  email: string
  password: string
  rememberMe: boolean
}

/** Tries again while the server starts (`onStarting`), within `LOGIN_TIMEOUT_MS` in all. */
export async function logIn(
  credentials: Credentials,
  onStarting: (sentence: string) => void,
): Promise<LoginAnswer> {
  const until = performance.now() + LOGIN_TIMEOUT_MS
  for (let attempt = 1; ; attempt++) {
    try {
      return await api.post('/users/login', credentials, { timeoutMs: until - performance.now() })
    } catch (error) {
      if (attempt === LOGIN_ATTEMPTS || !isStarting(error)) throw error
      onStarting(MESSAGES.starting(attempt))
      await pause(LOGIN_RETRY_DELAY_MS)
    }
  }
}

/** Rejects with a 400 at `code`, and with a 401 once the challenge is over. */
export function logInWithCode(challenge: string, code: string) {
  return api.post<LoginAnswer>('/users/login/second-factor', { challenge, code })
}

/** What a passkey signs to sign in. */
export function readPasskeyRequest() {
  return api.post<PasskeyRequest>('/users/login/passkey/options')
}

/** `credential`: what the browser made of that. Rejects with a 400 where it is not right. */
export function logInWithPasskey(credential: unknown, rememberMe: boolean) {
  return api.post<LoginAnswer>('/users/login/passkey', { credential, rememberMe })
}

interface NewAccount {
  username: string
  email: string
  password: string
  /** From the link for the first administrator. */
  host?: string
  invite?: string
  answers?: string[]
  proof?: RegistrationProof
  browserSecret: string
}

export function register(account: NewAccount) {
  return api.post<MessageAnswer>('/users/register', account)
}

export function requestPasswordReset(email: string) {
  return api.post<MessageAnswer>('/users/forgot-password', { email })
}

/** Rejects with a 400 when the link does not work (any more). */
export function checkResetLink(token: string, signal: AbortSignal) {
  return api.get<MessageAnswer>(`/users/reset-password/${encodeURIComponent(token)}`, { signal })
}

export function resetPassword(token: string, password: string) {
  return api.post<MessageAnswer>(`/users/reset-password/${encodeURIComponent(token)}`, { password })
}

/** With a session where this browser registered. Rejects with a 400 where the link is used up. */
export async function verifyEmail(
  token: string,
  browserSecret: string | null,
): Promise<EnteredAnswer> {
  const path = `/users/verify/${encodeURIComponent(token)}`
  if (browserSecret) return api.post(path, { browserSecret })
  return { ...(await api.get<VerifiedAnswer>(path)), session: null }
}

/** Removes the registration behind a link. Rejects with a 400 when there is none (any more). */
export function removeRegistration(token: string) {
  return api.delete<MessageAnswer>(`/users/verify/${encodeURIComponent(token)}`)
}

export function resendVerification(email: string) {
  return api.post<MessageAnswer>('/users/resend-verification', { email })
}

export async function changeEmail(token: string): Promise<void> {
  await api.post(`/users/email/${encodeURIComponent(token)}`)
}

export function undoEmailChange(token: string) {
  return api.post<ResetAnswer>(`/users/email-undo/${encodeURIComponent(token)}`)
}

export function endStrangersSessions(token: string) {
  return api.post<ResetAnswer>(`/users/not-me/${encodeURIComponent(token)}`)
}

function isStarting(error: unknown): boolean {
  return error instanceof ApiError && error.status === 503 && error.code === NOT_READY
}
