import {
  IMPORT_EVERY_MS,
  type ImportStatus,
  KNOWN_FRIENDS_MAX,
  MESSAGES,
} from '../../../contract/import.ts'
import { sessionEndedError } from '../../accounts/session-ended.ts'
import { failedImportLimit } from '../../call-limits.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { HttpError, invalid } from '../../platform/http/http-error.ts'
import type { UploadedFile } from '../../platform/http/uploads.ts'
import { type Id, newId, newUuid } from '../../platform/ids.ts'
import { isoTimestamp } from '../../platform/timestamps.ts'
import type { Queryable } from '../../schema.ts'
import type { Actor, Services } from '../../services.ts'
import * as queries from '../queries.ts'
import type { ImportProblem } from '../tables.ts'
import * as importQueries from './import-queries.ts'

// What a member made on another Snug, read from the archive they have of it into their account
// here, while that is empty. The archive comes in pieces, so that a line that breaks loses little,
// and is read after the answer (`import-job.ts`). As long as a month it can all be taken back.

/** Pictures are kept again, in sizes of their own. */
const ROOM_PER_BYTE = 2

export interface Piece {
  bytes: number
  /** How many bytes of it came before. */
  offset: number
  file: UploadedFile | undefined
}

/**
 * Keeps a piece of an archive; the last one has it read. The first one begins, and refuses an
 * account with posts (409), a second archive on a day or one after ten that failed (429), and one
 * for which there is no room (507).
 */
export async function receivePiece(
  actor: Actor,
  services: Services,
  { bytes, offset, file }: Piece,
): Promise<ImportStatus> {
  const { db, clock, imports, importJobs } = services
  if (!file || offset + file.size > bytes) throw invalid('piece', MESSAGES.pieceMissing)
  if (offset === 0) await beginImport(actor, services, bytes)
  const row = await importQueries.latestImport(db, actor.id, clock())
  if (row?.state !== 'receiving' || row.bytes !== bytes || !imports.has(row.file_id))
    throw new HttpError('conflict', MESSAGES.pieceMissing)
  // Else it came before, and its answer was lost.
  if (Number(row.received) === offset) {
    const added = await imports.write(row, offset, file)
    if (!added) throw new HttpError('conflict', MESSAGES.pieceMissing)
    const to = offset + file.size
    const parts = [...(JSON.parse(row.parts) as number[]), ...added]
    const received = { from: offset, to, parts, isAll: to === bytes, now: clock() }
    const isNew = await importQueries.addReceived(db, row.file_id, received)
    if (!isNew) await imports.removeParts(row, added)
    if (received.isAll) void importJobs.finish(actor.id)
  }
  return readImport(actor, services)
}

async function beginImport(actor: Actor, services: Services, bytes: number) {
  const { db, clock, imports } = services
  await requireFewFailed(services, actor.id)
  const needed = ROOM_PER_BYTE * bytes + (await importQueries.expectedBytes(db))
  if (!(await imports.hasRoom(needed))) throw new HttpError('storage_full', MESSAGES.noRoom)
  const fileId = newUuid()
  await imports.create(fileId)
  await mutate(services, async ({ trx }) => {
    const now = clock()
    if (!(await queries.lockMember(trx, actor.id))) throw sessionEndedError()
    requireFree(await importQueries.latestImport(trx, actor.id, now), now)
    if ((await queries.countOwn(trx, actor.id)).posts > 0)
      throw new HttpError('conflict', MESSAGES.notEmpty)
    await importQueries.endImportsOf(trx, actor.id)
    const row = { id: newId(), user_id: actor.id, file_id: fileId, bytes }
    await importQueries.insertImport(trx, { ...row, now })
  }).catch(async (error: unknown) => {
    await imports.remove({ file_id: fileId, part_count: 0 })
    throw error
  })
  await imports.removeEnded()
}

/** What broke on its way is not counted: only what was read and is no archive. */
async function requireFewFailed({ limits }: Services, memberId: Id) {
  const limit = failedImportLimit(limits)
  try {
    await limit.take(memberId)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { retryAfter = 0 } = error
    throw new HttpError('too_many_requests', MESSAGES.tooManyFailed, { retryAfter })
  }
  await limit.giveBack(memberId)
}

