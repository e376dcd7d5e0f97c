import type { CurrentUser } from '../../contract/accounts.ts'
import { api, logOut } from '../platform/api-client.ts'
import { ApiError } from '../platform/api-error.ts'
import { clearToken, readToken, sessionSignal } from '../platform/token-store.ts'
import { claimDeviceData, wipeDeviceData } from './device-data.ts'
import { persistMember, readPersistedMember } from './persisted-queries.ts'

export type SessionState =
  /** `failures`: how often the server was away when it was asked who is here. */
  | { status: 'loading'; failures: number }
  /** Not confirmed: the server could not be asked, and the member is known from an earlier visit. */
  | { status: 'signed-in'; user: CurrentUser; isConfirmed: boolean }
  /** On the way out: the member's screens are gone, the sign-in is not there yet. */
  | { status: 'leaving' }
  /** `isScreenKept`: the session ended under a screen that goes on without it. */
  | { status: 'signed-out'; isScreenKept?: true }

export const STARTING: SessionState = { status: 'loading', failures: 0 }
export const SIGNED_OUT: SessionState = { status: 'signed-out' }
export const SIGNED_OUT_IN_PLACE: SessionState = { status: 'signed-out', isScreenKept: true }

/**
 * So often a server may be not ready: one that starts is ready by then, one whose database is away
 * not.
 */
const NOT_READY_MAX = 2

/**
 * Asks the server whose token this is. Only its plain no clears the token. Where another session began
 * meanwhile the answer is of the one before: what is on the device stays as it is.
 */
export async function loadSession(failures = 0, signal?: AbortSignal): Promise<SessionState> {
  const token = readToken()
  const session = sessionSignal()
  const isOver = () => signal?.aborted || session.aborted
  try {
    const user = await api.get<CurrentUser>('/users/user', { signal })
    if (isOver()) return STARTING
    persistMember(user)
    claimDeviceData(user._id)
    return { status: 'signed-in', user, isConfirmed: true }
  } catch (error) {
    if (signal?.aborted) return STARTING
    const isAway = isUnreachable(error) || (failures >= NOT_READY_MAX && !isTokenRefused(error))
    const user = isAway ? await readPersistedMember() : undefined
    if (user && isOver()) return STARTING
    if (user) {
      claimDeviceData(user._id)
      return { status: 'signed-in', user, isConfirmed: false }
    }
    if (!isTokenRefused(error)) return { status: 'loading', failures: failures + 1 }
    if (token !== null && readToken() === token) clearToken()
    return SIGNED_OUT
  }
}

/** On this device, in all its tabs, and on the server. */
export function signOutHere(): void {
  const token = readToken()
  clearToken()
  void wipeDeviceData()
  if (token) void logOut(token)
}

export function isOtherMember(before: SessionState, next: SessionState): boolean {
  if (before.status !== 'signed-in') return false
  return next.status !== 'signed-in' || next.user._id !== before.user._id
}

/** Only this answer says that the token is not valid: any other may be that of a proxy or a hotel. */
function isTokenRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** A server that says it is not ready, or that this was a lot at once, will answer in a moment. */
function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && ![401, 429, 503].includes(error.status)
}
