import clsx from 'clsx'
import { useCommunity } from '../platform/community.ts'

interface WordmarkProps {
  className?: string
}

/**
 * The name of the community beside its picture, or the mark of Snug, a small house with a fire in
 * it; sized by the font. The server writes both into the page it sends
 * (server/community/client-page.ts).
 */
export function Wordmark({ className }: WordmarkProps) {
  const { name, logo } = useCommunity()
  return (
    <span
      className={clsx(
        'inline-flex min-w-0 max-w-full items-center gap-[0.35em] font-serif',
        className,
      )}
    >
      {logo ? <img src={logo} alt="" className="size-[1.25em] shrink-0 rounded-[25%]" /> : <Mark />}
      {/* Room for what hangs below the line: what is cut off at the end would lose it. */}
      <span data-community="name" className="truncate font-semibold leading-[1.35]">
        {name}
      </span>
    </span>
  )
}

function Mark() {
  return (
    <svg
      data-community="mark"
      viewBox="0 0 32 32"
      aria-hidden="true"
      className="size-[1.25em] shrink-0"
    >
      <path
        className="fill-ember-fill"
        d="M13.4 3.2a4 4 0 0 1 5.2 0l9 7.6a4 4 0 0 1 1.4 3V25a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V13.8a4 4 0 0 1 1.4-3z"
      />
      <path className="fill-ember-soft" d="M9.5 29V19.5a6.5 6.5 0 0 1 13 0V29z" />
      <path
        className="fill-ember-fill"
        d="M16 18.3c2.7 2.6 3.9 4.4 3.9 6.3a3.9 3.9 0 0 1-7.8 0c0-1.9 1.2-3.7 3.9-6.3z"
      />
    </svg>
  )
}
