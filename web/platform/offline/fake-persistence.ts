/** For tests: persistence in memory, for as long as the test runs. */
import { vi } from 'vitest'
import { memoryStore } from './indexed-db.ts'
import { createPersistence, persistence } from './persistence.ts'

export function installFakePersistence(): void {
  const device = createPersistence(memoryStore())
  for (const act of ['save', 'replace', 'read', 'readAll', 'remove', 'clear'] as const)
    vi.spyOn(persistence, act).mockImplementation(device[act] as never)
}
