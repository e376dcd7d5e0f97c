import {
  createSlicedWork,
  type SlicedWork,
  type SlicedWorkTools,
} from '../platform/concurrency/sliced-work.ts'
import { mutate } from '../platform/database/mutate.ts'
import { reclaimSpace } from '../platform/database/vacuum.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import type { Services } from '../services.ts'
import { releaseImages } from './messages/message-images.ts'
import * as queries from './queries.ts'

type Dependencies = Pick<Services, 'db' | 'bus' | 'images'>

/** What a deleted space leaves to be removed: its messages, which nobody can reach any more. */
export function createSpaceJobs(services: Dependencies, tools: SlicedWorkTools): SlicedWork {
  return createSlicedWork({
    ...tools,
    name: 'finishSpaces',
    findUnfinished: () => queries.deletedSpaceIds(services.db),
    async work(spaceId, doSlices) {
      const isDone = await doSlices(() =>
        mutate(services, ({ trx }) => deleteSomeMessagesOf(services, trx, spaceId)),
      )
      if (!isDone) return
      await queries.deleteDeletedSpaceRow(services.db, spaceId)
      await services.images.sweepSoon()
      await reclaimSpace(services.db)
    },
  })
}

/**
 * Some of the messages of a space with their pictures, then of their words. True while there may be
 * more.
 */
export async function deleteSomeMessagesOf(
  services: Pick<Services, 'images'>,
  trx: Queryable,
  spaceId: Id,
): Promise<boolean> {
  const ids = await queries.someMessageIdsIn(trx, spaceId)
  if (ids.length === 0) return queries.deleteSomeWordsIn(trx, spaceId)
  await releaseImages(services, trx, ids)
  await queries.deleteMessages(trx, ids)
  return true
}
