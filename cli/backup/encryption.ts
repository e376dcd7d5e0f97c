import { readFile } from 'node:fs/promises'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import { ArchiveError } from './archive.ts'
import { BackupError } from './manifest.ts'

// Archives that only the owner of an age key can read (https://age-encryption.org). The machine
// that makes them knows the public half alone.

type Bytes = AsyncIterable<Uint8Array>

export const AGE_MAGIC = 'age-encryption.org/v1\n'

/** Throws BackupError where the recipient is none. */
export function encryptTo(recipient: string): (bytes: Bytes) => Bytes {
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
  } catch {
    throw new BackupError(
      'The recipient must be the public key of an age identity: it begins with age1.',
    )
  }
  return async function* encrypted(bytes) {
    yield* bytesOf(await encrypter.encrypt(streamOf(bytes)))
  }
}

/** `identityFile`: as `age-keygen` writes it. Throws BackupError where it holds no identity. */
export async function decryptWith(identityFile: string): Promise<(bytes: Bytes) => Bytes> {
  const text = await readFile(identityFile, 'utf8').catch(() => {
    throw new BackupError(`There is no file ${identityFile} that can be read.`)
  })
  const decrypter = new Decrypter()
  const identities = text.split('\n').map((line) => line.trim())
  for (const identity of identities.filter((line) => line !== '' && !line.startsWith('#')))
    await addIdentity(decrypter, identity, identityFile)
  return (bytes) => decrypted(decrypter, bytes)
}

async function addIdentity(decrypter: Decrypter, identity: string, file: string) {
  try {
    await identityToRecipient(identity)
    decrypter.addIdentity(identity)
  } catch {
    throw new BackupError(
      `${file} holds no age identity that can be used: its line begins with AGE-SECRET-KEY-.`,
    )
  }
}

async function* decrypted(decrypter: Decrypter, bytes: Bytes): AsyncGenerator<Uint8Array> {
  try {
    yield* bytesOf(await decrypter.decrypt(streamOf(bytes)))
  } catch (error) {
    // Of the disk, not of the archive.
    if (error instanceof Error && 'code' in error) throw error
    if (error instanceof Error && error.message.startsWith('no identity matched'))
      throw new BackupError(
        'The backup was encrypted to another key: this identity does not open it.',
      )
    throw new ArchiveError('The archive is damaged or cut off.')
  }
}

// The streams of Node are those of the browser, which the library speaks of, under another type.
function streamOf(bytes: Bytes): ReadableStream<Uint8Array> {
  return NodeStream.from(bytes) as unknown as ReadableStream<Uint8Array>
}

function bytesOf(stream: ReadableStream<Uint8Array>): Bytes {
  return stream as unknown as NodeStream<Uint8Array>
}