/** One that is on its way is begun anew. */
function requireFree(latest: importQueries.ImportRow | undefined, now: number) {
  if (latest?.state === 'reading' || latest?.state === 'taking back')
    throw new HttpError('conflict', MESSAGES.underWay)
  const nextAt = mayReadNextAt(latest)
  if (nextAt > now)
    throw new HttpError('too_many_requests', MESSAGES.oncePerDay, {
      retryAfter: Math.ceil((nextAt - now) / 1_000),
    })
}

function mayReadNextAt(latest: importQueries.ImportRow | undefined): number {
  // What failed is no reading, also once what came of it was taken back.
  if (!latest || latest.problem !== null) return 0
  return latest.state === 'read' || latest.state === 'taken back'
    ? latest.begun_at + IMPORT_EVERY_MS
    : 0
}

/** Stops what is under way and takes back what was read; nothing where there is nothing. */
export async function takeBackImport(actor: Actor, services: Services): Promise<ImportStatus> {
  const { imports, importJobs, clock } = services
  const row = await mutate(services, async ({ trx }) => {
    const now = clock()
    const row = await importQueries.lockLatest(trx, actor.id, now)
    if (!row || row.state === 'taking back' || row.state === 'taken back') return undefined
    if (row.state === 'receiving') await importQueries.endImportsOf(trx, actor.id)
    else
      await importQueries.updateImport(trx, row.id, {
        state: 'taking back',
        changed_at: now,
        delete_after: null,
        try_id: null,
        held_until: 0,
        tries: 0,
      })
    return row
  })
  if (row?.state === 'receiving') await imports.removeEnded()
  else if (row) await importJobs.finishSoon(actor.id)
  return readImport(actor, services)
}

export async function readImport(
  actor: Actor,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<ImportStatus> {
  const now = clock()
  const row = await importQueries.latestImport(db, actor.id, now)
  const nextAt = mayReadNextAt(row)
  if (!row) return NOTHING
  const canTakeBack = row.delete_after !== null && row.posts_read > 0 && row.state !== 'taken back'
  return {
    state: row.state,
    problem: row.state === 'failed' && row.problem ? SENTENCES[row.problem] : null,
    bytes: Number(row.bytes),
    received: Number(row.received),
    from:
      row.from_server === null
        ? null
        : { server: row.from_server, username: row.from_username ?? '' },
    posts: row.posts,
    postsRead: row.posts_read,
    postsNotRead: row.place - row.posts_read,
    imagesNotRead: row.images_not_read,
    friends: row.state === 'read' ? namesOf(row) : [],
    undoUntil: canTakeBack ? isoTimestamp(Number(row.delete_after)) : null,
    nextAt: nextAt > now ? isoTimestamp(nextAt) : null,
  }
}

/** An account is deleted: what it sent goes with the next look for those that ended. */
export async function endImports(trx: Queryable, memberId: Id): Promise<false> {
  await importQueries.endImportsOf(trx, memberId)
  return false
}

const NOTHING: ImportStatus = {
  state: 'none',
  problem: null,
  bytes: 0,
  received: 0,
  from: null,
  posts: null,
  postsRead: 0,
  postsNotRead: 0,
  imagesNotRead: 0,
  friends: [],
  undoUntil: null,
  nextAt: null,
}

const SENTENCES: Record<ImportProblem, string> = {
  'not an archive': MESSAGES.notAnArchive,
  newer: MESSAGES.newer,
  broken: MESSAGES.broken,
  locked: MESSAGES.locked,
  names: MESSAGES.names,
  'too many files': MESSAGES.tooManyFiles,
  'too much': MESSAGES.tooMuch,
  'no room': MESSAGES.noRoom,
  failed: MESSAGES.failed,
}

function namesOf({ friends }: importQueries.ImportRow): string[] {
  return (JSON.parse(friends) as string[]).slice(0, KNOWN_FRIENDS_MAX)
}
