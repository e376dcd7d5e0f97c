import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { MESSAGES, SQUAD_MAX } from '../../../contract/profile.ts'
import { paths } from '../../app/paths.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type SquadMember, squadFriendsOptions } from './api.ts'
import { SquadFriendPicker } from './squad-friend-picker.tsx'

interface SquadAddProps {
  squad: SquadMember[]
  onAdd: (friend: SquadMember) => boolean
}

/**
 * Takes friends into the squad by their faces; while it is full, a sentence stands in their place.
 */
export function SquadAdd({ squad, onAdd }: SquadAddProps) {
  const area = useRef<HTMLDivElement>(null)
  const pressedAt = useRef<number>(undefined)
  // Who was pressed is gone from here, and the focus with them: it goes on to who stands there now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the new squad that moves the focus
  useLayoutEffect(() => {
    if (pressedAt.current === undefined) return
    const buttons = area.current?.querySelectorAll<HTMLElement>('[data-friend]') ?? []
    const next = buttons[pressedAt.current] ?? buttons[buttons.length - 1] ?? area.current
    pressedAt.current = undefined
    next?.focus()
  }, [squad])

  function add(friend: SquadMember, index: number) {
    if (onAdd(friend)) pressedAt.current = index
  }

  return (
    <div ref={area} tabIndex={-1} className="rounded-control">
      {squad.length < SQUAD_MAX ? (
        <FriendsToAdd squad={squad} onAdd={add} />
      ) : (
        <p className="text-ink-soft">Your squad is full. Take somebody out to make room.</p>
      )}
    </div>
  )
}

interface FriendsToAddProps {
  squad: SquadMember[]
  onAdd: (friend: SquadMember, index: number) => void
}

function FriendsToAdd({ squad, onAdd }: FriendsToAddProps) {
  const query = useQuery(squadFriendsOptions)
  const { data, isLoadingError } = query
  if (isLoadingError) {
    return <ErrorState text={MESSAGES.friendsFailed} query={query} />
  }
  if (!data) return <Skeleton className="h-34 w-full" />
  const inSquad = new Set(squad.map(({ _id }) => _id))
  const others = data.filter(({ _id }) => !inSquad.has(_id))
  if (others.length === 0) return <NobodyToAdd hasFriends={data.length > 0} />
  return <SquadFriendPicker friends={others} onPick={onAdd} />
}

function NobodyToAdd({ hasFriends }: { hasFriends: boolean }) {
  if (hasFriends) return <p className="text-ink-soft">All your friends are in your squad.</p>
  return (
    <p className="text-ink-soft">
      Only friends can be in your squad.{' '}
      <Link to={paths.friends} className="text-ember underline underline-offset-2">
        Find friends
      </Link>
    </p>
  )
}
