import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { HttpError, invalid, validationError } from './http-error.ts'

export interface FormDescription<Fields extends z.ZodType> {
  fields: Fields
  file: { name: string; maxBytes: number }
  says: { tooLarge: string; tooMany: string }
}

/** Room for the longest text in any script; what is longer is refused by the field's own rule. */
const FIELD_MAX_BYTES = 64 * 1024
const FIELDS_MAX = 20
/** What is sent beyond the file's limit is read and thrown away up to here, so the answer arrives. */
const DRAINED_MAX_BYTES = 64 * 1024 * 1024

/**
 * Reads a multipart form with at most one file, held in memory. Refuses fields by their schema
 * (400), another or a second file (400), a file that is too large (413), and a body that is no
 * form (415).
 */
export async function readForm<Fields extends z.ZodType>(
  request: FastifyRequest,
  { fields, file, says }: FormDescription<Fields>,
): Promise<{ fields: z.output<Fields>; file: Buffer | null }> {
  fileFields.set(request, file.name)
  if (!request.isMultipart())
    throw new HttpError('unsupported_media_type', 'This has to be sent as a form.')
  const values: Record<string, unknown> = {}
  const files: ReceivedFile[] = []
  const limits = { fieldSize: FIELD_MAX_BYTES, fields: FIELDS_MAX, fileSize: DRAINED_MAX_BYTES }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') values[part.fieldname] = part.value
    else await receive(part, file, files)
  }
  const parsed = fields.safeParse(values)
  if (!parsed.success) throw validationError(parsed.error.issues)
  if (files.some(({ name }) => name !== file.name) || files.length > 1)
    throw invalid(file.name, says.tooMany)
  const [received] = files
  if (received && received.bytes === null)
    throw new HttpError('too_large', says.tooLarge, { fields: { [file.name]: says.tooLarge } })
  return { fields: parsed.data, file: received?.bytes ?? null }
}

const fileFields = new WeakMap<FastifyRequest, string>()

/** The field for a file in the form this request was read as. */
export function fileFieldOf(request: FastifyRequest): string | undefined {
  return fileFields.get(request)
}

interface ReceivedFile {
  name: string
  /** Null: more than is taken. */
  bytes: Buffer | null
}

async function receive(
  part: MultipartFile,
  { maxBytes }: { maxBytes: number },
  files: ReceivedFile[],
) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of part.file) {
    size += chunk.length
    if (size <= maxBytes) chunks.push(chunk)
    else chunks.length = 0
  }
  // A form without a chosen file sends an empty one without a name.
  if (size === 0 && !part.filename) return
  files.push({ name: part.fieldname, bytes: size > maxBytes ? null : Buffer.concat(chunks) })
}
