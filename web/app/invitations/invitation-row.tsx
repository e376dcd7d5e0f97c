import { Link2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { generatePath, Link } from 'react-router'
import { type Invite, MESSAGES } from '../../../contract/invites.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { paths } from '../paths.ts'
import { endInvite } from './api.ts'

interface InvitationRowProps {
  invite: Invite
  isRenewing: boolean
  onRenew: () => void
  onEnded: () => Promise<void>
}

export function InvitationRow({ invite, isRenewing, onRenew, onEnded }: InvitationRowProps) {
  const [isEnding, setIsEnding] = useState(false)
  const { _id, note, space, members, isOpen } = invite
  const title = note || (space ? `To ${space.name}` : 'Invitation')

  async function end() {
    await endInvite(_id)
    await onEnded()
  }

  return (
    <li className="flex items-start gap-3 rounded-card border border-line bg-surface-raised p-4">
      <div className="min-w-0 flex-1">
        <h3 dir="auto" className="wrap-anywhere font-medium">
          {title}
        </h3>
        <p className="text-ink-soft text-sm">{stateOf(invite)}</p>
        {members.length > 0 && (
          <ul aria-label="Who came by it" className="mt-2 flex flex-wrap gap-x-3">
            {members.map((member) => (
              <li key={member._id}>
                <Link
                  to={generatePath(paths.member, { id: member._id })}
                  className="inline-flex min-h-11 items-center rounded-sm font-medium text-ember underline underline-offset-4 sm:min-h-6"
                >
                  {member.username}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Menu
        label={`Options for ${title}`}
        items={[
          ...(isOpen
            ? [{ label: 'New link', icon: <Link2 />, isDisabled: isRenewing, onSelect: onRenew }]
            : []),
          { label: 'End it', icon: <Trash2 />, isDanger: true, onSelect: () => setIsEnding(true) },
        ]}
      />
      <ConfirmDialog
        isOpen={isEnding}
        onClose={() => setIsEnding(false)}
        sentence="End this invitation?"
        details="Nobody can register with its link any more. Whoever came by it stays."
        confirmLabel="End it"
        isDanger
        onConfirm={end}
        describeError={(error) => errorMessage(error, MESSAGES.removeFailed)}
      />
    </li>
  )
}

function stateOf(invite: Invite): string {
  const { uses, joinedCount, waitingCount, space } = invite
  const places = uses === null ? `${joinedCount} came` : `${joinedCount} of ${uses} came`
  const parts = [
    places,
    waitingCount > 0 && `${waitingCount} registering`,
    worksFor(invite),
    space && `leads to ${space.name}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function worksFor({ until, isOpen, isResting }: Invite): string {
  if (isResting) return 'does not work just now'
  return isOpen
    ? `works until ${new Date(until).toLocaleDateString('en', { dateStyle: 'long' })}`
    : 'over'
}
