import { ApiError } from '../../platform/api-client.ts'

/** The server's own sentence, else the given one. */
export function saidByServer(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.message) || fallback
}
