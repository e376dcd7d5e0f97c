import { communityBranding } from '../platform/community.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Wordmark } from '../ui/wordmark.tsx'

interface LoadingScreenProps {
  isServerAway?: boolean
  onRetry?: () => void
}

export function LoadingScreen({ isServerAway = false, onRetry }: LoadingScreenProps) {
  const { name } = communityBranding()
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 px-6 text-center">
      <title>{name}</title>
      <h1>
        <Wordmark className="text-3xl" />
      </h1>
      <Spinner label="Loading" className="text-ember" />
      {isServerAway && (
        <div role="status" className="flex max-w-sm flex-col items-center gap-4">
          <p className="text-balance text-ink-soft">
            We can't reach {name} right now. You are still signed in, and we keep trying.
          </p>
          <Button onClick={onRetry}>Try now</Button>
        </div>
      )}
    </main>
  )
}
