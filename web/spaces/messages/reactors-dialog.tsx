import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { PersonLink } from '../../app/person-link.tsx'
import { useQuietNumbers } from '../../app/session.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { reactorsOptions } from './reactors-api.ts'
import { elementOf } from './scroll-to-message.ts'

interface ReactorsDialogProps {
  roomId: string
  message: SpaceMessage
  onClose: () => void
}

/** Who gave which reaction; of each it is asked when it is chosen. */
export function ReactorsDialog({ roomId, message, onClose }: ReactorsDialogProps) {
  const emojis = [...new Set(message.reactions.map(({ emoji }) => emoji))]
  const [chosen, setChosen] = useState(emojis[0] ?? '')
  return (
    <Dialog
      isOpen
      title="Who reacted"
      onClose={onClose}
      returnFocus={() => elementOf(document, message._id)}
    >
      <fieldset className="flex flex-wrap gap-1.5 pb-3">
        <legend className="sr-only">Reaction</legend>
        {emojis.map((emoji) => (
          <button
            key={emoji}
            type="button"
            aria-pressed={emoji === chosen}
            onClick={() => setChosen(emoji)}
            className="flex size-11 items-center justify-center rounded-full border border-line text-xl leading-none transition-colors duration-150 hover:bg-surface-hover aria-pressed:border-ember aria-pressed:bg-ember-soft"
          >
            {emoji}
          </button>
        ))}
      </fieldset>
      <Reactors roomId={roomId} messageId={message._id} emoji={chosen} />
    </Dialog>
  )
}

interface ReactorsProps {
  roomId: string
  messageId: string
  emoji: string
}

function Reactors({ roomId, messageId, emoji }: ReactorsProps) {
  const reactors = useQuery(reactorsOptions(roomId, messageId, emoji))
  const isQuiet = useQuietNumbers()
  const { data, isLoadingError } = reactors
  if (isLoadingError) return <ErrorState text={MESSAGES.reactorsFailed} query={reactors} />
  if (!data) return <Skeleton className="h-24" />
  const { people, others } = data
  return (
    <>
      <ul aria-label={`Who gave ${emoji}`} className="flex flex-col gap-2">
        {people.map((person) => (
          <li key={person._id}>
            <PersonLink person={person} isInDialog />
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="pt-2 text-ink-soft">{othersText(people.length > 0, others, isQuiet)}</p>
      )}
    </>
  )
}

function othersText(isAfterNames: boolean, others: number, isQuiet: boolean): string {
  if (isQuiet) return isAfterNames ? 'and others' : 'Others'
  const people = others === 1 ? '1 other' : `${others} others`
  return isAfterNames ? `and ${people}` : people
}
