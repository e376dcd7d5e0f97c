import { Outlet, ScrollRestoration } from 'react-router'
import { useArrivalFocus } from './arrival-focus.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { useScreensAhead } from './screens-ahead.ts'
import { SignOutQuestion } from './sign-out-question.tsx'
import { UpdateOffer } from './update-offer.tsx'

/** What every place has, signed in or not. */
export function Root() {
  useArrivalFocus()
  useScreensAhead()
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
      <UpdateOffer />
      <SignOutQuestion />
      <ScrollRestoration />
    </>
  )
}
