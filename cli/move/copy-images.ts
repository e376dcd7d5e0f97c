import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../../server/config.ts'
import { imageFiles } from '../../server/images/image-store.ts'
import {
  type FileStore,
  FilesAwayError,
  type StoredFile,
} from '../../server/platform/files/file-store.ts'
import { openFiles } from '../../server/platform/files/open-files.ts'
import { CommandError } from '../command-error.ts'
import type { Terminal } from '../terminal.ts'
import type { Source } from './source.ts'

/** Small enough for a slow line: each must be there within seconds. */
const AT_ONCE = 4

interface Stores {
  here: FileStore
  bucket: FileStore
}

/** Copies shown pictures into the bucket, if there is one. Returns a sentence that says where. */
export async function copyImages(
  source: Source,
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  terminal: Terminal,
): Promise<string> {
  const folder = join(dataDir, 'images')
  if (s3 === null)
    return `Pictures stay in ${folder}: keep DATA_DIR, the server shows them from there.`
  const log = { info() {}, warn() {} }
  const stores = {
    here: await openFiles({ s3: null, dataDir }, log),
    bucket: await openFiles({ s3, dataDir }, log),
  }
  const found = await copyAll(source, stores, terminal.progress('Copying pictures'))
  if (found.missing > 0)
    terminal.warn(`${found.missing} picture files are neither in ${folder} nor in the bucket.`)
  return `${found.copied + found.there} picture files are in the bucket ${s3.bucket}: ${found.copied} copied, ${found.there} there before.`
}

async function copyAll(
  source: Source,
  stores: Stores,
  reportProgress: (done: number, total: number) => void,
) {
  const keys = source.images().flatMap((image) => imageFiles(image))
  const total = source.images().reduce((sum, image) => sum + imageFiles(image).length, 0)
  const found = { copied: 0, there: 0, missing: 0 }
  const worker = async () => {
    for (const key of keys) {
      found[await copy(key, stores)]++
      reportProgress(found.copied + found.there + found.missing, total)
    }
  }
  const workers = Array.from({ length: AT_ONCE }, () => worker().finally(() => keys.return?.()))
  const failure = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw explainFailure(failure.reason)
  return found
}

function explainFailure(error: unknown): unknown {
  if (!(error instanceof FilesAwayError)) return error
  return new CommandError(
    'The bucket does not take the pictures. Run the same command again: it goes on where it stopped.',
  )
}

async function copy(key: string, stores: Stores): Promise<'copied' | 'there' | 'missing'> {
  const size = await sizeOf(stores.bucket, key)
  const file = await stores.here.open(key)
  if (!file) return size === null ? 'missing' : 'there'
  if (file.size === size) return closed(file, 'there')
  await stores.bucket.put(key, await buffer(file.stream))
  if ((await sizeOf(stores.bucket, key)) !== file.size)
    throw new FilesAwayError('What was stored is not there.')
  return 'copied'
}

async function sizeOf(store: FileStore, key: string): Promise<number | null> {
  const file = await store.open(key)
  return file && closed(file, file.size)
}

function closed<Answer>({ stream }: StoredFile, answer: Answer): Answer {
  stream.destroy()
  return answer
}
