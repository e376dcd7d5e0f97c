import { CloudOff } from 'lucide-react'
import { Button } from './button.tsx'

interface ErrorStateProps {
  /** What could not be shown, e.g. 'Failed to load posts'. */
  text: string
  query: Retryable
}

/** A query, as far as another try needs it. */
export interface Retryable {
  refetch: () => unknown
  isFetching: boolean
}

/** What stands where content would be, when it could not be had: a sentence, and another try. */
export function ErrorState({ text, query }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-12 text-center">
      <CloudOff aria-hidden className="size-8 text-ink-soft" />
      <p className="max-w-prose text-balance">{text}</p>
      <Button onClick={() => query.refetch()} busy={query.isFetching}>
        Try again
      </Button>
    </div>
  )
}
