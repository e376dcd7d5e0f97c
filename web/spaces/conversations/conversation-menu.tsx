import { CircleUserRound, DoorOpen, PenLine, UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { generatePath } from 'react-router'
import { CONVERSATION_TITLE_MAX, type Conversation } from '../../../contract/conversations.ts'
import { paths } from '../../app/paths.ts'
import { useNavigateAndWait } from '../../app/router-view.tsx'
import { errorMessage } from '../../platform/api-error.ts'
import { lazyChunk } from '../../platform/lazy-chunk.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuItem } from '../../ui/menu-overlay.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { nameOf, useConversationChange, useConversationEnd } from './conversations-api.ts'

const PickFriendsDialog = lazyChunk(
  () => import('../membership/pick-friends-dialog.tsx'),
  'PickFriendsDialog',
)

interface ConversationMenuProps {
  talk: Conversation
  onLeft: () => void
  roomItems: readonly MenuItem[]
}

/** The accounts of all others are gone, or they left: it goes with the last one out. */
const isAlone = (talk: Conversation) => talk.people.length === 0

/** Of a pair the way to the other; of a group who is in it, what it is called and the way out. */
export function ConversationMenu({ talk, onLeft, roomItems }: ConversationMenuProps) {
  const [asking, setAsking] = useState<'add' | 'rename' | 'leave'>()
  const visit = useNavigateAndWait()
  const add = useConversationChange('add')
  const close = () => setAsking(undefined)
  const profiles = talk.people.map(({ _id, username }) => ({
    label: talk.isPair ? 'View profile' : `View ${username}`,
    icon: <CircleUserRound />,
    onSelect: () => void visit(generatePath(paths.member, { id: _id })),
  }))
  const ofGroup = [
    { label: 'Add a friend…', icon: <UserPlus />, onSelect: () => setAsking('add') },
    { label: 'Rename…', icon: <PenLine />, onSelect: () => setAsking('rename') },
    { label: 'Leave…', icon: <DoorOpen />, isDanger: true, onSelect: () => setAsking('leave') },
  ]
  const acts = talk.isPair ? ofGroup.slice(isAlone(talk) ? 2 : 3) : ofGroup
  const items = [...roomItems, ...profiles, ...acts]
  if (items.length === 0) return null
  return (
    <>
      <Menu label={`Options for ${nameOf(talk)}`} items={items} />
      {asking === 'add' && (
        <Suspense>
          <PickFriendsDialog
            title="Add a friend"
            submitLabel="Add"
            isOne
            without={talk.people.map(({ _id }) => _id)}
            onClose={close}
            onPick={async ([userId = '']) => {
              await add.mutateAsync({ id: talk._id, userId })
              return undefined
            }}
          />
        </Suspense>
      )}
      {asking === 'rename' && <RenameDialog talk={talk} onClose={close} />}
      {asking === 'leave' && <LeaveDialog talk={talk} onClose={close} onLeft={onLeft} />}
    </>
  )
}

function RenameDialog({ talk, onClose }: { talk: Conversation; onClose: () => void }) {
  const rename = useConversationChange('rename')
  const [title, setTitle] = useState(talk.title)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      sentence="What is this conversation called?"
      confirmLabel="Save"
      onConfirm={() => rename.mutateAsync({ id: talk._id, title }).then(() => {})}
      describeError={(error) => errorMessage(error, 'The title could not be saved.')}
    >
      <TextField
        label="Title"
        value={title}
        counterMax={CONVERSATION_TITLE_MAX}
        onChange={(event) => setTitle(event.target.value)}
      />
    </ConfirmDialog>
  )
}

interface LeaveDialogProps extends Pick<ConversationMenuProps, 'talk' | 'onLeft'> {
  onClose: () => void
}

function LeaveDialog({ talk, onClose, onLeft }: LeaveDialogProps) {
  const leave = useConversationEnd('leave')
  const isLast = isAlone(talk)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      sentence={`Leave ${isLast ? 'this conversation' : nameOf(talk)}?`}
      details={
        isLast
          ? 'What was said goes with it.'
          : 'What you said stays for the others. Only one of them can take you in again.'
      }
      confirmLabel="Leave"
      isDanger
      onConfirm={async () => {
        await leave.mutateAsync(talk._id)
        onLeft()
      }}
      describeError={(error) => errorMessage(error, 'You could not leave.')}
    />
  )
}
