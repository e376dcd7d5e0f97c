import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Id } from '../ids.ts'
import { HttpError, invalid, validationError } from './http-error.ts'
import type { UploadedFile, Uploads } from './uploads.ts'

// Forms with a file, or a few of them. What cannot be right is refused as soon as it is seen, at
// the header of a part that is one too many, and what follows is thrown away unread.

interface FileMessages {
  tooLarge: string
  tooMany: string
}

export interface FormDescription<Fields extends z.ZodType> {
  fields: Fields
  file: { name: string; maxBytes: number }
  /** Under this name several may come, with one under the other name so many together. */
  files?: { name: string; max: number; maxTotalBytes: number; messages: FileMessages }
  messages: FileMessages
}

/** Whose form it is, and how many files they may bring: asked before a byte of one is read. */
export interface FormSender {
  memberId: Id
  limit: { take(key: Id): Promise<unknown> }
}

export interface ReceivedForm<Fields> {
  fields: Fields
  files: UploadedFile[]
}

/** Room for the longest text in any script; what is longer is refused by the field's own rule. */
const FIELD_MAX_BYTES = 64 * 1024
const FIELDS_MAX = 20
/** Of all fields of a form: they are in memory until it is over. */
const FIELDS_MAX_CHARS = 256 * 1024
const FIELD_NAME_MAX_BYTES = 100
const PART_HEADER_MAX_BYTES = 4 * 1024
/** A body of which nothing comes for so long is given up. */
const SILENT_MAX_MS = 20_000
/** What a refused sender still sends is thrown away up to here, so that the answer arrives. */
const DRAINED_MAX_BYTES = 64 * 1024 * 1024
const DRAINED_MAX_MS = 30_000

const BROKEN = 'The form could not be read. Please try again.'
const STALLED = 'Nothing more of this arrived. Please try again.'

/** Leaves the bodies of forms to the routes that read one. */
export function registerForms(app: FastifyInstance) {
  app.addContentTypeParser('multipart/form-data', (request, _payload, done) => {
    // What no route reads goes unread.
    if (!request.routeOptions.config.operation?.form) drain(request.raw)
    done(null)
  })
}

/**
 * Reads a multipart form and removes its files once `use` is through. Refuses a body that is no
 * form (415), a broken one, one that stalls, and fields that are not right (400), another file or
 * one too many (400), a file that is too large, or all together (413).
 */
export async function withForm<Fields extends z.ZodType, Result>(
  request: FastifyRequest,
  uploads: Uploads,
  sender: FormSender,
  description: FormDescription<Fields>,
  use: (form: ReceivedForm<z.output<Fields>>) => Promise<Result>,
): Promise<Result> {
  fileFields.set(request, description.file.name)
  const endForm = beginForm(request, uploads, sender)
  let endFiles: (() => void) | undefined
  async function beforeFile() {
    endFiles ??= uploads.beginFiles(sender.memberId)
    await sender.limit.take(sender.memberId)
  }
  let files: UploadedFile[] = []
  try {
    const received = await receive(request, uploads, beforeFile, description)
    files = received.files
    const parsed = description.fields.safeParse(received.values)
    if (!parsed.success) throw validationError(parsed.error.issues)
    return await use({ fields: parsed.data, files })
  } finally {
    endForm()
    endFiles?.()
    for (const file of files) await uploads.remove(file)
  }
}

function beginForm({ raw }: FastifyRequest, uploads: Uploads, { memberId }: FormSender) {
  try {
    return uploads.beginForm(memberId)
  } catch (error) {
    drain(raw)
    throw error
  }
}

const fileFields = new WeakMap<FastifyRequest, string>()

export function fileFieldOf(request: FastifyRequest): string | undefined {
  return fileFields.get(request)
}

type Values = Record<string, string>

async function receive<Fields extends z.ZodType>(
  request: FastifyRequest,
  uploads: Uploads,
  beforeFile: () => Promise<void>,
  description: FormDescription<Fields>,
): Promise<{ values: Values; files: UploadedFile[] }> {
  const { raw } = request
  const { file: wanted, messages } = description
  const parser = parserOf(request, description)
  const values: Values = Object.create(null)
  const { promise: refused, reject: refuse } = Promise.withResolvers<never>()
  refused.catch(() => {})
  const counted = fileCounter(description)
  let incoming: BusboyFileStream | undefined
  const receiving: Promise<UploadedFile | null>[] = []

  collectFields(parser, values, () => refuse(broken()))
  parser.on('file', (name, stream, filename) => {
    // What the disk said is told below, once nothing of the file is left there.
    stream.on('error', (error) => {
      if (!('syscall' in error)) refuse(broken())
    })
    stream.on('limit', () => refuse(tooLarge(wanted.name, messages.tooLarge)))
    incoming = stream
    // A form without a chosen file sends an empty one without a name.
    const isChosen = filename !== undefined && filename !== ''
    const tooMany = counted.begin(name, isChosen)
    if (tooMany) return refuse(invalid(wanted.name, tooMany))
    if (!isChosen) return stream.on('data', () => refuse(broken()))
    const file = receiveFile(stream, { uploads, beforeFile })
    receiving.push(file)
    file.then((received) => counted.end(received?.size ?? 0)).catch(refuse)
  })
  parser.on('filesLimit', () => refuse(invalid(wanted.name, messages.tooMany)))
  for (const event of ['fieldsLimit', 'partsLimit'] as const)
    parser.on(event, () => refuse(broken()))
  const finished = finishOf(parser, raw)
  finished.catch(refuse)
  const stopWatching = refuseWhenSilent(raw, () => refuse(new HttpError('bad_request', STALLED)))
  raw.pipe(parser)
  try {
    await Promise.race([finished, refused])
    const received = await Promise.race([Promise.all(receiving), refused])
    // What the last file made of all together is known a moment after the file is.
    counted.end(0)
    return { values, files: received.filter((file) => file !== null) }
  } catch (error) {
    raw.unpipe(parser)
    parser.destroy()
    // The parser leaves its file open, and what waits for more of it would wait for ever.
    incoming?.destroy(broken())
    drain(raw)
    for (const file of receiving)
      void file.then((received) => received && uploads.remove(received)).catch(() => {})
    throw error
  } finally {
    stopWatching()
  }
}

