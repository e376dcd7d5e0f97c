import { HeartCrack, WifiOff } from 'lucide-react'
import { useOnline } from '../platform/online.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'

/**
 * Stands where a screen failed to draw, or could not be loaded. Typed text is safe in the drafts.
 */
export function CrashScreen() {
  const isOnline = useOnline()
  const title = isOnline ? 'Something went wrong' : 'You are offline'
  return (
    <Page title={title} isTitleHidden>
      <div role="alert">
        <EmptyState
          icon={isOnline ? <HeartCrack /> : <WifiOff />}
          title={title}
          text={
            isOnline
              ? 'This page could not be shown. It is our fault, not yours. Loading it again usually helps.'
              : 'This page has not been loaded before. Once you are back, loading it again will bring it.'
          }
          action={
            <Button variant="primary" onClick={() => location.reload()}>
              Reload the page
            </Button>
          }
        />
      </div>
    </Page>
  )
}

/** For a failure outside the frame, which brings the `main` otherwise. */
export function CrashPage() {
  return (
    <main>
      <CrashScreen />
    </main>
  )
}
