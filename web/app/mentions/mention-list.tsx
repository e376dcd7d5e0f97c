import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Users } from 'lucide-react'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import type { Author } from '../../../contract/author.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { type MentionScope, mentionableOptions } from './mentionable-api.ts'

export interface MentionListHandle {
  handleKey: (key: string) => boolean
  /** The field was left: at once, or when the press that left it is over. */
  leave: () => void
}

interface MentionListProps {
  ref: Ref<MentionListHandle>
  id: string
  place: MentionScope
  canMentionAll: boolean
  beginning: string
  onChoose: (username: string) => void
  /** Which option the keys are at; undefined while nobody is offered. */
  onActive: (optionId: string | undefined) => void
  onLeave: () => void
}

/** Its `_id` is nobody's. */
const HERE = { _id: 'here', username: 'here' }
const HERE_MEANS = 'everybody in this space, once an hour'

type Offer = Author | typeof HERE

/**
 * Who can be mentioned, after everybody at once. Below the field and not over it, so that nothing
 * cuts it off.
 */
export function MentionList({ ref, id, place, canMentionAll, beginning, ...on }: MentionListProps) {
  const { onChoose, onActive, onLeave } = on
  const { data = [] } = useQuery(mentionableOptions(place, beginning))
  const members = whoseNameBegins(canMentionAll ? [HERE, ...data] : data, beginning)
  const [{ place: at, of }, setActive] = useState({ place: 0, of: beginning })
  const index = of === beginning ? Math.min(at, members.length - 1) : 0
  const active = members[index]
  const activeId = active && `${id}-${active._id}`
  const list = useRef<HTMLDivElement>(null)
  const leave = useLeaveAfterPress(onLeave)

  useEffect(() => {
    onActive(activeId)
    if (activeId)
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
    return () => onActive(undefined)
  }, [activeId, onActive])

  useImperativeHandle(ref, () => ({
    handleKey(key) {
      if (!active) return false
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        const step = key === 'ArrowDown' ? 1 : members.length - 1
        setActive({ place: (index + step) % members.length, of: beginning })
        return true
      }
      // Who typed the whole name goes on as if nobody had been offered.
      const isTyped = active.username.toLowerCase() === beginning.toLowerCase()
      if ((key !== 'Enter' && key !== 'Tab') || (isTyped && members.length === 1)) return false
      onChoose(active.username)
      return true
    },
    leave,
  }))

  return (
    <>
      <p role="status" className="sr-only">
        {active && `${members.length} to mention. Arrows choose, Enter takes.`}
      </p>
      {active && (
        <div
          ref={list}
          id={id}
          role="listbox"
          aria-label="Mention"
          className="mt-1 max-h-56 overflow-y-auto rounded-control border border-line bg-surface-raised py-1 shadow-raised"
        >
          {members.map((member) => (
            <Option
              key={member._id}
              id={`${id}-${member._id}`}
              member={member}
              isActive={member === active}
              onChoose={onChoose}
            />
          ))}
        </div>
      )}
    </>
  )
}

function whoseNameBegins(members: Offer[], beginning: string): Offer[] {
  const start = beginning.toLowerCase()
  return members.filter(({ username }) => username.toLowerCase().startsWith(start))
}

/**
 * The list stands above whatever follows the field: were it gone once the mouse is down on a button
 * there, the button would move away below the press, and that would count for nothing.
 */
function useLeaveAfterPress(onLeave: () => void) {
  const press = useRef({ isDown: false, hasLeft: false })
  const end = useEffectEvent(() => {
    if (press.current.hasLeft) onLeave()
    press.current = { isDown: false, hasLeft: false }
  })

  useEffect(() => {
    const begin = () => {
      press.current.isDown = true
    }
    // The click follows the release at once.
    const release = () => setTimeout(end)
    document.addEventListener('mousedown', begin, true)
    document.addEventListener('mouseup', release, true)
    return () => {
      document.removeEventListener('mousedown', begin, true)
      document.removeEventListener('mouseup', release, true)
    }
  }, [])

  return () => {
    if (press.current.isDown) press.current.hasLeft = true
    else onLeave()
  }
}

interface OptionProps {
  id: string
  member: Offer
  isActive: boolean
  onChoose: (username: string) => void
}

function Option({ id, member, isActive, onChoose }: OptionProps) {
  const { username } = member
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, where focus stays.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      // Focus stays in the words.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(username)}
      className={clsx(
        'flex min-h-11 cursor-pointer items-center gap-2.5 px-3 py-1',
        isActive ? 'bg-surface-sunken' : 'hover:bg-surface-sunken',
      )}
    >
      {'profilePhoto' in member ? (
        <Avatar name={username} photoUrl={member.profilePhoto} size="small" />
      ) : (
        <span
          aria-hidden
          className="flex size-8 shrink-0 items-center justify-center rounded-full bg-quiet"
        >
          <Users className="size-4" />
        </span>
      )}
      {member === HERE ? (
        <span className="min-w-0">
          {username} <span className="text-ink-soft text-sm">{HERE_MEANS}</span>
        </span>
      ) : (
        <span className="truncate">{username}</span>
      )}
    </div>
  )
}
