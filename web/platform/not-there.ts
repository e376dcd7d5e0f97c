import { ApiError, isNotFound } from './api-error.ts'

/**
 * What the `catch` of a deletion does. Gone already, by another tab or an attempt whose answer was
 * lost: that is what was asked for.
 */
export function rethrowUnlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error
}

/** What an address leads to is not there, or it never was one: asking again would not help. */
export function leadsNowhere(error: unknown): boolean {
  return isNotFound(error) || (error instanceof ApiError && error.status === 400)
}
