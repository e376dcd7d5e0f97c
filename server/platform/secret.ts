import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ifMissing } from './files/if-missing.ts'
import { syncFolder } from './files/local-files.ts'
import { OperatorError } from './operator-error.ts'

// The secret of a community: 32 bytes that are not in its database, so that a copy of the database
// signs for nobody. It is the setting SECRET_KEY, or else a file beside the database.

const SECRET_BYTES = 32
export const SECRET_FILE = 'secret.key'
/** Begins the names of files with secrets that are to follow the one in use. */
const NEXT = `${SECRET_FILE}.next-`
/** Ends the names of files that may not be whole. */
const UNFINISHED = '.part'

/** Where the secret is: the setting, or a file in the data folder. */
export interface SecretPlace {
  secretKey: Buffer | null
  dataDir: string
}

/** Why the secret cannot be used, in a sentence for who starts the server. */
export class SecretError extends OperatorError {}

/** 32 bytes in hexadecimal or base64; null for all else. */
export function parseSecret(text: string): Buffer | null {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (!/^[\w+/-]{43}=?$/.test(text)) return null
  return Buffer.from(text, 'base64')
}

function writtenSecret(secret: Buffer): string {
  return secret.toString('base64')
}

export function newSecretKey(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** Null where there is none yet. */
export async function readSecret({ secretKey, dataDir }: SecretPlace): Promise<Buffer | null> {
  if (secretKey) return secretKey
  return readSecretFile(join(dataDir, SECRET_FILE))
}

async function readSecretFile(file: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch(ifMissing(null))
  if (text === null) return null
  const secret = parseSecret(text.trim())
  if (!secret)
    throw new SecretError(
      `${file} holds no secret of ${SECRET_BYTES} bytes. Bring it back as it was, or delete it and run "snug keys rotate".`,
    )
  return secret
}

/** Makes the file; of several processes that do so at once all get the same secret. */
export async function makeSecretFile(dataDir: string): Promise<Buffer> {
  const made = newSecretKey()
  const isFirst = await putSecret(join(dataDir, SECRET_FILE), made, link)
  const secret = isFirst ? made : await readSecret({ secretKey: null, dataDir })
  if (!secret) throw new SecretError(`${join(dataDir, SECRET_FILE)} went away while it was read.`)
  return secret
}

/** Puts another secret in the place of the one in the file. */
export async function replaceSecretFile(dataDir: string, secret: Buffer): Promise<void> {
  await putSecret(join(dataDir, SECRET_FILE), secret, rename)
}

/** Beside the one in use; an earlier one goes. Within the transaction that passes on to it. */
export async function putNextSecret(dataDir: string, secret: Buffer): Promise<void> {
  for (const file of await nextSecretFiles(dataDir)) await rm(file, { force: true })
  await putSecret(join(dataDir, `${NEXT}${randomUUID()}`), secret, rename)
}

/** Puts the first of the next secrets that is the right one in the place of the one in use. */
export async function takeNextSecret(
  dataDir: string,
  isRight: (secret: Buffer) => Promise<boolean>,
): Promise<void> {
  for (const file of await nextSecretFiles(dataDir)) {
    if (file.endsWith(UNFINISHED)) continue
    const secret = await readSecretFile(file)
    if (!secret || !(await isRight(secret))) continue
    // It is missing where another process took it.
    await rename(file, join(dataDir, SECRET_FILE)).catch(ifMissing(undefined))
    return syncFolder(dataDir)
  }
}

async function nextSecretFiles(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch(ifMissing<string[]>([]))
  return names.filter((name) => name.startsWith(NEXT)).map((name) => join(dataDir, name))
}

// Under its own name only once it is whole and on the disk: what is signed with it must not
// outlive it. Returns whether it was put there; `link` leaves one that is there already.
async function putSecret(
  place: string,
  secret: Buffer,
  put: (from: string, to: string) => Promise<void>,
): Promise<boolean> {
  const dataDir = dirname(place)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unfinished = `${place}.${randomUUID()}${UNFINISHED}`
  try {
    await using file = await open(unfinished, 'wx', 0o600)
    await file.write(`${writtenSecret(secret)}\n`)
    await file.sync()
    await put(unfinished, place)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(unfinished, { force: true })
    await syncFolder(dataDir)
  }
}