function collectFields(parser: BusboyInstance, values: Values, refuse: () => void) {
  let chars = 0
  // A value that was cut is still longer than any field may be, and refused by its own rule.
  parser.on('field', (name, value) => {
    chars += value.length
    if (chars > FIELDS_MAX_CHARS) return refuse()
    values[name] = value
  })
}

/** Says what is too many, and throws where files are too large together. */
function fileCounter<Fields extends z.ZodType>({ file, files, messages }: FormDescription<Fields>) {
  const counts = new Map<string, number>()
  let total = 0
  return {
    begin(name: string, isChosen: boolean): string | undefined {
      if (name !== file.name && name !== files?.name) return messages.tooMany
      if (!isChosen) return undefined
      counts.set(name, (counts.get(name) ?? 0) + 1)
      if ((counts.get(file.name) ?? 0) > 1) return messages.tooMany
      const all = counts.values().reduce((sum, count) => sum + count, 0)
      return files && all > files.max ? files.messages.tooMany : undefined
    },
    end(size: number) {
      total += size
      if (files && total > files.maxTotalBytes) throw tooLarge(file.name, files.messages.tooLarge)
    },
  }
}

function parserOf<Fields extends z.ZodType>(
  { headers, raw }: FastifyRequest,
  { file, files }: FormDescription<Fields>,
): BusboyInstance {
  // One more may come empty, under the other name.
  const filesMax = files ? files.max + 1 : 1
  const type = headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b/i.test(type))
    throw new HttpError('unsupported_media_type', 'This has to be sent as a form.')
  if (Number(headers['content-length'] ?? 0) > DRAINED_MAX_BYTES) {
    drain(raw)
    throw new HttpError('too_large', 'This is too large to be sent.')
  }
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': type },
      limits: {
        fieldNameSize: FIELD_NAME_MAX_BYTES,
        fieldSize: FIELD_MAX_BYTES,
        fields: FIELDS_MAX,
        files: filesMax,
        parts: FIELDS_MAX + filesMax,
        fileSize: file.maxBytes,
        headerPairs: 10,
        headerSize: PART_HEADER_MAX_BYTES,
      },
    })
  } catch {
    drain(raw)
    throw broken()
  }
}

async function receiveFile(
  stream: BusboyFileStream,
  { uploads, beforeFile }: { uploads: Uploads; beforeFile: () => Promise<void> },
): Promise<UploadedFile | null> {
  await beforeFile()
  return uploads.receive(stream)
}

/** Resolves once the whole form was parsed; rejects one that ends in the middle. */
function finishOf(parser: BusboyInstance, raw: IncomingMessage): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  parser.once('finish', resolve)
  parser.once('error', () => reject(broken()))
  raw.once('aborted', () => reject(broken()))
  raw.once('error', () => reject(broken()))
  return promise
}

function refuseWhenSilent(raw: IncomingMessage, refuse: () => void): () => void {
  const timer = setTimeout(refuse, SILENT_MAX_MS)
  const onData = () => timer.refresh()
  raw.on('data', onData)
  return () => {
    clearTimeout(timer)
    raw.off('data', onData)
  }
}

/** Throws away the rest of a body; of a sender who goes on and on, the connection too. */
function drain(raw: IncomingMessage) {
  if (raw.readableEnded || raw.destroyed) return
  const giveUp = () => raw.destroy()
  const timer = setTimeout(giveUp, DRAINED_MAX_MS).unref()
  let left = DRAINED_MAX_BYTES
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) giveUp()
  })
  raw.once('close', () => clearTimeout(timer))
  raw.once('end', () => clearTimeout(timer))
  raw.resume()
}

function broken(): HttpError {
  return new HttpError('bad_request', BROKEN)
}

function tooLarge(field: string, sentence: string): HttpError {
  return new HttpError('too_large', sentence, { fields: { [field]: sentence } })
}
