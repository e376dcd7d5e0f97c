import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { loadChunk } from '../web/platform/load-chunk.ts'
import { loadOverlays } from '../web/ui/load-overlays.ts'

// For what is waited for, not a limit on how fast it is: the machine may have other things to do.
configure({ asyncUtilTimeout: 30_000 })

// As on a page that was idle for a moment: what a press opens is there at once.
await loadChunk(loadOverlays)

// Testing Library unmounts by itself only where `afterEach` is global. The files of a worker share
// one page: a token left in its storage would sign the next test in.
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

// Nor does the next test begin offline, where one ended so: the files of a worker share its modules.
afterEach(() => onlineManager.setOnline(true))

// What a page has put off for a moment, such as leaving a dialog's history entry, still finds it.
const A_MOMENT_MS = 20
afterAll(() => {
  vi.useRealTimers()
  return new Promise((resolve) => setTimeout(resolve, A_MOMENT_MS))
})
