import { MESSAGES } from '../../../contract/edits.ts'
import { HttpError } from './http-error.ts'

/** Refuses (409) an edit that began from another revision than the one there is. */
export function requireRevision(now: { revision: number }, began: number | undefined) {
  if (began !== undefined && began !== now.revision)
    throw new HttpError('conflict', MESSAGES.elsewhere)
}
