import clsx from 'clsx'

/** The bubble of a message; one's own has the space's primary colour. */
export function bubbleClasses(isMine: boolean): string {
  return clsx(
    'forced-colors:border wrap-anywhere w-fit max-w-full whitespace-pre-wrap rounded-card px-3.5 py-2 [unicode-bidi:plaintext]',
    isMine ? 'rounded-ee-md bg-ember-fill text-ember-ink' : 'rounded-es-md bg-quiet text-ink',
  )
}
