import { useCallback, useRef } from 'react'
import { type BlockerFunction, useBeforeUnload, useBlocker } from 'react-router'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

interface LeaveGuardProps {
  hasUnsaved: boolean
  /** They stand in a tab that the address names behind its `?`: another tab is another place. */
  isInTab?: boolean
  onDiscard: () => void
}

/** Asks before unsaved changes are left behind, within Snug and on the way out of it. */
export function LeaveGuard({ hasUnsaved, isInTab = false, onDiscard }: LeaveGuardProps) {
  const isLeaving = useRef(false)
  const blocks = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      hasUnsaved &&
      !isLeaving.current &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (isInTab && currentLocation.search !== nextLocation.search)),
    [hasUnsaved, isInTab],
  )
  const blocker = useBlocker(blocks)
  useBeforeUnload((event) => {
    if (hasUnsaved) event.preventDefault()
  })
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      isAboutLeaving
      sentence="Leave without saving your changes?"
      confirmLabel="Leave without saving"
      isDanger
      onConfirm={async () => {
        isLeaving.current = true
        onDiscard()
        blocker.proceed?.()
      }}
      onClose={() => {
        if (!isLeaving.current) blocker.reset?.()
      }}
      describeError={String}
    />
  )
}
