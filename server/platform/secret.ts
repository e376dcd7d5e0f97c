import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from './files/local-files.ts'

// The secret of a community: 32 bytes that are not in its database, so that a copy of the database
// signs for nobody. It is the setting SECRET_KEY, or else a file beside the database.

const SECRET_BYTES = 32
export const SECRET_FILE = 'secret.key'

/** Where the secret is: the setting, or a file in the data folder. */
export interface SecretPlace {
  secretKey: Buffer | null
  dataDir: string
}

/** Why the secret cannot be used, in a sentence for who starts the server. */
export class SecretError extends Error {}

/** 32 bytes in hexadecimal or base64; null for all else. */
export function parseSecret(text: string): Buffer | null {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (!/^[\w+/-]{43}=?$/.test(text)) return null
  return Buffer.from(text, 'base64')
}

/** As a setting and a file hold it. */
function writtenSecret(secret: Buffer): string {
  return secret.toString('base64')
}

export function newSecretKey(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** Null where there is none yet. */
export async function readSecret({ secretKey, dataDir }: SecretPlace): Promise<Buffer | null> {
  if (secretKey) return secretKey
  const file = join(dataDir, SECRET_FILE)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
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
  const isFirst = await putSecret(dataDir, made, link)
  const secret = isFirst ? made : await readSecret({ secretKey: null, dataDir })
  if (!secret) throw new SecretError(`${join(dataDir, SECRET_FILE)} went away while it was read.`)
  return secret
}

/** Puts another secret in the place of the one in the file. */
export async function replaceSecretFile(dataDir: string, secret: Buffer): Promise<void> {
  await putSecret(dataDir, secret, rename)
}

// Under its own name only once it is whole and on the disk: what is signed with it must not
// outlive it. Returns whether it was put there; `link` leaves one that is there already.
async function putSecret(
  dataDir: string,
  secret: Buffer,
  put: (from: string, to: string) => Promise<void>,
): Promise<boolean> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unfinished = join(dataDir, `${SECRET_FILE}.${randomUUID()}`)
  try {
    await using file = await open(unfinished, 'wx', 0o600)
    await file.write(`${writtenSecret(secret)}\n`)
    await file.sync()
    await put(unfinished, join(dataDir, SECRET_FILE))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(unfinished, { force: true })
    await syncFolder(dataDir)
  }
}
