import { open } from 'node:fs/promises'

/** What was made, named or removed in a folder is on the disk afterwards. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await using folder = await open(path, 'r')
  await folder.sync()
}
