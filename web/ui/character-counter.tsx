import clsx from 'clsx'
import { characterCount } from '../../contract/text.ts'

const SHOWN_FROM = 0.8

interface CharacterCounterProps {
  text: string
  max: number
  /** Seen from the first character on; it is said aloud near the limit only. */
  isAlwaysShown?: boolean | undefined
}

/** `n / max`, once the text comes near its limit; red above it. */
export function CharacterCounter({ text, max, isAlwaysShown }: CharacterCounterProps) {
  const length = countedLength(text)
  const isNear = length >= max * SHOWN_FROM
  if (!isNear && !isAlwaysShown) return null
  return (
    <span
      role={isNear ? 'status' : undefined}
      className={clsx('shrink-0 tabular-nums', length > max ? 'text-danger' : 'text-ink-soft')}
    >
      {`${length} / ${max}`}
    </span>
  )
}

/** As the server counts: what a person takes for a character, without the space around the text. */
export function countedLength(text: string): number {
  return characterCount(text.trim())
}
