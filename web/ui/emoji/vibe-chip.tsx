import { Tooltip } from '../tooltip.tsx'
import { namesOf, namesWithoutNumber } from './vibe-names.ts'

interface VibeChipProps {
  emoji: string
  count: number
  isMine: boolean
  /** Names of others who gave it; there may be more of them. */
  othersKnown: string[]
  /** Names stand in place of the number. */
  isQuiet: boolean
  onClick: () => void
}

/** Who gave it shows on hover, focus and long press. Only the emoji moves: fading paints all. */
export function VibeChip(props: VibeChipProps) {
  const { emoji, count, isMine, othersKnown, isQuiet, onClick } = props
  const names = (isQuiet ? namesWithoutNumber : namesOf)(isMine, othersKnown, count)
  // Oneself is named first.
  const namesWithin = isMine ? names.replace('You', 'you') : names
  return (
    <Tooltip text={names} hasLongPress>
      <button
        type="button"
        aria-label={
          isQuiet
            ? `${emoji} given by ${namesWithin}`
            : `${emoji} ${count}, given by ${namesWithin}`
        }
        aria-pressed={isMine}
        onClick={({ currentTarget }) => {
          // The last of its kind goes with its chip: the focus stays with what it was given to.
          if (isMine && count === 1)
            currentTarget.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
          onClick()
        }}
        className="inline-flex min-h-11 min-w-11 touch-manipulation select-none items-center justify-center gap-1.5 rounded-full border border-line bg-surface px-2.5 text-sm tabular-nums hover:bg-surface-hover aria-pressed:border-ember aria-pressed:bg-ember-soft aria-pressed:font-semibold aria-pressed:text-ember sm:min-h-8"
      >
        <span className="in-aria-pressed:scale-115 text-base leading-none transition-transform duration-200">
          {emoji}
        </span>
        {isQuiet ? <span className="max-w-40 truncate">{names}</span> : count}
      </button>
    </Tooltip>
  )
}
