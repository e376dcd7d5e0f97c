import { isNotFound } from './api-error.ts'

/**
 * What the `catch` of a deletion does. Gone already, by another tab or an attempt whose answer was
 * lost: that is what was asked for.
 */
export function rethrowUnlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error
}
