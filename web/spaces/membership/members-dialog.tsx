import { useQuery } from '@tanstack/react-query'
import { Ban, Crown, UserRoundMinus } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Author } from '../../../contract/author.ts'
import { MESSAGES, type Space } from '../../../contract/spaces.ts'
import { PersonLink } from '../../app/person-link.tsx'
import { ReasonField, requireReasonFits } from '../../app/reason-field.tsx'
import { useUser } from '../../app/session.tsx'
import { errorMessage } from '../../platform/api-error.ts'
import { lazyChunk } from '../../platform/lazy-chunk.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { useLatest } from '../../ui/latest.ts'
import { Menu } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import { spaceOptions, useHandOver, useRemoveMember } from '../api.ts'

const BanDialog = lazyChunk(() => import('./ban-dialog.tsx'), 'BanDialog')
const BannedMembers = lazyChunk(() => import('./banned-members.tsx'), 'BannedMembers')

interface MembersDialogProps {
  spaceId: string
  isOpen: boolean
  onClose: () => void
}

/** Who is in a space. Its admin can hand it over to one of them, remove or ban one. */
export function MembersDialog({ spaceId, isOpen, onClose }: MembersDialogProps) {
  const space = useQuery({ ...spaceOptions(spaceId), enabled: isOpen })
  return (
    <Dialog title="Members" isOpen={isOpen} onClose={onClose}>
      {space.isPending && <Skeleton className="h-48" />}
      {space.isLoadingError && <ErrorState text="The members could not be loaded." query={space} />}
      {space.data && <MemberList space={space.data} />}
    </Dialog>
  )
}

interface Question {
  about: 'remove' | 'hand-over'
  member: Author
}

function MemberList({ space }: { space: Space }) {
  const { _id: viewerId } = useUser()
  const [question, setQuestion] = useState<Question>()
  const [toBan, setToBan] = useState<Author>()
  return (
    <>
      <ul aria-label="Members" className="flex flex-col">
        {space.members.map((member) => (
          <li key={member._id} className="flex min-h-14 items-center gap-3">
            <span className="flex min-w-0 flex-1 items-center gap-x-2">
              <PersonLink person={member} size="medium" isInDialog className="font-semibold" />
              {member._id === space.admin._id && (
                <span className="text-ink-soft text-sm">Admin</span>
              )}
            </span>
            {space.isAdmin && member._id !== viewerId && (
              <MemberMenu
                member={member}
                onAsk={(about) => setQuestion({ about, member })}
                onBan={() => setToBan(member)}
              />
            )}
          </li>
        ))}
      </ul>
      <Question space={space} question={question} onClose={() => setQuestion(undefined)} />
      <Suspense>
        {space.isAdmin && <BannedMembers spaceId={space._id} />}
        {toBan && (
          <BanDialog spaceId={space._id} member={toBan} onClose={() => setToBan(undefined)} />
        )}
      </Suspense>
    </>
  )
}

interface MemberMenuProps {
  member: Author
  onAsk: (about: Question['about']) => void
  onBan: () => void
}

function MemberMenu({ member, onAsk, onBan }: MemberMenuProps) {
  return (
    <Menu
      label={`Options for ${member.username}`}
      items={[
        { label: 'Make admin', icon: <Crown />, onSelect: () => onAsk('hand-over') },
        {
          label: 'Remove',
          icon: <UserRoundMinus />,
          isDanger: true,
          onSelect: () => onAsk('remove'),
        },
        { label: 'Ban…', icon: <Ban />, isDanger: true, onSelect: onBan },
      ]}
    />
  )
}

interface QuestionProps {
  space: Space
  question: Question | undefined
  onClose: () => void
}

function Question({ space, question, onClose }: QuestionProps) {
  const removal = useRemoveMember(space._id)
  const handingOver = useHandOver(space._id)
  const toast = useToast()
  const { about, member } = useLatest(question) ?? {}
  const name = member?.username ?? ''
  const isRemoval = about === 'remove'
  const [reason, setReason] = useState('')

  async function act() {
    if (!member) return
    if (isRemoval) {
      requireReasonFits(reason)
      await removal.mutateAsync({ member, reason: reason.trim() })
    } else await handingOver.mutateAsync(member)
    toast.success(isRemoval ? MESSAGES.removed : MESSAGES.handedOver)
  }

  function close() {
    setReason('')
    onClose()
  }

  return (
    <ConfirmDialog
      isOpen={question !== undefined}
      onClose={close}
      sentence={isRemoval ? `Remove ${name} from this space?` : `Make ${name} the admin?`}
      details={
        isRemoval
          ? space.isPrivate
            ? 'They can no longer read or write here.'
            : 'They can join again at once. To keep them out, ban them.'
          : 'You stay a member, and can then leave. Only they could give the space back.'
      }
      confirmLabel={isRemoval ? 'Remove' : 'Hand over'}
      isDanger={isRemoval}
      onConfirm={act}
      describeError={(error) =>
        errorMessage(error, isRemoval ? MESSAGES.removeFailed : MESSAGES.handOverFailed)
      }
    >
      {isRemoval && (
        <ReasonField label="Why? They are told." reason={reason} onChange={setReason} />
      )}
    </ConfirmDialog>
  )
}
