import { queryOptions } from '@tanstack/react-query'
import { ownSessionList } from '../../../contract/account-security.ts'
import {
  recoveryCodes,
  type SecondFactorSetup,
  secondFactorSetup,
  secondFactorStatus,
} from '../../../contract/second-factor.ts'
import { api } from '../../platform/api-client.ts'

export const sessionsOptions = queryOptions({
  queryKey: ['own-sessions'] as const,
  queryFn: async ({ signal }) => ownSessionList.parse(await api.get('/users/sessions', { signal })),
})

export async function endSession(id: string): Promise<void> {
  await api.delete(`/users/sessions/${encodeURIComponent(id)}`)
}

export async function endOtherSessions(): Promise<void> {
  await api.delete('/users/sessions')
}

export async function changePassword(currentPassword: string, password: string): Promise<void> {
  await api.put('/users/password', { currentPassword, password })
}

/** Resolves with what the server says comes next. */
export async function requestEmailChange(email: string): Promise<string> {
  return (await api.put<{ msg: string }>('/users/email', { email })).msg
}

/** Rejects with a 400 where it is not the member's, and at `confirmationCode` where that is. */
export async function confirmPassword(password: string, code: string | undefined): Promise<void> {
  const body = { password, ...(code !== undefined && { confirmationCode: code }) }
  await api.post('/users/confirm', body)
}

export const secondFactorOptions = queryOptions({
  queryKey: ['second-factor'] as const,
  queryFn: async ({ signal }) =>
    secondFactorStatus.parse(await api.get('/users/second-factor', { signal })),
})

export async function beginSecondFactor(): Promise<SecondFactorSetup> {
  return secondFactorSetup.parse(await api.post('/users/second-factor'))
}

export async function confirmSecondFactor(code: string): Promise<string[]> {
  return codesOf(await api.post('/users/second-factor/confirm', { code }))
}

/** The same; those of before are worthless then. */
export async function renewRecoveryCodes(): Promise<string[]> {
  return codesOf(await api.post('/users/second-factor/recovery-codes'))
}

export async function endSecondFactor(code: string): Promise<void> {
  await api.post('/users/second-factor/end', { code })
}

const codesOf = (answer: unknown) => recoveryCodes.parse(answer).recoveryCodes
