import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MESSAGES, type MutedPerson } from '../../../contract/blocks.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatExactTime } from '../../ui/relative-time-format.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { useToast } from '../../ui/toast.tsx'
import { mute, mutedOptions, type SafetyPerson } from './api.ts'
import { useUnmute } from './use-unmute.ts'

const TIMES = [
  { value: 'day', label: '1 day', ms: DAY_MS },
  { value: 'week', label: '1 week', ms: 7 * DAY_MS },
  { value: 'good', label: 'For good', ms: null },
] as const

interface MuteDialogProps {
  person: SafetyPerson
  onClose: () => void
}

type Time = (typeof TIMES)[number]['value']

/**
 * For how long somebody's posts and news stay away. It is asked for beside much that does not know
 * whether they are muted already: a mute that holds is told of, and made no shorter unasked.
 */
export function MuteDialog({ person, onClose }: MuteDialogProps) {
  const client = useQueryClient()
  const toast = useToast()
  const muted = useQuery(mutedOptions)
  const held = heldMute(muted.data, person)
  const [picked, setPicked] = useState<Time>()

  /** Throws where nobody can say what holds. */
  async function noShorter() {
    const { data } =
      muted.isSuccess && !muted.isFetching
        ? muted
        : await muted.refetch({ cancelRefetch: false, throwOnError: true })
    return firstChoice(heldMute(data, person))
  }

  async function confirm() {
    const chosen = picked ?? (await noShorter())
    const ms = TIMES.find(({ value }) => value === chosen)?.ms ?? null
    const until = ms === null ? null : new Date(Date.now() + ms).toISOString()
    toast.success(await mute(client, person._id, until))
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      sentence={`Mute ${person.username}?`}
      details={`Their posts stay out of your feeds, and what they do out of your notifications. Nothing else changes. ${person.username} is not told.`}
      confirmLabel={held ? 'Change' : 'Mute'}
      onConfirm={confirm}
      describeError={(error) => errorMessage(error, MESSAGES.muteFailed)}
    >
      <p role="status" className="empty:sr-only">
        {held && `You muted ${person.username} ${endOf(held.mutedUntil)}`}
      </p>
      <Segmented
        label="For how long"
        options={TIMES}
        value={picked ?? firstChoice(held)}
        onChange={setPicked}
      />
      {held && <UnmuteButton person={person} onUnmuted={onClose} />}
    </ConfirmDialog>
  )
}

function UnmuteButton({ person, onUnmuted }: { person: SafetyPerson; onUnmuted: () => void }) {
  const unmute = useUnmute(person, onUnmuted)
  return (
    <Button busy={unmute.isPending} onClick={() => unmute.mutate()} className="self-start">
      Unmute
    </Button>
  )
}

const timeLeft = (until: string) => Date.parse(until) - Date.now()

/** One that has ended is listed until it is swept away. */
function heldMute(list: MutedPerson[] = [], { _id }: SafetyPerson): MutedPerson | undefined {
  return list.find(
    (one) => one._id === _id && (one.mutedUntil === null || timeLeft(one.mutedUntil) > 0),
  )
}

/** No shorter than what holds. */
function firstChoice(held: MutedPerson | undefined): Time {
  if (!held) return 'day'
  if (held.mutedUntil === null) return 'good'
  const left = timeLeft(held.mutedUntil)
  return TIMES.find(({ ms }) => ms !== null && ms >= left)?.value ?? 'good'
}

function endOf(until: string | null): string {
  return until === null ? 'for good.' : `until ${formatExactTime(until)}.`
}
