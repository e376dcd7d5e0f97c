import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { MESSAGES, type MutedPerson } from '../../contract/blocks.ts'
import { mutedOptions } from '../app/safety/api.ts'
import { useUnmute } from '../app/safety/use-unmute.ts'
import { Button } from '../ui/button.tsx'
import { formatExactTime } from '../ui/relative-time-format.ts'
import { PeopleSection, PeopleSectionRow } from './people-section.tsx'

export function MutedPeople() {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <PeopleSection
      id="muted-people"
      title="Muted people"
      heading={heading}
      query={useQuery(mutedOptions)}
      loading="Loading whom you muted"
      failed={MESSAGES.mutedLoadFailed}
      empty="You have muted nobody. Muting keeps somebody’s posts out of your feeds, and what they do out of your notifications. They are not told."
      row={(person) => (
        <MutedRow
          key={person._id}
          person={person}
          onUnmuted={() => heading.current?.focus({ preventScroll: true })}
        />
      )}
    />
  )
}

function MutedRow({ person, onUnmuted }: { person: MutedPerson; onUnmuted: () => void }) {
  const { username, mutedUntil } = person
  const unmute = useUnmute(person, onUnmuted)
  return (
    <PeopleSectionRow
      person={person}
      detail={mutedUntil ? `Muted until ${formatExactTime(mutedUntil)}` : 'Muted for good'}
    >
      <Button
        size="small"
        busy={unmute.isPending}
        onClick={() => unmute.mutate()}
        aria-label={`Unmute ${username}`}
      >
        Unmute
      </Button>
    </PeopleSectionRow>
  )
}
