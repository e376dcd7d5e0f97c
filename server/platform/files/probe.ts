import { buffer } from 'node:stream/consumers'
import { newUuid } from '../ids.ts'
import type { FileStore } from './file-store.ts'

/** Stores, reads and removes a small file; throws what the store throws when it cannot. */
export async function probe(files: FileStore): Promise<void> {
  const key = `probe/${newUuid()}/probe.txt`
  const bytes = Buffer.from('Snug was here.')
  await files.put(key, bytes)
  try {
    const file = await files.open(key)
    const read = file && (await buffer(file.stream))
    if (!read?.equals(bytes)) throw new Error('What was stored did not come back.')
  } finally {
    await files.remove([key])
  }
}
