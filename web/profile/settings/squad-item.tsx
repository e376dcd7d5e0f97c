import clsx from 'clsx'
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { SquadMember } from './api.ts'
import type { DraggedItem } from './drag-order.ts'

interface SquadItemProps {
  member: SquadMember
  isFirst: boolean
  isLast: boolean
  drag: DraggedItem
  onUp: () => void
  onDown: () => void
  onRemove: () => void
}

/** One of the squad. Its buttons go on two lines where there is no room for one. */
export function SquadItem(props: SquadItemProps) {
  const { member, isFirst, isLast, drag, onUp, onDown, onRemove } = props
  const { _id, username, profilePhoto } = member
  return (
    <li
      data-member={_id}
      style={{ transform: drag.offset ? `translateY(${drag.offset}px)` : undefined }}
      className={clsx(
        'flex flex-wrap items-center justify-end gap-x-2 rounded-control bg-surface-sunken p-1 pe-2',
        drag.isDragged && 'relative z-10 shadow-floating',
        drag.isUnderway && !drag.isDragged && 'transition-transform duration-150',
      )}
    >
      <span className="flex min-w-52 flex-1 items-center gap-2">
        <span
          aria-hidden
          {...drag.handle}
          className="inline-flex size-11 shrink-0 cursor-grab touch-none items-center justify-center text-ink-soft active:cursor-grabbing"
        >
          <GripVertical className="size-5" />
        </span>
        <Avatar name={username} photoUrl={profilePhoto} />
        <span className="wrap-anywhere min-w-0 font-medium">{username}</span>
      </span>
      <span className="flex">
        <StepButton label={`Move ${username} up`} act="up" isAtEnd={isFirst} onPress={onUp} />
        <StepButton label={`Move ${username} down`} act="down" isAtEnd={isLast} onPress={onDown} />
        <IconButton
          label={`Remove ${username} from squad`}
          icon={<X />}
          data-act="remove"
          onClick={onRemove}
        />
      </span>
    </li>
  )
}

interface StepButtonProps {
  label: string
  act: 'up' | 'down'
  isAtEnd: boolean
  onPress: () => void
}

/** At the end of the list it stays reachable, so that who moved something there keeps the focus. */
function StepButton({ label, act, isAtEnd, onPress }: StepButtonProps) {
  return (
    <IconButton
      label={label}
      icon={act === 'up' ? <ArrowUp /> : <ArrowDown />}
      data-act={act}
      aria-disabled={isAtEnd}
      onClick={isAtEnd ? undefined : onPress}
      className="aria-disabled:opacity-55"
    />
  )
}
