import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts'
import { MESSAGES } from '../../contract/room-mute.ts'
import { errorMessage } from '../platform/api-error.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { useToast } from '../ui/toast.tsx'
import { muteRoom } from './mute-api.ts'

const TIMES = [
  { value: 'hour', label: '1 hour', ms: HOUR_MS },
  { value: 'hours', label: '8 hours', ms: 8 * HOUR_MS },
  { value: 'week', label: '1 week', ms: 7 * DAY_MS },
  { value: 'good', label: 'Until I turn it on', ms: null },
] as const

interface MuteRoomDialogProps {
  roomId: string
  name: string
  onClose: () => void
}

export function MuteRoomDialog({ roomId, name, onClose }: MuteRoomDialogProps) {
  const client = useQueryClient()
  const toast = useToast()
  const [chosen, setChosen] = useState<(typeof TIMES)[number]['value']>('hour')

  async function confirm() {
    const ms = TIMES.find(({ value }) => value === chosen)?.ms ?? null
    await muteRoom(client, roomId, ms === null ? null : new Date(Date.now() + ms).toISOString())
    toast.success(MESSAGES.muted)
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      sentence={`Mute ${name}?`}
      details="No dot and no number tells of what is said here. Who mentions or answers you still reaches you. Nobody is told."
      confirmLabel="Mute"
      onConfirm={confirm}
      describeError={(error) => errorMessage(error, MESSAGES.failed)}
    >
      <Segmented label="For how long" options={TIMES} value={chosen} onChange={setChosen} />
    </ConfirmDialog>
  )
}
