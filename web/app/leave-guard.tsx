import { useRef } from 'react'
import { useBeforeUnload } from 'react-router'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useBlockedMove } from './router-view.tsx'

interface LeaveGuardProps {
  hasUnsaved: boolean
  /** They stand in a tab that the address names behind its `?`: another tab is another place. */
  isInTab?: boolean
  sentence?: string
  confirmLabel?: string
  onDiscard: () => void
}

/** Asks before unsaved changes are left behind, within Snug and on the way out of it. */
export function LeaveGuard(props: LeaveGuardProps) {
  const { hasUnsaved, isInTab = false, onDiscard } = props
  const isLeaving = useRef(false)
  const { blockedMove, stay } = useBlockedMove(
    ({ from, to }) =>
      hasUnsaved &&
      !isLeaving.current &&
      (from.pathname !== to.pathname || (isInTab && from.search !== to.search)),
  )
  useBeforeUnload((event) => {
    if (hasUnsaved) event.preventDefault()
  })
  return (
    <ConfirmDialog
      isOpen={blockedMove !== undefined}
      isAboutLeaving
      sentence={props.sentence ?? 'Leave without saving your changes?'}
      confirmLabel={props.confirmLabel ?? 'Leave without saving'}
      isDanger
      onConfirm={async () => {
        isLeaving.current = true
        onDiscard()
        blockedMove?.proceed()
      }}
      onClose={stay}
      describeError={String}
    />
  )
}
