import { HeartCrack } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'

/** Stands where a screen failed to draw, or could not be loaded. Typed text is safe in the drafts. */
export function CrashScreen() {
  return (
    <Page title="Something went wrong" isTitleHidden>
      <div role="alert">
        <EmptyState
          icon={<HeartCrack />}
          title="Something went wrong"
          text="This page could not be shown. It is our fault, not yours. Loading it again usually helps."
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
