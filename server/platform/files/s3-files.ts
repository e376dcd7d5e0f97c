import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Log } from '../log.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { FilesAwayError, parseFileKey } from './file-store.ts'

/** A bucket, and who we are there. */
export interface S3Config {
  /** Null: Amazon's own, by the region. */
  endpoint: string | null
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

// A member waits for each of these, tries included. A picture on its way may take long, as long
// as something of it comes.
const OPEN_WITHIN_MS = 3_000
const CHANGE_WITHIN_MS = 8_000
const CONNECT_WITHIN_MS = 1_500
const ANSWER_WITHIN_MS = 2_500
const SILENCE_MEANS_DEAD_MS = 5_000
const TRIES = 2
/** Half a community may scroll at once; what comes later waits in line. */
const CONNECTIONS = 200

/** Objects of a bucket. When it does not answer in time every call throws a FilesAwayError. */
export function createS3Files(config: S3Config, log: Log<'info' | 'warn'>): FileStore {
  const client = clientOf(config)
  const Bucket = config.bucket
  const answerOf = followAnswers(config, log)

  async function open(key: string): Promise<StoredFile | null> {
    if (!parseFileKey(key)) return null
    const command = new GetObjectCommand({ Bucket, Key: key })
    const found = await answerOf(within(OPEN_WITHIN_MS, (until) => client.send(command, until)))
    if (!found) return null
    const { Body, ContentLength } = found
    if (!(Body instanceof Readable) || ContentLength === undefined)
      throw new FilesAwayError('The answer has no body.')
    return { stream: endingWhenSilent(Body), size: ContentLength }
  }

  return {
    async put(key, bytes) {
      checkKey(key)
      const object = { Bucket, Key: key, Body: bytes, ContentLength: bytes.length }
      const command = new PutObjectCommand({ ...object, ContentType: typeOf(key) })
      const isKept = await answerOf(
        within(CHANGE_WITHIN_MS, (until) => client.send(command, until)),
      )
      if (!isKept) throw new FilesAwayError('There is nothing at this address.')
    },
    open,
    async readInto(key, _held, take) {
      const file = await open(key)
      if (!file) return false
      try {
        await take(file.stream)
      } finally {
        file.stream.destroy()
      }
      return true
    },
    async remove(keys) {
      keys.forEach(checkKey)
      const commands = keys.map((key) => new DeleteObjectCommand({ Bucket, Key: key }))
      await Promise.all(
        commands.map((command) =>
          answerOf(within(CHANGE_WITHIN_MS, (until) => client.send(command, until))),
        ),
      )
    },
  }
}

/** Gives the answers of a bucket; null where it has no such file. Throws FilesAwayError. */
function followAnswers({ endpoint, bucket }: S3Config, log: Log<'info' | 'warn'>) {
  const host = endpoint ? ` at ${new URL(endpoint).host}` : ''
  const where = `the bucket ${bucket}${host}`
  let isAway = false

  /** Says it once when the bucket goes and once when it comes back. */
  return async <Answer>(call: Promise<Answer>): Promise<Answer | null> => {
    try {
      const answer = await call
      if (isAway) log.info({}, `${where} is back`)
      isAway = false
      return answer
    } catch (error) {
      if (isNotThere(error)) return null
      if (!isAway)
        log.warn(
          {},
          `${where} is away (${reasonOf(error)}): until it is back, pictures are neither kept nor shown`,
        )
      isAway = true
      throw new FilesAwayError(error)
    }
  }
}

export function clientOf({ endpoint, region, accessKeyId, secretAccessKey }: S3Config): S3Client {
  return new S3Client({
    // Every S3 understands a bucket in the path; in the host name it needs a certificate of its
    // own.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    region,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: TRIES,
    // Many an S3 that is not Amazon's does not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      requestTimeout: ANSWER_WITHIN_MS,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
  })
}

/** Ends a call after its time. Once it is answered the signal no longer cuts what is being read. */
export async function within<Answer>(
  ms: number,
  call: (until: { abortSignal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms)
  return call({ abortSignal: controller.signal }).finally(() => clearTimeout(timer))
}

/** A picture that stops coming ends its request, so that nobody waits for the rest forever. */
function endingWhenSilent(source: Readable): Readable {
  const shown = Readable.from(chunksOf(source), { objectMode: false })
  shown.once('close', () => source.destroy())
  return shown
}

// The time runs only while we wait: who takes slowly what is there is not cut.
async function* chunksOf(source: Readable) {
  const chunks = source[Symbol.asyncIterator]()
  for (;;) {
    const end = () => source.destroy(new FilesAwayError('The picture stopped coming.'))
    const timer = setTimeout(end, SILENCE_MEANS_DEAD_MS)
    const { done, value } = await chunks.next().finally(() => clearTimeout(timer))
    if (done) return
    yield value
  }
}

function reasonOf(error: unknown): string {
  const isCut = error instanceof Error && error.name === 'AbortError'
  return isCut ? 'it does not answer in time' : String(error)
}

/** A bucket that is not there is no missing picture, but a wrong setting. */
function isNotThere(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false
  return error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket'
}

function checkKey(key: string) {
  if (!parseFileKey(key)) throw new TypeError('This is not the key of a stored file.')
}

function typeOf(key: string): string {
  return key.endsWith('.webp') ? 'image/webp' : 'application/octet-stream'
}
