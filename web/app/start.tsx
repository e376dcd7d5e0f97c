import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { keepTypedAhead } from '../accounts/typed-ahead.ts'
import { copyEarlyAnswer } from '../platform/early-answers.ts'
import { loadChunk, preventReloadWhile } from '../platform/load-chunk.ts'
import { hasUnsavedWork } from '../platform/unsaved-work.ts'
import { App } from './app.tsx'
import { type ClientRouter, createClientRouter } from './client-router.ts'
import { createQueryClient } from './query-client.ts'
import { routes } from './router.tsx'
import { accountScreens, memberParts } from './screens.ts'
import { registerServiceWorker } from './update.ts'

export async function start(): Promise<void> {
  preventReloadWhile(hasUnsavedWork)
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  // Every screen brings its own title, and of two the browser would show the page's.
  document.querySelector('head > title')?.remove()
  const router = createClientRouter(routes)
  askForFirstPicture()
  await nextTask()
  // The sign-in stands in the page already, and stays until its code is there.
  if (document.documentElement.dataset.first === 'sign-in') {
    await Promise.all([loadChunk(accountScreens.login), whenLoaded(router)]).catch(() => {})
    keepTypedAhead(root)
  }
  const app = (
    <StrictMode>
      <App router={router} queryClient={createQueryClient()} Socket={WebSocket} />
    </StrictMode>
  )
  // In one go: what somebody types between would be lost.
  flushSync(() => createRoot(root).render(app))
  if (import.meta.env.PROD) registerServiceWorker()
}

/** Not before all code has come, which it would hold up. If it fails, the post asks for it. */
function askForFirstPicture(): void {
  const answer = copyEarlyAnswer('/posts/')
  if (!answer) return
  Promise.all([memberParts.frame(), answer])
    .then(([{ fetchFirstPicture }, said]) => fetchFirstPicture(said))
    .catch(() => {})
}

/** To run all code once takes a phone long enough: what somebody presses meanwhile comes first. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Once the code of the place at the page's address is there, or has failed to come. */
function whenLoaded(router: ClientRouter): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = router.subscribe(resolve)
  if (router.state.isLoaded) resolve()
  return promise.finally(stop)
}
