/**
 * Who is here. It turns the token on the device into the signed-in member and keeps both in step:
 * signing in and out, in this tab or another, and a session the server ended. A network that
 * fails signs nobody out. When a member leaves, nothing of theirs stays in memory.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { type CurrentUser, type LoginAnswer, MESSAGES } from '../../contract/accounts.ts'
import { onSessionLost } from '../platform/token-refresh.ts'
import {
  clearToken,
  onSessionChangedElsewhere,
  readToken,
  sessionSignal,
  storeToken,
} from '../platform/token-store.ts'
import { useToast } from '../ui/toast.tsx'
import { markAccountDeleted } from './account-deleted.ts'
import {
  claimDeviceData,
  closeDeviceData,
  hasUnsentText,
  wipeDataOfOthers,
  wipeDeviceData,
} from './device-data.ts'
import { LoadingLayout } from './loading-layout.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { paths } from './paths.ts'
import { persistMember } from './persisted-queries.ts'
import { queryKeys } from './query-keys.ts'
import {
  type Leave,
  type SetState,
  useSessionConfirmation,
  useSessionLoading,
} from './session-loading.ts'
import {
  isOtherMember,
  loadSession,
  type SessionState,
  SIGNED_OUT,
  SIGNED_OUT_IN_PLACE,
  STARTING,
  signOutHere,
} from './session-state.ts'
import { isScreenKept } from './stay-when-session-ends.ts'

interface Session {
  /** Null while nobody is signed in. */
  user: CurrentUser | null
  /** Whether the server has said so; else the member is known from an earlier visit. */
  isConfirmed: boolean
  signIn: (answer: LoginAnswer, rememberMe: boolean) => void
  /**
   * Ends the session here, in the other tabs and on the server, and goes to sign-in. What was
   * written and not sent would be lost: then it is asked first, unless that was answered.
   */
  signOut: () => void
  isConfirmingSignOut: boolean
  answerSignOut: (isWanted: boolean) => void
  /** What the member changed about themselves, once the server has it. */
  changeUser: (change: Pick<CurrentUser, '_id'> & Partial<CurrentUser>) => void
  /** After the account was deleted: nothing of it stays here, and the page begins anew at home. */
  clearAccount: () => void
}

const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('No SessionProvider above')
  return session
}

export function useUser(): CurrentUser {
  const { user } = useSession()
  if (!user) throw new Error('No member is signed in')
  return user
}

/** Whether the member wants presence in place of numbers. */
export function useQuietNumbers(): boolean {
  return use(SessionContext)?.user?.quietNumbers === true
}

interface SessionProviderProps {
  /** Where it was asked already who is here. */
  first: SessionState | undefined
  goToLogin: () => Promise<void>
  children: ReactNode
}

/** Shows the loading screen until it is known who is here. */
export function SessionProvider({ first = STARTING, goToLogin, children }: SessionProviderProps) {
  const [state, setState] = useState<SessionState>(() => (readToken() ? first : SIGNED_OUT))
  const leave = useLeave(state, setState)
  useRedirectToLogin(state, setState, goToLogin)
  useSessionLoading(state, setState)
  useSessionConfirmation(state, setState, leave)
  useExternalSessionEvents(state, setState, leave)
  useCacheReset(state)
  const queryClient = useQueryClient()
  const [isConfirmingSignOut, setIsConfirmingSignOut] = useSignOutQuestion(state)
  const session = useMemo(() => {
    const { signOut, ...rest } = createSession(state, setState, leave, queryClient)
    return {
      ...rest,
      isConfirmingSignOut: isConfirmingSignOut,
      signOut: () => (hasUnsentText() ? setIsConfirmingSignOut(true) : signOut()),
      answerSignOut(isWanted: boolean) {
        setIsConfirmingSignOut(false)
        if (isWanted) signOut()
      },
    }
  }, [state, leave, queryClient, isConfirmingSignOut, setIsConfirmingSignOut])
  if (state.status === 'loading') {
    if (state.failures === 0) return <LoadingLayout />
    return (
      <LoadingScreen isServerAway onRetry={() => setState({ status: 'loading', failures: 0 })} />
    )
  }
  if (state.status === 'leaving') return <LoadingScreen />
  return <SessionContext value={session}>{children}</SessionContext>
}

