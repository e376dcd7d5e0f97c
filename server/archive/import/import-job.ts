import { DAY_MS } from '../../../contract/durations.ts'
import { IMPORT_UNDO_DAYS } from '../../../contract/import.ts'
import { publishAccountChanged } from '../../accounts/account-events.ts'
import { failedImportLimit } from '../../call-limits.ts'
import { notify } from '../../notifications/notify.ts'
import { Mutex } from '../../platform/concurrency/mutex.ts'
import {
  createSlicedWork,
  type DoSlices,
  type SlicedWork,
  type SlicedWorkTools,
} from '../../platform/concurrency/sliced-work.ts'
import { databaseFailure } from '../../platform/database/failures.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { FilesAwayError } from '../../platform/files/file-store.ts'
import { type Id, newUuid } from '../../platform/ids.ts'
import {
  deleteSomeImportedPosts,
  type ImportedPost,
  insertImportedPost,
} from '../../posts/import/imported-posts.ts'
import type { Services as AllServices } from '../../services.ts'
import { findOwner } from '../content-queries.ts'
import { lockMember } from '../queries.ts'
import type { ImportProblem } from '../tables.ts'
import { doSlice, StoppedError, TRIES_MAX } from '../tries.ts'
import { takeCard } from './import-card.ts'
import { readChoices, takeChoices } from './import-choices.ts'
import { countPosts, type ReadPost, readFriends, readPosts, readProfile } from './import-content.ts'
import { saveImages } from './import-images.ts'
import * as importQueries from './import-queries.ts'
import { ImportRefusedError } from './import-refused.ts'
import type { ImportZip } from './import-zip.ts'

// Archives that were sent are read beside what is served, one at a time. Each transaction writes
// some posts and how far it came, so that a process that ends in the midst of it loses a few posts
// at most, which the next one reads again, and none is there twice.

type Services = Pick<
  AllServices,
  'db' | 'bus' | 'clock' | 'images' | 'hooks' | 'imports' | 'limits'
>

/** Renewed with each few posts; a process that says nothing for so long is gone. */
const HELD_MS = 5 * 60_000
const POSTS_AT_ONCE = 20
/** Those among them that cannot be kept take next to nothing. */
const LINES_AT_ONCE = 1_000
const IMAGES_AT_ONCE = 12

/** Archives that were sent and are not read yet, or are to be taken back, by their owners. */
export function createImportJobs(services: Services, tools: SlicedWorkTools): SlicedWork {
  const turn = new Mutex()
  return createSlicedWork({
    ...tools,
    name: 'readImports',
    async findUnfinished() {
      const rows = await importQueries.unfinishedImports(services.db, services.clock())
      // A file is on the machine where it was received.
      const here = rows.filter(
        ({ state, file_id }) => state === 'taking back' || services.imports.has(file_id),
      )
      return here.map(({ user_id }) => user_id)
    },
    work: (memberId, doSlices) => turn.run(() => finishImport(services, memberId, doSlices)),
  })
}

/** So long a sent archive waits for a machine with room for it. */
const ROOM_WITHIN_MS = DAY_MS

interface Try {
  memberId: Id
  tryId: string
  row: importQueries.ImportRow
  doSlices: DoSlices
}

async function finishImport(services: Services, memberId: Id, doSlices: DoSlices): Promise<void> {
  // While it waited for its turn the server may have stopped.
  if (!(await doSlices(async () => false))) return
  const tryId = newUuid()
  const row = await beginTry(services, memberId, tryId)
  if (!row) return
  const held = { memberId, tryId, row, doSlices }
  try {
    if (row.state === 'taking back') await takeBack(services, held)
    // Where each try ended with its process, the archive may be what ends it.
    else if (row.tries >= TRIES_MAX) await fail(services, held, 'failed')
    else await readArchive(services, held)
  } catch (error) {
    if (error instanceof StoppedError) {
      const former = { held_until: 0, tries: row.tries }
      const isOurs = await importQueries.updateHeld(services.db, tryId, former)
      // It may be wanted no more, and what was read of it is to be taken back.
      return isOurs ? undefined : finishImport(services, memberId, doSlices)
    }
    if (error instanceof ImportRefusedError) return fail(services, held, error.problem)
    // It waits for its bucket, however long: a minute without it is no try that failed.
    const isAway = error instanceof FilesAwayError
    if (isAway)
      await importQueries.updateHeld(services.db, tryId, { held_until: 0, tries: row.tries })
    else if (databaseFailure(error) === 'full') await fail(services, held, 'no room')
    else if (row.tries + 1 >= TRIES_MAX) await fail(services, held, 'failed')
    else await importQueries.updateHeld(services.db, tryId, { held_until: 0 })
    throw error
  }
}

/** What is to be done, as it was before this try; undefined where somebody does it already. */
function beginTry(services: Services, memberId: Id, tryId: string) {
  return mutate(services, async ({ trx }) => {
    const now = services.clock()
    const row = await importQueries.lockUnfinished(trx, memberId, now)
    const held = { try_id: tryId, held_until: now + HELD_MS, tries: (row?.tries ?? 0) + 1 }
    if (row) await importQueries.updateImport(trx, row.id, held)
    return row
  })
}

