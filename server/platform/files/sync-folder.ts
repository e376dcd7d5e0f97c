import { open } from 'node:fs/promises'

/** Resolves once the names of the files in the folder are on the disk, as well as their bytes. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot flush a folder; its file system keeps a journal of names.
  if (process.platform === 'win32') return
  await using folder = await open(path, 'r')
  await folder.sync()
}
