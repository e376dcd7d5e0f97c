import { OperatorError } from '../server/platform/operator-error.ts'

/** Why a command cannot be done: one line for who typed it. */
export class CommandError extends OperatorError {}

export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.replace(/\s+/g, ' ').trim()
}
