import { MESSAGES } from '../../contract/accounts.ts'
import { HttpError } from '../platform/http/http-error.ts'

/** The refusal (401) of who was a member until a moment ago. */
export function sessionEndedError() {
  return new HttpError('unauthorized', MESSAGES.sessionEnded)
}
