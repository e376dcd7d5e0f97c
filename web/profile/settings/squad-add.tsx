import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Link } from 'react-router'
import { MESSAGES, SQUAD_MAX } from '../../../contract/profile.ts'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type SquadMember, squadFriendsOptions } from './api.ts'

interface SquadAddProps {
  squad: SquadMember[]
  onAdd: (friend: SquadMember) => boolean
}

/** Asks a friend into the squad; gone while it is full. */
export function SquadAdd({ squad, onAdd }: SquadAddProps) {
  const query = useQuery(squadFriendsOptions)
  const { data, isLoadingError } = query
  if (squad.length >= SQUAD_MAX) return null
  if (isLoadingError) {
    return <ErrorState text={MESSAGES.friendsFailed} query={query} />
  }
  if (!data) return <Skeleton className="h-17 w-full" />
  const inSquad = new Set(squad.map(({ _id }) => _id))
  const others = data.filter(({ _id }) => !inSquad.has(_id))
  if (others.length === 0) return <NobodyToAdd hasFriends={data.length > 0} />
  return <AddForm others={others} onAdd={onAdd} />
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

interface AddFormProps {
  others: SquadMember[]
  onAdd: (friend: SquadMember) => boolean
}

function AddForm({ others, onAdd }: AddFormProps) {
  const [chosenId, setChosenId] = useState('')
  const chosen = others.find(({ _id }) => _id === chosenId)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (chosen && onAdd(chosen)) setChosenId('')
  }

  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Add a friend"
        options={[
          { value: '', label: 'Choose a friend' },
          ...others.map(({ _id, username }) => ({ value: _id, label: username })),
        ]}
        value={chosen ? chosenId : ''}
        onChange={setChosenId}
        className="min-w-40 flex-1"
      />
      <Button type="submit" disabled={!chosen}>
        Add to squad
      </Button>
    </form>
  )
}
