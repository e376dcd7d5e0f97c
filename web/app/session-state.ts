import type { CurrentUser } from '../../contract/accounts.ts'
import { ApiError, api, isServerAway } from '../platform/api-client.ts'
import { claimDrafts } from '../platform/drafts.ts'
import { clearToken, readToken } from '../platform/token-store.ts'

export type SessionState =
  /** `failures`: how often the server was away when it was asked who is here. */
  | { status: 'loading'; failures: number }
  | { status: 'signed-in'; user: CurrentUser }
  /** On the way out: the member's screens are gone, the sign-in is not there yet. */
  | { status: 'leaving' }
  | { status: 'signed-out' }

export const STARTING: SessionState = { status: 'loading', failures: 0 }
export const SIGNED_OUT: SessionState = { status: 'signed-out' }

/** Asks the server whose token this is. Only its plain no clears the token. */
export async function loadSession(failures = 0, signal?: AbortSignal): Promise<SessionState> {
  const token = readToken()
  try {
    const user = await api.get<CurrentUser>('/users/user', { signal })
    claimDrafts(user._id)
    return { status: 'signed-in', user }
  } catch (error) {
    if (signal?.aborted) return STARTING
    if (isServerAway(error) || isLimited(error))
      return { status: 'loading', failures: failures + 1 }
    if (token !== null && readToken() === token) clearToken()
    return SIGNED_OUT
  }
}

function isLimited(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429
}
