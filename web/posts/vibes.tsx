import { useState } from 'react'
import type { Vibes as PostVibes } from '../../contract/reactions.ts'
import { useQuietNumbers, useUser } from '../app/session.tsx'
import { VibeChip } from '../ui/emoji/vibe-chip.tsx'
import { hasGiven } from './optimistic-reactions.ts'

/** More kinds than this wait behind a button; one's own are always in sight. */
const KINDS_SHOWN_AT_FIRST = 8

interface VibesProps {
  vibes: PostVibes
  onChange: (emoji: string, isGiven: boolean) => void
}

/** Each kind of vibe given to a post as a chip: how many, by whom, and whether by me. */
export function Vibes({ vibes, onChange }: VibesProps) {
  const { _id: viewerId } = useUser()
  const isQuiet = useQuietNumbers()
  const [isAllShown, setIsAllShown] = useState(false)
  /**
   * The last that was pressed: taken back it is no more one’s own, but stays in sight with its
   * focus.
   */
  const [pressed, setPressed] = useState('')
  const counts = useSteadyOrder(vibes.vibeCounts)
  const shown = counts.filter(
    ({ emoji }, index) =>
      isAllShown ||
      index < KINDS_SHOWN_AT_FIRST ||
      emoji === pressed ||
      hasGiven(vibes, viewerId, emoji),
  )
  const hidden = counts.length - shown.length
  if (counts.length === 0) return null
  return (
    <ul aria-label="Vibes" className="flex flex-wrap gap-1.5">
      {shown.map(({ emoji, count }) => {
        const isMine = hasGiven(vibes, viewerId, emoji)
        const others = vibes.vibes.filter((vibe) => vibe.emoji === emoji && vibe.user !== viewerId)
        return (
          <li key={emoji}>
            <VibeChip
              emoji={emoji}
              count={count}
              isMine={isMine}
              isQuiet={isQuiet}
              othersKnown={others.map(({ username }) => username)}
              onClick={() => {
                setPressed(emoji)
                onChange(emoji, !isMine)
              }}
            />
          </li>
        )
      })}
      {hidden > 0 && (
        <li>
          <button
            type="button"
            onClick={() => setIsAllShown(true)}
            className="min-h-11 rounded-full px-3 font-semibold text-ember text-sm hover:underline sm:min-h-8"
          >
            {`${hidden} more`}
            <span className="sr-only"> kinds of vibes</span>
          </button>
        </li>
      )}
    </ul>
  )
}

/** The order of the first sight, new kinds last: no chip moves away under the finger. */
function useSteadyOrder(counts: PostVibes['vibeCounts']): PostVibes['vibeCounts'] {
  const [order, setOrder] = useState<string[]>([])
  const added = counts.map(({ emoji }) => emoji).filter((emoji) => !order.includes(emoji))
  if (added.length > 0) setOrder([...order, ...added])
  const place = (emoji: string) => order.indexOf(emoji)
  return counts.toSorted((one, other) => place(one.emoji) - place(other.emoji))
}
