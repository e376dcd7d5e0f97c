import {
  DatabaseAwayError,
  DatabaseUnfitError,
  databaseFailure,
} from '../../server/platform/database/failures.ts'
import { setUpReason } from '../../server/platform/database/postgres/postgres-requirements.ts'
import { CommandError, reasonOf } from '../command-error.ts'
import { MoveError } from './tables.ts'

/** In one sentence, without the password of the address, why a move ended; and what helps. */
export function explainFailure(error: unknown, url: string, hasBegun: boolean): unknown {
  if (error instanceof MoveError || error instanceof DatabaseUnfitError)
    return new CommandError(error.message)
  if (error instanceof CommandError || isSqliteError(error)) return error
  const again = hasBegun ? ' Run the same command again: it goes on where it stopped.' : ''
  const { host } = new URL(url)
  if (error instanceof DatabaseAwayError)
    return new CommandError(
      hasBegun ? `The database at ${host} went away.${again}` : unreachableReason(error, url),
    )
  if (databaseFailure(error) === 'full')
    return new CommandError(`There is no room left on the disk of the database.${again}`)
  const reason = setUpReason(error, url) ?? reasonOf(error)
  return new CommandError(`The database at ${host} cannot be used: ${reason}.${again}`)
}

function unreachableReason({ code }: DatabaseAwayError, url: string): string {
  const { host, hostname } = new URL(url)
  const isUnknown = code === 'ENOTFOUND' || code === 'EAI_AGAIN'
  return isUnknown ? `There is no host "${hostname}".` : `Nothing answers at ${host}.`
}

function isSqliteError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
}
