import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, startTransition, useEffect } from 'react'
import { restoreQueries } from './persisted-queries.ts'
import { isOtherMember, loadSession, type SessionState, STARTING } from './session-state.ts'

// Asks the server who is here, until it has said so.

const RETRY_DELAY_MS = 3_000

export type SetState = Dispatch<SetStateAction<SessionState>>
export type Leave = (notice?: string) => void

export function useSessionLoading(state: SessionState, setState: SetState): void {
  useEffect(() => {
    if (state.status !== 'loading') return
    const stopped = new AbortController()
    const load = async () => {
      const next = await loadSession(state.failures, stopped.signal)
      // In pieces: what is drawn for a member is more than a slow phone draws at once.
      if (!stopped.signal.aborted) startTransition(() => setState(next))
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

/** While the server has not said who is here, it is asked every few seconds. */
export function useSessionConfirmation(
  state: SessionState,
  setState: SetState,
  leave: Leave,
): void {
  const queryClient = useQueryClient()
  const isOpen = state.status === 'signed-in' && !state.isConfirmed
  useEffect(() => {
    if (!isOpen) return
    const stopped = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    // After each answer, which may take longer than that.
    const askLater = () => {
      clearTimeout(timer)
      timer = setTimeout(ask, RETRY_DELAY_MS)
    }
    const ask = async () => {
      const next = await loadSession(0, stopped.signal)
      if (stopped.signal.aborted) return
      askLater()
      if (next.status === 'loading') return
      if (next.status !== 'signed-in') leave()
      else if (next.isConfirmed)
        setState((current) => (isOtherMember(current, next) ? STARTING : next))
    }
    void restoreQueries(queryClient)
    askLater()
    window.addEventListener('online', ask)
    return () => {
      stopped.abort()
      clearTimeout(timer)
      window.removeEventListener('online', ask)
    }
  }, [isOpen, setState, leave, queryClient])
}