function createSession(
  state: SessionState,
  setState: SetState,
  leave: Leave,
  queryClient: QueryClient,
): Omit<Session, 'isConfirmingSignOut' | 'answerSignOut'> {
  return {
    user: state.status === 'signed-in' ? state.user : null,
    isConfirmed: state.status === 'signed-in' && state.isConfirmed,
    signIn(answer, rememberMe) {
      // What was answered late may be of another member.
      queryClient.removeQueries({ type: 'inactive' })
      storeToken(answer.token, rememberMe)
      claimDeviceData(answer.user._id)
      void wipeDataOfOthers(answer.user._id)
      persistMember(answer.user)
      setState({ status: 'signed-in', user: answer.user, isConfirmed: true })
    },
    signOut() {
      signOutHere()
      leave()
    },
    changeUser(change) {
      changeOwnProfile(queryClient, change)
      setState((current) => withChange(current, change))
    },
    clearAccount() {
      clearToken()
      const isWiped = wipeDeviceData()
      markAccountDeleted()
      // Takes the entry of an open dialog, whose own way back would else cross the reload.
      history.replaceState(null, '', paths.home)
      flushSync(() => setState(SIGNED_OUT))
      void isWiped.finally(() => location.reload())
    },
  }
}

/** Whether it is asked. A session that ends otherwise takes its question along. */
function useSignOutQuestion({ status }: SessionState) {
  const [isAsked, setIsAsked] = useState(false)
  useEffect(() => {
    if (status !== 'signed-in') setIsAsked(false)
  }, [status])
  return [isAsked && status === 'signed-in', setIsAsked] as const
}

/** An answer that comes after somebody else signed in is not about them. */
function withChange(state: SessionState, change: Partial<CurrentUser>): SessionState {
  if (state.status !== 'signed-in' || state.user._id !== change._id) return state
  const user = { ...state.user, ...change }
  persistMember(user)
  return { ...state, user }
}

/** The settings show the same member. That a part of it is new makes the rest no newer. */
function changeOwnProfile(client: QueryClient, change: Partial<CurrentUser>): void {
  const queryKey = queryKeys.ownProfile
  const state = client.getQueryState<CurrentUser>(queryKey)
  if (!state?.data || state.data._id !== change._id) return
  const { data, dataUpdatedAt: updatedAt, fetchStatus } = state
  client.setQueryData<CurrentUser>(queryKey, { ...data, ...change }, { updatedAt })
  // A reading under way may be older than this.
  if (fetchStatus === 'fetching') void client.invalidateQueries({ queryKey })
}

function useLeave(state: SessionState, setState: SetState): Leave {
  const toast = useToast()
  const isSignedIn = state.status === 'signed-in'
  return useCallback(
    (notice) => {
      if (!isSignedIn) return setState(SIGNED_OUT)
      if (isScreenKept()) return setState(SIGNED_OUT_IN_PLACE)
      setState({ status: 'leaving' })
      if (notice) toast.alert(notice)
    },
    [isSignedIn, setState, toast],
  )
}

/** Goes to sign-in once the member's screens are gone, so that no guard of theirs redirects. */
function useRedirectToLogin(
  { status }: SessionState,
  setState: SetState,
  goToLogin: () => Promise<void>,
): void {
  useEffect(() => {
    if (status === 'leaving') void goToLogin().then(() => setState(SIGNED_OUT))
  }, [status, setState, goToLogin])
}

function useExternalSessionEvents(state: SessionState, setState: SetState, leave: Leave): void {
  useEffect(() => {
    const session = sessionSignal()
    onSessionLost(() => leave(MESSAGES.sessionEnded))
    return onSessionChangedElsewhere(async () => {
      if (readToken() === null) return leave()
      const next = await loadSession()
      // A server that starts has not said who is here: whoever was, with their words, stays
      // meanwhile.
      if (!session.aborted && next.status === 'loading')
        setState((current) => unconfirmed(current) ?? next)
      else setState(isOtherMember(state, next) ? STARTING : next)
    })
  }, [state, setState, leave])
}

/** While no screen of a member is shown, what was fetched for them is let go. */
function useCacheReset(state: SessionState): void {
  const queryClient = useQueryClient()
  const { status } = state
  const isInPlace = status === 'signed-out' && state.isScreenKept
  useEffect(() => {
    if (status === 'leaving' || status === 'loading') queryClient.clear()
    // By now the member's own parts have let go of theirs: what is left is of the screen that
    // stays.
    if (isInPlace) {
      queryClient.removeQueries({ type: 'inactive' })
      queryClient.getMutationCache().clear()
    }
    if (status === 'leaving' || status === 'signed-out') closeDeviceData()
  }, [status, isInPlace, queryClient])
}

function unconfirmed(state: SessionState): SessionState | undefined {
  return state.status === 'signed-in' ? { ...state, isConfirmed: false } : undefined
}
