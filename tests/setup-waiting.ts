// What is waited for by `vi.waitFor` may take as long as by `expect.poll`, not the one second that
// Vitest has no setting for: the machine may have other things to do.
import { vi } from 'vitest'
import { PATIENCE_MS } from './waiting-patience.ts'

const { waitFor, waitUntil } = vi

vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options)
vi.waitUntil = (callback, options = PATIENCE_MS) => waitUntil(callback, options)
