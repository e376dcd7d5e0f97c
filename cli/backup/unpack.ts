import { createWriteStream, existsSync } from 'node:fs'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { storedPath } from '../../server/platform/files/local-files.ts'
import { SECRET_FILE } from '../../server/platform/secret.ts'
import {
  ArchiveError,
  Checksum,
  checksumLine,
  checksumOf,
  type Found,
  type Passage,
  readArchive,
} from './archive.ts'
import { CHECKSUMS, DATABASE, DUMP, IMAGES, MANIFEST, type Manifest, manifest } from './manifest.ts'

const MANIFEST_MAX_BYTES = 1024 * 1024
/** The checksums of what was found, to be compared with those of what was packed. */
const FOUND_CHECKSUMS = 'found-checksums'

/** Into an empty folder. Throws ArchiveError where a file is changed, missing or leads out. */
export async function unpack(
  file: string,
  folder: string,
  decrypt?: Passage,
  progress?: (doneBytes: number) => void,
): Promise<Manifest> {
  let done = 0
  let whole: Manifest | undefined
  for await (const found of readArchive(file, decrypt)) {
    if (whole) throw new ArchiveError('The archive goes on after its end.')
    if (found.path === MANIFEST) whole = await readManifest(found)
    else await unpackFile(folder, found)
    done += found.size
    progress?.(done)
  }
  if (!whole) throw new ArchiveError('The archive is cut off.')
  await compareChecksums(folder, whole)
  return whole
}

async function unpackFile(folder: string, found: Found) {
  if (!isExpected(found.path))
    throw new ArchiveError(`The archive holds what is not Snug's: ${JSON.stringify(found.path)}`)
  const target = join(folder, found.path)
  if (existsSync(target)) throw new ArchiveError(`The archive holds ${found.path} twice.`)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const checksum = new Checksum()
  const options = { flags: 'wx', mode: 0o600, flush: true }
  await pipeline(checksum.through(found.read()), createWriteStream(target, options))
  if (found.path !== CHECKSUMS)
    await appendFile(join(folder, FOUND_CHECKSUMS), checksumLine(checksum.hex(), found.path))
}

/**
 * The database, a picture where the server keeps it, the secret, or the list: nothing else has a
 * place.
 */
function isExpected(path: string): boolean {
  if ([DATABASE, DUMP, SECRET_FILE, CHECKSUMS].includes(path)) return true
  const [folder, kind, , file = ''] = path.split('/')
  const dot = file.indexOf('.')
  const key = `${kind}/${file.slice(0, dot)}/${file.slice(dot + 1)}`
  return folder === IMAGES && path === `${IMAGES}/${storedPath(key)}`
}

async function readManifest(found: Found): Promise<Manifest> {
  if (found.size > MANIFEST_MAX_BYTES) throw new ArchiveError('The manifest is too large.')
  const chunks: Buffer[] = []
  for await (const chunk of found.read()) chunks.push(chunk)
  try {
    return manifest.parse(JSON.parse(Buffer.concat(chunks).toString()))
  } catch {
    throw new ArchiveError('The manifest of the archive cannot be read.')
  }
}

async function compareChecksums(folder: string, { checksums }: Manifest) {
  const [packed, found] = [join(folder, CHECKSUMS), join(folder, FOUND_CHECKSUMS)]
  const packedSum = await checksumOf(packed).catch(() => '')
  if (packedSum !== checksums)
    throw new ArchiveError('The list of checksums is damaged or missing.')
  if ((await checksumOf(found)) === packedSum) return
  const lines = (await readFile(packed, 'utf8')).split('\n')
  const foundLines = (await readFile(found, 'utf8')).split('\n')
  const line = lines.find((line, index) => line !== foundLines[index]) ?? foundLines.at(-2) ?? ''
  throw new ArchiveError(`The archive is damaged: ${line.slice(66)} is not what was packed.`)
}

/** What the server itself does not need. */
export const UNPACKING_LEFTOVERS = [CHECKSUMS, FOUND_CHECKSUMS]
