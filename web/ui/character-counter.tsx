import clsx from 'clsx'
import { characterCount } from '../../contract/text.ts'

const SHOWN_FROM = 0.8

interface CharacterCounterProps {
  text: string
  max: number
}

/** `n / max`, once the text comes near its limit; red above it. */
export function CharacterCounter({ text, max }: CharacterCounterProps) {
  const length = countedLength(text)
  if (length < max * SHOWN_FROM) return null
  return (
    <span
      role="status"
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
