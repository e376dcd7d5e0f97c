import { StrictMode, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { keepTypedAhead } from '../accounts/typed-ahead.ts'
import { loadChunk, preventReloadWhile } from '../platform/load-chunk.ts'
import { pause } from '../platform/pause.ts'
import { copyPreloadedResponse } from '../platform/preloaded-responses.ts'
import { readToken } from '../platform/token-store.ts'
import { hasUnsavedWork } from '../platform/unsaved-work.ts'
import { App } from './app.tsx'
import { type ClientRouter, createClientRouter } from './client-router.ts'
import { paths } from './paths.ts'
import { createQueryClient } from './query-client.ts'
import { routes } from './router.tsx'
import { accountScreens, memberParts, memberScreens } from './screens.ts'
import { loadSession, type SessionState } from './session-state.ts'
import { registerServiceWorker } from './update.ts'

export async function start(): Promise<void> {
  preventReloadWhile(hasUnsavedWork)
  const page = document.getElementById('root')
  if (!page) throw new Error('The page has no #root')
  // Every screen brings its own title, and of two the browser would show the page's.
  document.querySelector('head > title')?.remove()
  // To run all code once takes a phone long enough: what somebody presses meanwhile comes first.
  await pause()
  const router = createClientRouter(routes)
  askForFirstImage()
  await pause()
  const root = createRoot(page)
  const queryClient = createQueryClient()
  const { first } = document.documentElement.dataset
  const session = first === 'member' ? askWhoIsHere() : undefined
  if (first) await whenReadyToFollow(first, router)
  if (first === 'sign-in') keepTypedAhead(page)
  const app = (
    <StrictMode>
      <App
        {...{ router, queryClient }}
        Socket={WebSocket}
        // What stands in the page says the same as long as that is not known.
        firstSession={await session}
      />
    </StrictMode>
  )
  const draw = () => root.render(app)
  // A form in one go: what somebody types between would be lost. All else in pieces.
  if (first === 'member') startTransition(draw)
  else flushSync(draw)
  if (import.meta.env.PROD) registerServiceWorker()
}

/** Undefined where somebody else signed in meanwhile, in another tab. */
async function askWhoIsHere(): Promise<SessionState | undefined> {
  const token = readToken()
  const session = await loadSession()
  return readToken() === token ? session : undefined
}

/**
 * What stands in the page stays until the code of the place is there: React holds back for a while
 * what it has once said to be loading. `first`: what stands there.
 */
async function whenReadyToFollow(first: string, router: ClientRouter): Promise<void> {
  const parts = partsOf(first).map((load) => loadChunk(load))
  await Promise.all([...parts, whenLoaded(router)]).catch(() => {})
  await pause()
}

/** Those that no place loads by itself. */
function partsOf(first: string): (() => Promise<unknown>)[] {
  if (first === 'sign-in') return [accountScreens.login]
  const isHome = location.pathname === paths.home
  return isHome ? [memberParts.frame, memberScreens.home] : [memberParts.frame]
}

/** Not before all code has come, which it would hold up. If it fails, the post asks for it. */
function askForFirstImage(): void {
  const answer = copyPreloadedResponse('/posts/')
  if (!answer) return
  Promise.all([memberParts.frame(), answer])
    .then(([{ fetchFirstImage }, said]) => fetchFirstImage(said))
    .catch(() => {})
}

/** Once the code of the place at the page's address is there, or has failed to come. */
function whenLoaded(router: ClientRouter): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = router.subscribe(resolve)
  if (router.state.isLoaded) resolve()
  return promise.finally(stop)
}
