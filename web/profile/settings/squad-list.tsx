import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { SquadMember } from './api.ts'
import { useDragOrder } from './drag-order.ts'
import { SquadItem } from './squad-item.tsx'
import type { SquadChanges } from './use-squad.ts'

type Act = 'up' | 'down' | 'remove'

interface SquadListProps {
  squad: SquadMember[]
  changes: SquadChanges
}

export function SquadList({ squad, changes }: SquadListProps) {
  const list = useRef<HTMLOListElement>(null)
  const keepFocus = useFocusOn(list, squad)
  const drag = useDragOrder(list, squad, changes.move)

  function step(index: number, act: 'up' | 'down') {
    const member = squad[index]
    if (!member) return
    keepFocus(member._id, act)
    changes.move(index, act === 'up' ? index - 1 : index + 1)
  }

  function remove(index: number) {
    const member = squad[index]
    if (!member) return
    const neighbour = squad[index + 1] ?? squad[index - 1]
    if (neighbour) keepFocus(neighbour._id, 'remove')
    changes.remove(member)
  }

  return (
    <ol ref={list} className="flex flex-col gap-2">
      {squad.map((member, index) => (
        <SquadItem
          key={member._id}
          member={member}
          isFirst={index === 0}
          isLast={index === squad.length - 1}
          drag={drag.of(index)}
          onUp={() => step(index, 'up')}
          onDown={() => step(index, 'down')}
          onRemove={() => remove(index)}
        />
      ))}
    </ol>
  )
}

/** The browser drops the focus of what moves in the list or leaves it; this brings it back. */
function useFocusOn(list: RefObject<HTMLElement | null>, squad: SquadMember[]) {
  const next = useRef<{ memberId: string; act: Act }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the new order that moves the focus
  useLayoutEffect(() => {
    if (!next.current) return
    const { memberId, act } = next.current
    next.current = undefined
    const item = list.current?.querySelector(`[data-member="${memberId}"]`)
    item?.querySelector<HTMLElement>(`[data-act="${act}"]`)?.focus()
  }, [list, squad])
  return (memberId: string, act: Act) => {
    next.current = { memberId, act }
  }
}
