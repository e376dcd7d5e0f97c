/**
 * Who is here. It turns the token on the device into the signed-in member and keeps both in step:
 * signing in and out, in this tab or another, and a session the server ended. A network that
 * fails signs nobody out. When a member leaves, nothing of theirs stays in memory.
 */
import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type CurrentUser, type LoginAnswer, SAYS } from '../../contract/accounts.ts'
import { endSession } from '../platform/api-client.ts'
import { claimDrafts, wipeDrafts } from '../platform/drafts.ts'
import { onSessionLost } from '../platform/token-refresh.ts'
import {
  clearToken,
  keepToken,
  onSessionChangedElsewhere,
  readToken,
} from '../platform/token-store.ts'
import { useToast } from '../ui/toast.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { loadSession, type SessionState, SIGNED_OUT, STARTING } from './session-state.ts'

const RETRY_DELAY_MS = 3_000

interface Session {
  /** Null while nobody is signed in. */
  user: CurrentUser | null
  signIn: (answer: LoginAnswer, rememberMe: boolean) => void
  /** Ends the session here, in the other tabs and on the server, and goes to sign-in. */
  signOut: () => void
}

const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}

/** For screens that only a signed-in member reaches. */
export function useUser(): CurrentUser {
  const { user } = useSession()
  if (!user) throw new Error('This screen needs a signed-in member')
  return user
}

interface SessionProviderProps {
  goToLogin: () => Promise<void>
  children: ReactNode
}

/** Shows the loading screen until it is known who is here. */
export function SessionProvider({ goToLogin, children }: SessionProviderProps) {
  const [state, setState] = useState<SessionState>(() => (readToken() ? STARTING : SIGNED_OUT))
  const leave = useLeave(state, setState)
  useDeparture(state, setState, goToLogin)
  useLoading(state, setState)
  useOutsideEvents(state, setState, leave)
  useForgetting(state)
  const session = useMemo(() => createSession(state, setState, leave), [state, leave])
  if (state.status === 'loading') {
    return (
      <LoadingScreen
        isServerAway={state.failures > 0}
        onRetry={() => setState({ status: 'loading', failures: 0 })}
      />
    )
  }
  if (state.status === 'leaving') return <LoadingScreen />
  return <SessionContext value={session}>{children}</SessionContext>
}

type SetState = (state: SessionState) => void
type Leave = (notice?: string) => void

function createSession(state: SessionState, setState: SetState, leave: Leave): Session {
  return {
    user: state.status === 'signed-in' ? state.user : null,
    signIn(answer, rememberMe) {
      keepToken(answer.token, rememberMe)
      claimDrafts(answer.user._id)
      setState({ status: 'signed-in', user: answer.user })
    },
    signOut() {
      const token = readToken()
      clearToken()
      wipeDrafts()
      if (token) void endSession(token)
      leave()
    },
  }
}

function useLeave(state: SessionState, setState: SetState): Leave {
  const toast = useToast()
  const latest = useRef(state)
  useEffect(() => {
    latest.current = state
  })
  return useCallback(
    (notice) => {
      if (latest.current.status !== 'signed-in') return setState(SIGNED_OUT)
      setState({ status: 'leaving' })
      if (notice) toast.alert(notice)
    },
    [setState, toast],
  )
}

/** Goes to sign-in once the member's screens are gone, so that no guard of theirs redirects. */
function useDeparture(
  { status }: SessionState,
  setState: SetState,
  goToLogin: () => Promise<void>,
): void {
  useEffect(() => {
    if (status === 'leaving') void goToLogin().then(() => setState(SIGNED_OUT))
  }, [status, setState, goToLogin])
}

function useLoading(state: SessionState, setState: SetState): void {
  useEffect(() => {
    if (state.status !== 'loading') return
    const stopped = new AbortController()
    const load = async () => {
      const next = await loadSession(state.failures, stopped.signal)
      if (!stopped.signal.aborted) setState(next)
    }
    const timer = setTimeout(load, state.failures > 0 ? RETRY_DELAY_MS : 0)
    const retry = () => setState({ status: 'loading', failures: 0 })
    window.addEventListener('online', retry)
    return () => {
      stopped.abort()
      clearTimeout(timer)
      window.removeEventListener('online', retry)
    }
  }, [state, setState])
}

function useOutsideEvents(state: SessionState, setState: SetState, leave: Leave): void {
  useEffect(() => {
    onSessionLost(() => leave(SAYS.sessionEnded))
    return onSessionChangedElsewhere(async () => {
      if (readToken() === null) return leave()
      const next = await loadSession()
      setState(isOtherMember(state, next) ? STARTING : next)
    })
  }, [state, setState, leave])
}

/** While no screen of a member is shown, what was fetched for them is let go. */
function useForgetting({ status }: SessionState): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (status === 'leaving' || status === 'loading') queryClient.clear()
  }, [status, queryClient])
}

function isOtherMember(before: SessionState, next: SessionState): boolean {
  if (before.status !== 'signed-in') return false
  return next.status !== 'signed-in' || next.user._id !== before.user._id
}
