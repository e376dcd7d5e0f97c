import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type FileStore, parseFileKey, type StoredFile } from './file-store.ts'
import { ifMissing } from './if-missing.ts'

/**
 * Stored files as plain files in one folder, for a server of one machine. Each kind is spread
 * over 256 sub-folders by the end of its id. A file appears by rename, after its bytes are on
 * the disk, so nobody ever reads half of one; an interrupted write leaves at most a hidden
 * temporary file that no key can name.
 */
export function createLocalFiles(folder: string): FileStore {
  const root = resolve(folder)
  mkdirSync(root, { recursive: true, mode: 0o700 })
  return {
    put: async (key, bytes) => putWhole(root, pathOf(root, key), bytes),
    open: (key) => openStored(root, key),
    async readInto(key, held, take) {
      if (!parseFileKey(key)) return false
      await using file = await openIfThere(pathOf(root, key))
      if (!file) return false
      await take(chunksOf(file, held))
      return true
    },
    remove: async (keys) => {
      const paths = keys.map((key) => pathOf(root, key))
      await Promise.all(paths.map((path) => rm(path, { force: true })))
    },
  }
}

function pathOf(root: string, key: string): string {
  const path = storedPath(key)
  if (path === null) throw new TypeError('This is not the key of a stored file.')
  return join(root, path)
}

/** Null when the text is no key. Spread by the id's end, which is random; its start is a time. */
export function storedPath(key: string): string | null {
  const parts = parseFileKey(key)
  return parts && `${parts.kind}/${parts.id.slice(-2)}/${parts.id}.${parts.name}`
}

async function putWhole(root: string, path: string, bytes: Buffer): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await writeDurably(temporary, bytes)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolders(root, dirname(path))
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(bytes)
  await file.sync()
}

// Every folder up to the root, each time: another put may have made one and not yet synced it.
async function syncFolders(root: string, folder: string): Promise<void> {
  await syncFolder(folder)
  if (folder !== root) await syncFolders(root, dirname(folder))
}

async function openStored(root: string, key: string): Promise<StoredFile | null> {
  if (!parseFileKey(key)) return null
  const file = await openIfThere(pathOf(root, key))
  if (!file) return null
  try {
    const { size } = await file.stat()
    // Told where it ends, a stream takes memory for what there is, once; else it takes 64 KB, makes
    // a copy of what came, and takes as much again to find that nothing more does.
    const whole = size > 0 ? { start: 0, end: size - 1 } : {}
    return { stream: file.createReadStream(whole), size }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function* chunksOf(file: FileHandle, held: Buffer) {
  for (;;) {
    const { bytesRead } = await file.read(held, 0, held.length, null)
    if (bytesRead === 0) return
    yield held.subarray(0, bytesRead)
  }
}

function openIfThere(path: string): Promise<FileHandle | null> {
  return open(path, 'r').catch(ifMissing(null))
}

/** Resolves once the names of the files in the folder are on the disk, as well as their bytes. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot flush a folder; its file system keeps a journal of names.
  if (process.platform === 'win32') return
  await using folder = await open(path, 'r')
  await folder.sync()
}
