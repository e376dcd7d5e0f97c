import { Bell, BellOff, Pin, Search } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { RoomMute } from '../../contract/room-mute.ts'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { useMediaQuery } from '../platform/media-query.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { MenuItem } from '../ui/menu-overlay.tsx'
import type { GoToMessage } from './messages/lead-to-message.ts'
import { useRoomMuteEnd, useUnmuteRoom } from './mute-api.ts'

const SearchDialog = lazyChunk(
  () => import('./messages/search-messages-dialog.tsx'),
  'SearchMessagesDialog',
)
const MuteRoomDialog = lazyChunk(() => import('./mute-room-dialog.tsx'), 'MuteRoomDialog')
const PinsDialog = lazyChunk(() => import('./messages/pins-dialog.tsx'), 'PinsDialog')

export interface Room {
  roomId: string
  name: string
  mute: RoomMute
  goToMessage: GoToMessage
  canPin: boolean
}

/**
 * What helps in a room: buttons in its header, or items of its menu where there is no room for
 * them.
 */
export interface RoomTools {
  buttons: ReactNode
  items: readonly MenuItem[]
  dialog: ReactNode
}

type Tool = 'pins' | 'search' | 'mute'

export function useRoomTools(room: Room): RoomTools {
  const [opened, setOpened] = useState<Tool>()
  const isNarrow = useMediaQuery('(width < 40rem)')
  const unmute = useUnmuteRoom(room.roomId)
  useRoomMuteEnd(room.roomId, room.mute)
  const close = () => setOpened(undefined)
  const tools = [
    { label: 'Search messages', icon: <Search />, onSelect: () => setOpened('search') },
    { label: 'Pinned messages', icon: <Pin />, onSelect: () => setOpened('pins') },
  ] as const
  const mute = room.mute
    ? { label: 'Turn this room on', icon: <Bell />, onSelect: () => void unmute() }
    : { label: 'Mute this room…', icon: <BellOff />, onSelect: () => setOpened('mute') }
  return {
    buttons:
      !isNarrow &&
      tools.map(({ label, icon, onSelect }) => (
        <IconButton key={label} label={label} icon={icon} onClick={onSelect} />
      )),
    items: [...(isNarrow ? tools : []), mute],
    dialog: (
      <Suspense>
        {opened === 'mute' && <MuteRoomDialog {...room} onClose={close} />}
        {opened === 'pins' && <PinsDialog {...room} onClose={close} />}
        {opened === 'search' && <SearchDialog {...room} onClose={close} />}
      </Suspense>
    ),
  }
}
