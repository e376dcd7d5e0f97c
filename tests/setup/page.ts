import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { wipeDraftsOf } from '../../web/platform/drafts.ts'
import { loadChunk } from '../../web/platform/load-chunk.ts'
import { loadOverlays } from '../../web/ui/load-overlays.ts'
import './settled-waits.ts'

configure(({ getElementError }) => ({
  // For what is waited for, not a limit on how fast it is: the machine may have other things to do.
  asyncUtilTimeout: 30_000,
  // What is waited for is looked for, and missed, many times: the page is only written out for the
  // failure that is read.
  getElementError: function missing(message, container) {
    const error = new Error()
    // The failure is told where the test looks for it, not here.
    Error.captureStackTrace(error, missing)
    const read = () => getElementError(message, container).message
    return Object.defineProperty(error, 'message', { configurable: true, get: read })
  },
}))

// As on a page that was idle for a moment: what a press opens is there at once.
await loadChunk(loadOverlays)

// One left behind by a test's fake clock never comes: whoever waits for what is no change of the
// page would wait in vain, in any later file of the worker.
const { setTimeout, setInterval } = globalThis
beforeEach(() => {
  const isTrue = globalThis.setTimeout === setTimeout && globalThis.setInterval === setInterval
  if (!isTrue) throw new Error('A test before left timers behind that do not run.')
})

// Testing Library unmounts by itself only where `afterEach` is global. The files of a worker share
// one page: a token left in its storage would sign the next test in.
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  // What was typed is written a moment later, which would be in the next test: as where its member
  // signed out, it is forgotten.
  void wipeDraftsOf(() => true)
  // What a test pressed and never let go of would keep its finger on the next test's page.
  window.dispatchEvent(new Event('pointercancel'))
  // Left behind by the library that types and presses keys; the page has none of its own.
  Reflect.deleteProperty(navigator, 'clipboard')
  // Nor has the page this one, with which many tests play a browser that scrolls.
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
})

// Nor does the next test begin offline, where one ended so: the files of a worker share its
// modules.
afterEach(() => onlineManager.setOnline(true))

// What a page has put off for a moment, such as leaving a dialog's history entry, still finds it.
// What it fetches ahead comes before the page is taken down: it would fail with it, and be missing
// for all files that the worker still runs.
const A_MOMENT_MS = 20
afterAll(async () => {
  vi.useRealTimers()
  await new Promise((resolve) => setTimeout(resolve, A_MOMENT_MS))
  await vi.dynamicImportSettled()
})
