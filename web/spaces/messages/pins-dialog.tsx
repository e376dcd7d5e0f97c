import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pin, PinOff } from 'lucide-react'
import { PINS_MAX, type SpaceMessage } from '../../../contract/space-messages.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { useOnMissedEvents, useServerEvents } from '../../platform/realtime/use-realtime.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useFoldedMembers } from './folded-members.ts'
import { FoundMessage } from './found-message.tsx'
import { type GoToMessage, useLeadToMessage } from './lead-to-message.ts'
import { setPinned } from './messages-api.ts'
import { pinsOptions } from './pins-api.ts'

interface PinsDialogProps {
  roomId: string
  canPin: boolean
  goToMessage: GoToMessage
  onClose: () => void
}

/** What the room keeps at hand; each leads to where it was said. */
export function PinsDialog({ roomId, canPin, goToMessage, onClose }: PinsDialogProps) {
  const { onChoose, returnFocus } = useLeadToMessage(goToMessage, onClose)
  return (
    <Dialog
      isOpen
      title="Pinned messages"
      description={`Up to ${PINS_MAX} that are always at hand.`}
      onClose={onClose}
      returnFocus={returnFocus}
    >
      <Pins roomId={roomId} canPin={canPin} onChoose={onChoose} />
    </Dialog>
  )
}

interface PinsProps extends Pick<PinsDialogProps, 'roomId' | 'canPin'> {
  onChoose: (messageId: string) => Promise<void>
}

function Pins({ roomId, canPin, onChoose }: PinsProps) {
  const toast = useToast()
  const client = useQueryClient()
  const folds = useFoldedMembers(roomId)
  const query = useQuery(pinsOptions(roomId))
  const { data, isPending } = query
  const refresh = () => client.invalidateQueries(pinsOptions(roomId))
  useServerEvents((event) => {
    if (event.type !== 'message_changed' || event.spaceId !== roomId) return
    const isKnown = data?.some(({ _id }) => _id === event.message._id)
    if (event.message.isPinned || isKnown) void refresh()
  })
  useOnMissedEvents(() => void refresh())
  if (isPending || !folds) return <Skeleton className="h-40" />
  if (!data) return <ErrorState text={MESSAGES.pinsFailed} query={query} />
  if (data.length === 0) return <EmptyState icon={<Pin />} text={MESSAGES.noPins} />

  async function unpin({ _id }: SpaceMessage) {
    await setPinned(roomId, _id, false).catch((error) =>
      toast.alert(errorMessage(error, MESSAGES.unpinFailed)),
    )
    await refresh()
  }

  return (
    <ul aria-label="Pinned messages" className="-mx-2 flex flex-col divide-y divide-line">
      {data.map((message) => (
        <li key={message._id} className="flex items-start gap-1">
          <FoundMessage message={message} folds={folds} onChoose={onChoose} />
          {canPin && (
            <IconButton
              label="Unpin message"
              icon={<PinOff />}
              onClick={() => unpin(message)}
              className="mt-1"
            />
          )}
        </li>
      ))}
    </ul>
  )
}
