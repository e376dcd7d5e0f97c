import { useState } from 'react'
import { MESSAGES, squadBody } from '../../../contract/profile.ts'
import { useToast } from '../../ui/toast.tsx'
import { type SquadMember, saveSquad, squadOptions } from './api.ts'
import { useOptimisticSave } from './optimistic-save.ts'

export type SquadChanges = ReturnType<typeof useSquad>

/** The changes a squad knows. Each is saved at once, and said to who cannot see it. */
export function useSquad(squad: SquadMember[]) {
  const [news, setNews] = useState('')
  const toast = useToast()
  const save = useOptimisticSave({
    queryKey: squadOptions.queryKey,
    send: saveSquad,
    onFailed() {
      setNews('')
      toast.alert(MESSAGES.squadSaveFailed)
    },
  })

  /** Whether it was possible; if not, an alert says why. */
  function add(member: SquadMember): boolean {
    const next = [...squad, member]
    const { error } = squadBody.safeParse({ squad: next })
    if (error) {
      toast.alert(error.issues[0]?.message ?? MESSAGES.squadSaveFailed)
      return false
    }
    save(next)
    setNews(`${member.username} is in your squad now.`)
    return true
  }

  function remove(member: SquadMember) {
    save(squad.filter(({ _id }) => _id !== member._id))
    setNews(`${member.username} is no longer in your squad.`)
  }

  /** Both are places in the list, from 0; nothing happens beyond its ends. */
  function move(from: number, to: number) {
    const member = squad[from]
    if (!member || from === to || to < 0 || to >= squad.length) return
    save(squad.toSpliced(from, 1).toSpliced(to, 0, member))
    setNews(`${member.username} is now number ${to + 1} of ${squad.length}.`)
  }

  return { news, add, remove, move }
}
