import { ARCHIVE_DAYS } from '../../../contract/archive.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { notify } from '../../notifications/notify.ts'
import { Mutex } from '../../platform/concurrency/mutex.ts'
import {
  createSlicedWork,
  type DoSlices,
  type SlicedWork,
  type SlicedWorkTools,
} from '../../platform/concurrency/sliced-work.ts'
import { CommitUnknownError, databaseFailure } from '../../platform/database/failures.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { FilesAwayError } from '../../platform/files/file-store.ts'
import { FREE_BYTES_KEPT } from '../../platform/files/free-disk-space.ts'
import { type Id, newUuid } from '../../platform/ids.ts'
import type { Services } from '../../services.ts'
import * as queries from '../queries.ts'
import type { ArchiveProblem } from '../tables.ts'
import { doSlice, StoppedError, TRIES_MAX } from '../tries.ts'
import { writeArchive } from './write-archive.ts'

// Archives are made beside what is served: one at a time, as long a pause after each read as it
// took. A row says that one is to be made until it is, so that a process that ends in the midst of
// it loses only what it had written.

type Dependencies = Pick<
  Services,
  'db' | 'bus' | 'clock' | 'images' | 'outbox' | 'archives' | 'community' | 'publicUrl'
>

/** Renewed with each file; a process that says nothing for so long is gone. */
const HELD_MS = 2 * 60_000
/**
 * What one takes at most in nearly all cases: the largest width of a picture, a post with its page.
 */
const IMAGE_BYTES = 300 * 1024
const POST_BYTES = 2 * 1024

/** Archives that were asked for and are not made yet, by their owners. */
export function createArchiveJobs(services: Dependencies, tools: SlicedWorkTools): SlicedWork {
  const turn = new Mutex()
  return createSlicedWork({
    ...tools,
    name: 'makeArchives',
    findUnfinished: () => queries.ownersOfUnfinished(services.db, services.clock()),
    work: (memberId, doSlices) => turn.run(() => makeArchive(services, memberId, doSlices)),
  })
}

async function makeArchive(services: Dependencies, memberId: Id, doSlices: DoSlices) {
  // While it waited for its turn the server may have stopped.
  if (!(await doSlices(async () => false))) return
  const fileId = newUuid()
  const begun = await beginTry(services, memberId, fileId)
  if (!begun) return
  const { archives, db } = services
  // While their bucket is away it waits, however long: a minute without it is no try that failed.
  const wait = (kept: Pick<queries.ArchiveRow, 'file_id' | 'part_count'>) =>
    queries.updateHeld(db, fileId, { ...kept, held_until: 0, tries: begun.tries })
  try {
    if (begun.file_id) await archives.remove(begun.file_id, begun.part_count)
  } catch (error) {
    // Still the way to what is to be removed.
    await wait({ file_id: begun.file_id, part_count: begun.part_count })
    throw error
  }
  // Where each try ended with its process, the archive may be what ends it.
  if (begun.tries >= TRIES_MAX) return fail(services, begun, fileId, 'failed')
  let parts = 0
  try {
    if (!(await hasRoom(services, memberId))) return await fail(services, begun, fileId, 'no room')
    const bytes = await writeParts(services, { memberId, fileId, doSlices }, (part) => {
      parts = part
    })
    await finish(services, begun, fileId, bytes)
  } catch (error) {
    // It may be made; where it is not, the next try removes its files.
    if (error instanceof CommitUnknownError) throw error
    if (error instanceof FilesAwayError) {
      await wait({ file_id: fileId, part_count: parts })
      throw error
    }
    await archives.remove(fileId, parts)
    if (error instanceof StoppedError) {
      await queries.updateHeld(db, fileId, { held_until: 0, tries: begun.tries })
      return
    }
    if (databaseFailure(error) === 'full') await fail(services, begun, fileId, 'no room')
    else if (begun.tries + 1 >= TRIES_MAX) await fail(services, begun, fileId, 'failed')
    throw error
  }
}

/** What is to be made, as it was before this try; undefined where somebody makes it already. */
function beginTry(services: Dependencies, memberId: Id, fileId: string) {
  return mutate(services, async ({ trx }) => {
    const now = services.clock()
    const row = await queries.lockUnfinishedOf(trx, memberId, now)
    if (row) await queries.beginTry(trx, row.id, fileId, now + HELD_MS)
    return row
  })
}

/** Whether what a member made here fits beside what else is served. */
export async function hasRoom(
  { db, archives }: Pick<Dependencies, 'db' | 'archives'>,
  memberId: Id,
): Promise<boolean> {
  const { posts, images } = await queries.countOwn(db, memberId)
  const needed = FREE_BYTES_KEPT + images * IMAGE_BYTES + posts * POST_BYTES
  return (await archives.freeBytes()) >= needed
}

interface Try {
  memberId: Id
  fileId: string
  doSlices: DoSlices
}

async function writeParts(
  services: Dependencies,
  { memberId, fileId, doSlices }: Try,
  onPart: (part: number) => void,
): Promise<number> {
  const { db, clock, archives, community, publicUrl } = services
  async function hold(part_count: number) {
    const held = { part_count, held_until: clock() + HELD_MS }
    if (!(await queries.updateHeld(db, fileId, held))) throw new StoppedError()
    onPart(part_count)
  }
  const read = <Result>(query: () => Promise<Result>) => doSlice(doSlices, query)
  const { name } = await community.read()
  const writer = archives.writer(fileId, hold)
  const source = { services, memberId, now: clock(), read }
  const { writeZip } = await import('./zip.ts')
  await writeZip(
    (chunk) => writer.write(chunk),
    (add) => writeArchive(source, { name, url: publicUrl }, add),
  )
  return writer.end()
}

async function finish(
  services: Dependencies,
  { id, user_id: memberId }: queries.ArchiveRow,
  fileId: string,
  bytes: number,
) {
  await mutate(services, async (mutation) => {
    const { trx } = mutation
    const now = services.clock()
    const made = { made_at: now, bytes, delete_after: now + ARCHIVE_DAYS * DAY_MS }
    if (!(await queries.updateHeld(trx, fileId, made))) throw new StoppedError()
    await queries.endFormerArchives(trx, { id, userId: memberId })
    await notify(services, mutation, { kind: 'archive_ready', to: memberId, senderId: null })
    await services.outbox.queue(trx, 'archive-ready', { userId: memberId })
  })
  services.outbox.wake()
}

/** Told as long as the owner has not asked for another. */
async function fail(
  services: Dependencies,
  { user_id: to }: queries.ArchiveRow,
  fileId: string,
  problem: ArchiveProblem,
) {
  await mutate(services, async (mutation) => {
    const delete_after = services.clock() + ARCHIVE_DAYS * DAY_MS
    const isOurs = await queries.updateHeld(mutation.trx, fileId, { problem, delete_after })
    if (isOurs) await notify(services, mutation, { kind: 'archive_failed', to, senderId: null })
  })
}
