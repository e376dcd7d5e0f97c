import type { ErrorCode } from '../../contract/errors.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { ImageBusyError, type ImageRefusal, ImageRefusedError } from './image-errors.ts'

const CODES: Record<ImageRefusal, ErrorCode> = {
  'not-an-image': 'unsupported_media_type',
  'too-many-pixels': 'too_large',
  'too-large': 'too_large',
  damaged: 'bad_request',
}

/**
 * How an image that is not taken is answered; null for any other error. Apart from the errors
 * themselves, which the process that decodes throws. `field`: the one the file came in.
 */
export function imageHttpError(error: Error, field: string | undefined): HttpError | null {
  if (error instanceof ImageBusyError)
    return new HttpError('busy', error.message, { retryAfter: 5 })
  if (!(error instanceof ImageRefusedError)) return null
  const fields = field ? { fields: { [field]: error.message } } : {}
  return new HttpError(CODES[error.reason], error.message, fields)
}
