import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MESSAGES } from '../../../contract/blocks.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useToast } from '../../ui/toast.tsx'
import { mute, type SafetyPerson } from './api.ts'

const TIMES = [
  { value: 'day', label: '1 day', ms: DAY_MS },
  { value: 'week', label: '1 week', ms: 7 * DAY_MS },
  { value: 'good', label: 'For good', ms: null },
] as const

interface MuteDialogProps {
  person: SafetyPerson
  onClose: () => void
}

/** For how long somebody's posts and news stay away. */
export function MuteDialog({ person, onClose }: MuteDialogProps) {
  const client = useQueryClient()
  const toast = useToast()
  const [chosen, setChosen] = useState<(typeof TIMES)[number]['value']>('day')

  async function confirm() {
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
      confirmLabel="Mute"
      onConfirm={confirm}
      describeError={(error) => errorMessage(error, MESSAGES.muteFailed)}
    >
      <Segmented label="For how long" options={TIMES} value={chosen} onChange={setChosen} />
    </ConfirmDialog>
  )
}
