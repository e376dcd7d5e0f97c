import { FOREIGN_VERSIONS, type ForeignVersion, isAdditive } from './migrate.ts'
import { findSnapshot, snapshotFile } from './snapshot.ts'

/** Where the community's data lies: in PostgreSQL, or else in a file of the data folder. */
export interface DatabasePlace {
  databaseUrl: string | null
  dataDir: string
}

// What an update says of the way back to the version of before: ahead of it, and to who went back.

/** Null where nothing will be changed, or where there is nothing yet to go back to. */
export function updateAhead(
  { made, pending }: { made: string[]; pending: string[] },
  { databaseUrl, dataDir }: DatabasePlace,
): string | null {
  const [first] = pending
  if (first === undefined || made.length === 0) return null
  const changes = `This version changes the database: ${pending.join(', ')}.`
  const oneWay = pending.filter((name) => !isAdditive(name))
  if (oneWay.length === 0) return `${changes} The version of before can serve it afterwards, too.`
  const back =
    databaseUrl === null
      ? `the copy of before, which is kept for a week as ${snapshotFile(dataDir, first)}, or a backup from before`
      : 'a backup from before'
  return `${changes} There is no way back from ${oneWay.join(', ')} for the version of before but ${back}.`
}

/** Why this version does not serve the database, and what helps. */
export async function explainForeignVersion(
  { made, known, foreign }: { made: string[]; known: string[]; foreign: ForeignVersion },
  { databaseUrl, dataDir }: DatabasePlace,
): Promise<string> {
  const found = FOREIGN_VERSIONS[foreign]
  if (foreign === 'prerelease') return found
  const unknown = made.filter((name) => !known.includes(name))
  const snapshot = databaseUrl === null ? await findSnapshot(dataDir) : null
  const copy =
    snapshot && unknown.includes(snapshot.migration)
      ? `delete snug.db, snug.db-wal and snug.db-shm in ${dataDir} and rename ${snapshot.path} to snug.db, or `
      : ''
  return `${found} It made ${unknown.join(', ')}, which this version does not know. To stay with this version, without what was written since then: ${copy}bring a backup from before that back with "snug restore FILE"${databaseUrl === null ? '' : ' into an empty database'}.`
}
