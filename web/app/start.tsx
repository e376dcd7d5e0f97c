import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { preventReloadWhile } from '../platform/load-chunk.ts'
import { hasUnsavedWork } from '../platform/unsaved-work.ts'
import { App } from './app.tsx'
import { createQueryClient } from './query-client.ts'
import { routes } from './router.tsx'
import { registerServiceWorker } from './update.ts'

/** Draws the client into the page. */
export function start(): void {
  preventReloadWhile(hasUnsavedWork)
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  // Every screen brings its own title, and of two the browser would show the page's.
  document.querySelector('head > title')?.remove()
  createRoot(root).render(
    <StrictMode>
      <App
        router={createBrowserRouter(routes)}
        queryClient={createQueryClient()}
        Socket={WebSocket}
      />
    </StrictMode>,
  )
  if (import.meta.env.PROD) registerServiceWorker()
}
