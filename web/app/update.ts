/**
 * Registers the service worker and brings new versions in: once one is installed the page reloads,
 * but not over something unsent or open; then it is offered, and taken by itself at the next good
 * moment.
 */

import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { HOUR_MS } from '../../contract/durations.ts'
import { parts } from '../platform/load-chunk.ts'
import { createObservable } from '../platform/observable.ts'
import { isInUse } from '../platform/unsaved-work.ts'

const CHECK_EVERY_MS = HOUR_MS
const WORKER = '/service-worker.js'

const available = createObservable(false)

/** Whether a new version waits for the member to say that the page may reload. */
export function useAvailableUpdate(): boolean {
  return useSyncExternalStore(available.subscribe, available.get)
}

/**
 * A version that waits, or a part of the page that did not come, is taken where a reload disturbs
 * least, if the page is not in use by then: on arriving at another place, and while nobody looks.
 */
export function useReloadWhenIdle(reload?: () => void): void {
  const { key } = useLocation()
  const arrivedAt = useRef(key)
  useEffect(() => {
    if (arrivedAt.current !== key) takeWaiting(reload)
    arrivedAt.current = key
    const look = () => document.hidden && takeWaiting(reload)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [key, reload])
}

/** Once the page has loaded, so that the worker's files do not compete with the first screen. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') void register()
  else window.addEventListener('load', () => void register(), { once: true })
}

export function applyUpdate(reload = () => location.reload()): void {
  available.set(isInUse())
  if (!available.get()) reload()
}

function takeWaiting(reload = () => location.reload()): void {
  if (available.get()) applyUpdate(reload)
  else if (parts.isGone && !isInUse()) reload()
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator
  // The first worker of a browser is no update: the page is of the same version.
  let isFirst = serviceWorker.controller === null
  serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) applyUpdate()
    isFirst = false
  })
  try {
    const registration = await serviceWorker.register(workerUrl() as string)
    const check = () => {
      // Without an answer the next check will do.
      if (!document.hidden) registration?.update().catch(() => {})
    }
    setInterval(check, CHECK_EVERY_MS)
    document.addEventListener('visibilitychange', check)
    // A worker takes over the pages that are there, not one on its way: that one would open nothing
    // without a network, and take the next version for its first.
    const { active } = await serviceWorker.ready
    if (serviceWorker.controller === null) active?.postMessage('take over')
  } catch {
    // The browser or its owner refuses workers: Snug is the same, with a network.
  }
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): {
    createScriptURL(url: string): unknown
  }
}

/** Where scripts have to be trusted, this policy trusts one address, whatever it is asked. */
function workerUrl(): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => WORKER })
  return policy?.createScriptURL(WORKER) ?? WORKER
}
