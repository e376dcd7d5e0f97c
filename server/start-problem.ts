import { resolve, sep } from 'node:path'
import type { Config } from './config.ts'
import { databaseFailure, POSTGRES_FULL } from './platform/database/failures.ts'
import { FOLDER_REASONS } from './platform/files/folder-problem.ts'
import { OperatorError } from './platform/operator-error.ts'

// What the one who starts the server can mend: a setting that makes no sense, or not here, and a
// database that is not as it should be. Only trying shows it of a port, an address and a folder.

interface SystemError extends Error {
  code: string
  syscall?: string
  path?: string
  hostname?: string
}

/** SQLite's own words for: it cannot be written here, and it cannot be opened here. */
const SQLITE_READONLY = 8
const SQLITE_CANTOPEN = 14

/** One line that names the setting; null for what is wrong with the server itself. */
export function startProblem(error: unknown, config: Config | null): string | null {
  if (error instanceof OperatorError) return error.message
  if (!config || !isSystemError(error)) return null
  return (
    listeningProblem(error, config) ??
    databaseProblem(error, config) ??
    folderProblem(error, config)
  )
}

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

function listeningProblem({ code, syscall, hostname }: SystemError, { port, host }: Config) {
  if (syscall === 'getaddrinfo' && hostname === host)
    return `HOST "${host}" is not known: no address is found for it.`
  // A process of several binds what one alone listens on.
  if (syscall !== 'listen' && syscall !== 'bind') return null
  switch (code) {
    case 'EADDRINUSE':
      return `PORT ${port} is taken by another program.`
    case 'EACCES':
      return `PORT ${port} is not allowed to this user: choose one from 1024 on.`
    case 'EADDRNOTAVAIL':
      return `HOST "${host}" is no address of this machine.`
    default:
      return `HOST "${host}" or PORT ${port} cannot be listened on (${code}).`
  }
}

function databaseProblem(error: SystemError, { dataDir, databaseUrl }: Config) {
  if (error.code === POSTGRES_FULL && databaseUrl !== null)
    return 'There is no room left on the disk of the database that DATABASE_URL names. Nothing is lost: make room and start again.'
  if (error.code !== 'ERR_SQLITE_ERROR') return null
  switch (databaseFailure(error)) {
    case 'full':
      return `DATA_DIR ${dataDir} cannot be used: there is no room left on its disk. Nothing is lost: make room and start again.`
    case 'damaged':
      return `The database in DATA_DIR ${dataDir} is damaged. Bring a backup back with "snug restore FILE"; what is there now is kept beside it.`
    case 'unreadable':
      // Whom the file belongs to says more of one that cannot be opened.
      if (isFileRefused(error)) return null
      return `DATA_DIR ${dataDir} cannot be used: its disk does not answer. Nothing is written until it does: look at the disk and start again.`
    default:
      return null
  }
}

function folderProblem(error: SystemError, { dataDir, databaseUrl }: Config) {
  if (error.path !== undefined) {
    const path = resolve(error.path)
    // Of those above it only what was to be made on the way to it.
    const isAbove = error.syscall === 'mkdir' && dataDir.startsWith(path + sep)
    if (path !== dataDir && !path.startsWith(dataDir + sep) && !isAbove) return null
    return `DATA_DIR ${dataDir} cannot be used: ${FOLDER_REASONS[error.code] ?? error.code}.`
  }
  if (databaseUrl !== null || !isFileRefused(error)) return null
  return `DATA_DIR ${dataDir} cannot be used: the database in it cannot be opened and written.`
}

function isFileRefused(error: SystemError) {
  if (!('errcode' in error) || typeof error.errcode !== 'number') return false
  // The lowest byte says the kind; what is above it, the case.
  return [SQLITE_READONLY, SQLITE_CANTOPEN].includes(error.errcode & 0xff)
}
