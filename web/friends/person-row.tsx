import clsx from 'clsx'
import { CircleUserRound, MessageCircle, Undo2, UserMinus } from 'lucide-react'
import { generatePath, useNavigate } from 'react-router'
import type { Person } from '../../contract/friends.ts'
import { FriendButtons } from '../app/friendship/friend-buttons.tsx'
import type { FriendActionKind, Relation } from '../app/friendship/relation.ts'
import { paths } from '../app/paths.ts'
import { useSafetyMenu } from '../app/safety/safety-menu.tsx'
import { useWriteMessage } from '../app/write-message-api.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Menu } from '../ui/menu.tsx'

interface PersonRowProps {
  person: Person
  relation: Relation
  /** The list says it already. */
  isRelationPlain: boolean | undefined
  /** In it, or in what is asked about the person. */
  onFocus: () => void
  onOpen: () => void
  onAct: (kind: FriendActionKind) => void
  onRemove: () => void
}

/** From where on the acts stand beside the name. */
const LAYOUTS = {
  narrow: {
    row: 'min-[22.5rem]:grid-cols-[auto_minmax(0,1fr)_auto_auto]',
    acts: 'min-[22.5rem]:col-span-1 min-[22.5rem]:col-start-3 min-[22.5rem]:row-start-1',
    menu: 'min-[22.5rem]:col-start-4',
  },
  wide: {
    row: 'sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]',
    acts: 'sm:col-span-1 sm:col-start-3 sm:row-start-1',
    menu: 'sm:col-start-4',
  },
}

/** A person: a press anywhere opens their card, but for the one button and the menu. */
export function PersonRow(props: PersonRowProps) {
  const { person, relation, isRelationPlain, onOpen, onAct } = props
  const { username, profilePhoto, aboutMe } = person
  // Accept and Decline take a line of their own on phones.
  const layout = LAYOUTS[relation === 'received' ? 'wide' : 'narrow']
  return (
    <li
      tabIndex={-1}
      onFocus={props.onFocus}
      className={clsx(
        'relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 rounded-control px-2 py-2.5 -outline-offset-2 transition-colors duration-150 [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto] hover:bg-surface-hover sm:gap-x-3',
        layout.row,
      )}
    >
      <Avatar name={username} photoUrl={profilePhoto} />
      <div className="min-w-0 leading-snug">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onOpen}
          // The whole row is its target.
          className="block max-w-full truncate rounded-sm font-semibold after:absolute after:inset-0"
        >
          {username}
        </button>
        {aboutMe && (
          <p dir="auto" className="truncate text-left text-ink-soft text-sm">
            {aboutMe}
          </p>
        )}
      </div>
      {!isRelationPlain && (
        <div className={clsx('relative col-span-2 col-start-2 row-start-2 w-fit', layout.acts)}>
          <FriendButtons relation={relation} username={username} onAct={onAct} />
        </div>
      )}
      <div className={clsx('relative col-start-3 row-start-1 -me-1', layout.menu)}>
        <PersonMenu {...props} />
      </div>
    </li>
  )
}

function PersonMenu({ person, relation, onAct, onRemove }: PersonRowProps) {
  const navigate = useNavigate()
  const writeTo = useWriteMessage()
  const safety = useSafetyMenu(person, { kind: 'profile', id: person._id })
  const view = {
    label: 'View profile',
    icon: <CircleUserRound />,
    onSelect: () => navigate(generatePath(paths.member, { id: person._id })),
  }
  const write = {
    label: 'Write a message',
    icon: <MessageCircle />,
    onSelect: () => writeTo(person._id),
  }
  const withdraw = {
    label: 'Cancel request',
    icon: <Undo2 />,
    onSelect: () => onAct('withdraw'),
  }
  const remove = {
    label: 'Remove friend',
    icon: <UserMinus />,
    isDanger: true,
    onSelect: onRemove,
  }
  const items = [
    view,
    ...(relation === 'friends' ? [write] : []),
    ...(relation === 'sent' ? [withdraw] : []),
    ...(relation === 'friends' ? [remove] : []),
    ...safety.items,
  ]
  return (
    <>
      <Menu label={`Options for ${person.username}`} items={items} />
      {safety.dialog}
    </>
  )
}
