import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { narrowTables } from '../platform/database/narrow-tables.ts'
import { backupFolderProblem } from '../platform/files/folder-problem.ts'
import { ifMissing } from '../platform/files/if-missing.ts'
import { newUuid } from '../platform/ids.ts'
import { findOrMakeState, type ServerStateTables } from '../platform/server-keys.ts'

// Names of archives say when they were made, not of whom. Two communities in one folder would each
// take the other's for their own: make none while there is one, and remove it in its turn. So the
// folder itself says whose it is.

const FILE = 'snug-community'

/**
 * In the database, so that it outlives what the secret and DATA_DIR do not: a restore, `snug keys
 * rotate`, a move to another machine or database. Machines that share one have the same.
 */
export async function communityId<S extends ServerStateTables>(db: Kysely<S>): Promise<string> {
  const state = narrowTables<ServerStateTables, S>(db)
  return findOrMakeState(state, { name: 'community', value: newUuid() })
}

/** Null where nobody has claimed it, as in a folder of a version that knew no owners. */
export async function ownerOf(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(ifMissing(null))
  return text === null ? null : text.trim()
}

/** Makes the folder where it is not there. Throws an error whose message is for the operator. */
export async function claimFolder(folder: string, community: string): Promise<void> {
  const owner = await makeOwner(folder, community).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error
    throw new Error(backupFolderProblem(folder, error), { cause: error })
  })
  if (owner === community) return
  const file = join(folder, FILE)
  if (!owner)
    throw new Error(
      `${file} is empty, so nobody knows whose backups are in there. Delete it if they are of this community.`,
    )
  throw new Error(
    `${folder} holds the backups of another community. Name another folder in BACKUP_DIR, or delete ${file} if they are of this one.`,
  )
}

/** Answers who it belongs to now: of two that claim it at once, one. */
async function makeOwner(folder: string, community: string): Promise<string | null> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, FILE)
  // Not made elsewhere and linked here: disks of a network and of other systems know no links.
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    return null
  })
  if (!file) return ownerOf(folder)
  try {
    await file.writeFile(`${community}\n`)
    await file.sync()
    return community
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}
