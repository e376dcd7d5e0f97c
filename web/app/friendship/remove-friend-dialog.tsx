import { useState } from 'react'
import { MESSAGES, type Person } from '../../../contract/friends.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface RemoveFriendDialogProps {
  /** The friend in question; none, and the dialog is closed. */
  friend: Person | undefined
  onConfirmed: (friend: Person) => void
  onClose: () => void
  /** Where focus goes once the friend is gone. */
  returnFocus?: (() => HTMLElement | null) | undefined
}

/** Asks, then lets the friend go at once; a refusal brings them back with a toast. */
export function RemoveFriendDialog(props: RemoveFriendDialogProps) {
  const { friend, onConfirmed, onClose, returnFocus } = props
  // While the dialog leaves the screen it still says whom it asked about.
  const [asked, setAsked] = useState(friend)
  if (friend && friend !== asked) setAsked(friend)
  return (
    <ConfirmDialog
      isOpen={friend !== undefined}
      onClose={onClose}
      returnFocus={returnFocus}
      sentence={MESSAGES.removeConfirm(asked?.username ?? '')}
      confirmLabel="Remove"
      isDanger
      onConfirm={async () => {
        if (friend) onConfirmed(friend)
      }}
      describeError={() => MESSAGES.removeFailed}
    />
  )
}