async function readArchive(services: Services, held: Try) {
  const { imports } = services
  const bytes = imports.bytesToOpen(held.row)
  if (bytes > 0 && !(await imports.hasRoom(bytes))) {
    if (services.clock() - held.row.changed_at > ROOM_WITHIN_MS)
      throw new ImportRefusedError('no room')
    // There was room where it began: that machine, or one with as much, takes it when it looks.
    throw new StoppedError()
  }
  const file = await imports.open(held.row, async () => {
    const until = { held_until: services.clock() + HELD_MS }
    const isOurs = await importQueries.updateHeld(services.db, held.tryId, until)
    if (!isOurs || !(await held.doSlices(async () => false))) throw new StoppedError()
  })
  // What reads zips is loaded with the first import.
  const { openImportZip } = await import('./import-zip.ts')
  const zip = await openImportZip(file)
  try {
    const profile = await readProfile(zip)
    if (held.row.posts === null) await beginReading(services, held, zip, profile)
    await readAllPosts(services, held, zip, profile.from.name)
  } finally {
    zip.close()
  }
  await mutate(services, async (mutation) => {
    const { trx } = mutation
    const row = await importQueries.lockHeld(trx, held.tryId)
    if (!row) throw new StoppedError()
    await importQueries.updateImport(trx, row.id, { ...endNow(services), state: 'read' })
    const params = { posts: row.posts_read, notRead: row.place - row.posts_read }
    const told = { kind: 'import_done' as const, params, to: held.memberId, senderId: null }
    await notify(services, mutation, told)
    publishAccountChanged(mutation, held.memberId)
  })
  await imports.remove(held.row)
}

/** Nothing is written before all of it was looked at once. */
async function beginReading(
  services: Services,
  { memberId, tryId }: Try,
  zip: ImportZip,
  profile: Awaited<ReturnType<typeof readProfile>>,
) {
  const posts = await countPosts(zip)
  const friends = JSON.stringify(await readFriends(zip))
  const owner = await findOwner(services.db, memberId)
  if (!owner) throw new StoppedError()
  await takeCard(services, owner, zip, profile)
  await takeChoices(services, memberId, await readChoices(zip, owner))
  const { name: from_server } = profile.from
  const found = { posts, friends, from_server, from_username: profile.username }
  if (!(await importQueries.updateHeld(services.db, tryId, found))) throw new StoppedError()
}

async function readAllPosts(services: Services, held: Try, zip: ImportZip, from: string) {
  const { place } = held.row
  let batch: (ReadPost | null)[] = []
  let [posts, images] = [0, 0]
  for await (const post of readPosts(zip, { from, now: services.clock(), place })) {
    batch.push(post)
    if (post) posts++
    images += post?.images.length ?? 0
    const isFull = posts >= POSTS_AT_ONCE || images >= IMAGES_AT_ONCE
    if (!isFull && batch.length < LINES_AT_ONCE) continue
    await writePosts(services, held, zip, batch)
    batch = []
    posts = 0
    images = 0
  }
  if (batch.length > 0) await writePosts(services, held, zip, batch)
}

async function writePosts(
  services: Services,
  { memberId, tryId, doSlices }: Try,
  zip: ImportZip,
  batch: (ReadPost | null)[],
) {
  // How much a picture takes here is not known before it is kept.
  if (!(await services.imports.hasRoom())) throw new ImportRefusedError('no room')
  const posts: ImportedPost[] = []
  let imagesNotRead = 0
  for (const post of batch) {
    if (!post) continue
    const images = await saveImages(services, memberId, zip, post)
    imagesNotRead += post.images.length - images.length
    posts.push({ ...post, images })
  }
  await doSlice(doSlices, () =>
    mutate(services, async (mutation) => {
      const { trx } = mutation
      if (!(await lockMember(trx, memberId))) throw new StoppedError()
      const row = await importQueries.lockHeld(trx, tryId)
      if (!row) throw new StoppedError()
      const now = services.clock()
      let read = 0
      for (const post of posts)
        if (await insertImportedPost(services, mutation, memberId, post)) read++
      await importQueries.updateImport(trx, row.id, {
        ...{ place: row.place + batch.length, posts_read: row.posts_read + read },
        images_not_read: row.images_not_read + imagesNotRead,
        ...{ held_until: now + HELD_MS, changed_at: now, tries: 0 },
      })
    }),
  )
}

async function takeBack(services: Services, { memberId, tryId, row, doSlices }: Try) {
  const { imports, images, clock } = services
  await imports.remove(row)
  const isDone = await doSlices(() =>
    mutate(services, async (mutation) => {
      const held = { held_until: clock() + HELD_MS, tries: 0 }
      if (!(await importQueries.updateHeld(mutation.trx, tryId, held))) throw new StoppedError()
      return deleteSomeImportedPosts(services, mutation, memberId)
    }),
  )
  if (!isDone) throw new StoppedError()
  const taken = { state: 'taken back' as const, friends: '[]', posts_read: 0, place: 0 }
  await mutate(services, async (mutation) => {
    await importQueries.updateHeld(mutation.trx, tryId, { ...endNow(services), ...taken })
    // How many posts they have is part of their record.
    publishAccountChanged(mutation, memberId)
  })
  await images.sweepSoon()
}

async function fail(services: Services, { memberId, tryId, row }: Try, problem: ImportProblem) {
  // Its window may be full already, which is for the next one that is sent.
  if (problem !== 'no room')
    await failedImportLimit(services.limits)
      .take(memberId)
      .catch(() => {})
  await mutate(services, async (mutation) => {
    const failed = { ...endNow(services), state: 'failed' as const, problem }
    if (!(await importQueries.updateHeld(mutation.trx, tryId, failed))) return
    const told = { kind: 'import_failed' as const, to: memberId, senderId: null }
    await notify(services, mutation, told)
  })
  await services.imports.remove(row)
}

function endNow({ clock }: Services) {
  const now = clock()
  return { changed_at: now, held_until: 0, delete_after: now + IMPORT_UNDO_DAYS * DAY_MS }
}
