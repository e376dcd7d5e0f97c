import clsx from 'clsx'

const SHOWN_FROM = 0.8

interface CharacterCounterProps {
  length: number
  max: number
}

/** `n / max`, once the text comes near its limit; red above it. */
export function CharacterCounter({ length, max }: CharacterCounterProps) {
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
