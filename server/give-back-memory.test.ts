import { beforeEach, expect, it, vi } from 'vitest'
import { giveBackWhenQuiet } from './give-back-memory.ts'

const MB = 1024 * 1024
const LOOK_MS = 20_000
let gc: ReturnType<typeof vi.fn>
let heapMb: number
/** Of the time since it was asked last. */
let busyShare: number

beforeEach(() => {
  vi.useFakeTimers()
  gc = vi.fn(() => {
    heapMb = 70
  })
  vi.stubGlobal('gc', gc)
  heapMb = 40
  busyShare = 0
  const usage = () => ({ heapTotal: heapMb * MB, external: 5 * MB }) as NodeJS.MemoryUsage
  vi.spyOn(process, 'memoryUsage').mockImplementation(usage as typeof process.memoryUsage)
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({
    user: busyShare * LOOK_MS * 1_000,
    system: 0,
  }))
  giveBackWhenQuiet()
})

function look(share: number, mb = heapMb) {
  busyShare = share
  heapMb = mb
  vi.advanceTimersByTime(LOOK_MS)
}

it('gives back what a busy time took once it is over, and once', () => {
  look(0.4, 120)
  look(0.1)
  expect(gc).not.toHaveBeenCalled()
  look(0.01)
  expect(gc).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ type: 'major' }))
  look(0.01)
  look(0.01, 120)
  expect(gc).toHaveBeenCalledTimes(1)
  look(0.4)
  look(0.01, 85)
  expect(gc).toHaveBeenCalledTimes(1)
  look(0.01, 90)
  expect(gc).toHaveBeenCalledTimes(2)
})

it('leaves the collector alone where there was never much to do', () => {
  look(0.1, 120)
  look(0.01)
  expect(gc).not.toHaveBeenCalled()
})
