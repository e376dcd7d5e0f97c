// Opens the client without a network; what it keeps and answers is in platform/offline/shell.ts.
// The build fills in which files there are (vite.config.ts).
import { answer, cacheShell, dropOldShells, type Shell } from './platform/offline/shell.ts'

/** The part of a worker's world that is used here; the rest of the client lives in a page's. */
interface Worker {
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}

interface WorkerEvent extends Event {
  request: Request
  waitUntil(work: Promise<unknown>): void
  respondWith(response: Promise<Response>): void
}

declare const __SHELL__: Shell

const worker = globalThis as unknown as Worker
const shell = __SHELL__

worker.addEventListener('install', (event) => {
  event.waitUntil(cacheShell(shell, caches).then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOldShells(shell, caches).then(() => worker.clients.claim()))
})

// A page asks that was on its way while the others were taken over.
worker.addEventListener('message', (event) => {
  event.waitUntil(worker.clients.claim())
})

worker.addEventListener('fetch', (event) => {
  const waitUntil = (work: Promise<unknown>) => event.waitUntil(work)
  const response = answer(shell, event.request, caches, fetch, waitUntil)
  if (response) event.respondWith(response)
})
