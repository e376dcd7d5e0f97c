import clsx from 'clsx'
import type { SpaceSummary } from '../../contract/space-summaries.ts'
import { VIBES } from '../../contract/spaces.ts'
import { useQuietNumbers } from '../app/session.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { LastLine, NewMessagesMark } from './last-line.tsx'
import { MutedMark } from './muted-mark.tsx'
import { usePaletteStyle } from './palette-style.ts'

interface SpaceLineProps {
  room: SpaceSummary
  hereCount: number
}

/** A room in a list: its name, what was said last and when, and who is there. */
export function SpaceLine({ room, hereCount }: SpaceLineProps) {
  return (
    <>
      <Tile room={room} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span
            dir="auto"
            className={clsx('min-w-0 flex-1 truncate text-left', room.isUnread && 'font-bold')}
          >
            {room.name}
          </span>
          {room.lastMessage && (
            <RelativeTime
              dateTime={room.lastMessage.createdAt}
              className="shrink-0 text-ink-soft text-xs"
            />
          )}
        </span>
        <span className="flex items-center gap-2 text-ink-soft text-sm">
          <LastLine lastMessage={room.lastMessage} />
          {hereCount > 0 && <HereCount count={hereCount} />}
          {room.mute && <MutedMark />}
          {room.isUnread && <NewMessagesMark />}
        </span>
      </span>
    </>
  )
}

function Tile({ room: { colorPalette, vibe } }: { room: SpaceSummary }) {
  return (
    <span
      aria-hidden
      style={usePaletteStyle(colorPalette)}
      className="flex size-9 shrink-0 items-center justify-center rounded-control border-(--space-primary) border-2 bg-surface text-base leading-none"
    >
      {VIBES[vibe].emoji}
    </span>
  )
}

/** How many others are there; quietly, that somebody is. */
function HereCount({ count }: { count: number }) {
  const isQuiet = useQuietNumbers()
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-xs">
      <span
        aria-hidden
        className="size-2 rounded-full bg-success forced-color-adjust-none forced-colors:bg-[CanvasText]"
      />
      {isQuiet ? 'Somebody here' : `${count} here`}
    </span>
  )
}
