import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { MESSAGES, type MutedPerson } from '../../contract/blocks.ts'
import { mutedOptions, unmute } from '../app/safety/api.ts'
import { errorMessage } from '../platform/api-client.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { formatExactTime } from '../ui/relative-time-format.ts'
import { useToast } from '../ui/toast.tsx'
import { PeopleSection } from './people-section.tsx'

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
  const { username, profilePhoto, mutedUntil } = person
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setIsBusy] = useState(false)

  async function unmuteNow() {
    setIsBusy(true)
    try {
      toast.success(await unmute(client, person._id))
      // The row goes, and focus must not go with it.
      onUnmuted()
    } catch (error) {
      toast.alert(errorMessage(error, MESSAGES.unmuteFailed))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <li className="flex items-center gap-3 py-1.5">
      <Avatar name={username} photoUrl={profilePhoto} />
      <p className="min-w-0 flex-1 leading-snug">
        <span className="block truncate font-semibold">{username}</span>
        <span className="text-ink-soft text-sm">
          {mutedUntil ? `Muted until ${formatExactTime(mutedUntil)}` : 'Muted for good'}
        </span>
      </p>
      <Button
        size="small"
        busy={isBusy}
        onClick={() => void unmuteNow()}
        aria-label={`Unmute ${username}`}
      >
        Unmute
      </Button>
    </li>
  )
}
