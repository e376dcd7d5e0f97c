/** For tests: a device that remembers what is kept on it for as long as the test goes on. */
import { vi } from 'vitest'
import { memoryStore } from './device-store.ts'
import { createKeeper, kept } from './kept.ts'

export function rememberOnDevice(): void {
  const device = createKeeper(memoryStore())
  for (const act of ['keep', 'read', 'readAll', 'forget', 'wipe'] as const)
    vi.spyOn(kept, act).mockImplementation(device[act] as never)
}
