import { Tooltip } from '@base-ui/react/tooltip'
import { useState } from 'react'
import { useLongPress } from './long-press.ts'
import { namesOf } from './vibe-names.ts'

interface VibeChipProps {
  emoji: string
  count: number
  isMine: boolean
  /** Names of others who gave it; there may be more of them. */
  othersKnown: string[]
  onClick: () => void
}

/** One kind of vibe. Who gave it is told on hover, on focus, and on a long press. */
export function VibeChip({ emoji, count, isMine, othersKnown, onClick }: VibeChipProps) {
  const [isOpen, setIsOpen] = useState(false)
  const longPress = useLongPress(() => setIsOpen(true))
  const names = namesOf(isMine, othersKnown, count)
  return (
    <Tooltip.Root open={isOpen} onOpenChange={setIsOpen}>
      <Tooltip.Trigger
        type="button"
        aria-label={`${emoji} ${count}, given by ${names}`}
        aria-pressed={isMine}
        closeOnClick={false}
        onClick={onClick}
        {...longPress}
        className="inline-flex min-h-11 min-w-11 touch-manipulation select-none items-center justify-center gap-1.5 rounded-full border border-line bg-surface px-2.5 text-sm tabular-nums transition-colors duration-150 hover:bg-surface-hover aria-pressed:border-ember aria-pressed:bg-ember-soft aria-pressed:font-semibold aria-pressed:text-ember sm:min-h-8"
      >
        <span className="text-base leading-none">{emoji}</span>
        {count}
      </Tooltip.Trigger>
      {/* Only for the eye: the button's name says it, too. */}
      <Tooltip.Portal aria-hidden>
        <Tooltip.Positioner sideOffset={6} collisionPadding={8} className="z-40">
          <Tooltip.Popup className="wrap-anywhere max-w-64 rounded-lg bg-ink px-2.5 py-1.5 text-surface text-sm transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {names}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
