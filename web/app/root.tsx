import { Outlet } from 'react-router'
import { useFocusGuard } from './focus-guard.ts'
import { useFocusOnNavigation } from './focus-on-navigation.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { usePrefetchScreens } from './prefetch-screens.ts'
import { SignOutDialog } from './sign-out-dialog.tsx'
import { UpdatePrompt } from './update-prompt.tsx'

export function Root() {
  useFocusOnNavigation()
  useFocusGuard()
  usePrefetchScreens()
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-ember px-4 py-2 font-semibold text-ember-ink focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <Outlet />
      <OfflineNotice />
      <UpdatePrompt />
      <SignOutDialog />
    </>
  )
}
