import { logFailure } from './log-failure.ts'
import { withTabLock } from './tab-lock.ts'
import { clearToken, readToken, replaceToken } from './token-store.ts'
import { type Answer, sendJson } from './transport.ts'

const LOCK = 'token-refresh'
const REFRESH_TIMEOUT_MS = 10_000

export type Refreshed =
  | { token: string }
  /** The server ended the session; the token is gone from the device. */
  | { lost: true }
  /** Unknown: the network or the server failed, and nothing changed. */
  | { failed: Answer }

let sessionLost: () => void = () => {}
let pending: { token: string; refreshed: Promise<Refreshed> } | undefined

/** The one listener for "the server ended this session"; the token is cleared by then. */
export function onSessionLost(listener: () => void): void {
  sessionLost = listener
}

/**
 * A token to use instead of `failed`, which the server refused: the newer one
 * another request or tab has fetched already, or else a fresh one. At most one
 * refresh runs, in all tabs together.
 */
export function refreshToken(failed: string): Promise<Refreshed> {
  if (pending?.token === failed) return pending.refreshed
  const refreshed = withTabLock(LOCK, () => refreshUnlessDone(failed)).finally(() => {
    if (pending?.refreshed === refreshed) pending = undefined
  })
  pending = { token: failed, refreshed }
  return refreshed
}

/** Takes the place of a refused token that has left the device already, to end its session. */
export async function sendRefresh(token: string): Promise<Answer> {
  return sendJson({
    method: 'POST',
    path: '/users/refresh-token',
    token: null,
    body: { token },
    timeoutMs: REFRESH_TIMEOUT_MS,
  })
}

async function refreshUnlessDone(failed: string): Promise<Refreshed> {
  const stored = readToken()
  if (stored === null) return { lost: true }
  if (stored !== failed) return { token: stored }
  const answer = await sendRefresh(failed)
  const token = refreshedTokenIn(answer)
  if (token !== undefined) {
    replaceToken(failed, token)
    return { token }
  }
  if (!endsSession(answer)) {
    logFailure('The session could not be renewed: status', answer.status)
    return { failed: answer }
  }
  return giveUp(failed)
}

function giveUp(failed: string): Refreshed {
  const stored = readToken()
  if (stored !== null && stored !== failed) return { token: stored }
  if (stored === failed) {
    clearToken()
    sessionLost()
  }
  return { lost: true }
}

export function refreshedTokenIn({ status, body }: Answer): string | undefined {
  if (status !== 200 || typeof body !== 'object' || body === null || !('token' in body))
    return undefined
  return typeof body.token === 'string' ? body.token : undefined
}

/** The server refuses a token by this; any other answer may be that of a proxy or a hotel. */
function endsSession({ status }: Answer): boolean {
  return status === 401
}
