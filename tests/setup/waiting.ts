// What is waited for by `vi.waitFor` may take as long as by `expect.poll`, not the one second that
// Vitest has no setting for: the machine may have other things to do.
import { afterEach, vi } from 'vitest'
import { PATIENCE_MS } from './waiting-patience.ts'

const { waitFor, waitUntil } = vi

vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options)
vi.waitUntil = (callback, options = PATIENCE_MS) => waitUntil(callback, options)

// Nor does one test's clock, or what stands in for something of its, keep the next file of the
// worker waiting: a test that fails does not come to where it puts them back.
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
