import { Button } from '../ui/button.tsx'
import { useScrollSentinel } from '../ui/scroll-sentinel.ts'

interface ListEndProps {
  length: number
  isLoading?: boolean
  /** Why the last try brought nothing. */
  problem?: string | undefined
  onMore: () => void
}

/** Brings more, by button or by coming near. */
export function ListEnd({ length, isLoading = false, problem, onMore }: ListEndProps) {
  const end = useScrollSentinel(!isLoading && !problem, length, onMore)
  return (
    <div ref={end} className="flex flex-col items-center gap-3 py-6 text-center">
      {problem && !isLoading && <p role="alert">{problem}</p>}
      <Button busy={isLoading} onClick={onMore}>
        {problem ? 'Try again' : 'Load More'}
      </Button>
    </div>
  )
}
