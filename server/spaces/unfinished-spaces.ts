import {
  createSlicedWork,
  type SlicedWork,
  type SlicedWorkTools,
} from '../platform/concurrency/sliced-work.ts'
import { reclaimSpace } from '../platform/database/disk-space.ts'
import { mutate } from '../platform/database/mutate.ts'
import type { Services } from '../services.ts'
import * as queries from './queries.ts'

type Dependencies = Pick<Services, 'db' | 'bus' | 'images'>

/** What a deleted space leaves to be removed: its messages, which nobody can reach any more. */
export function createUnfinishedSpaces(services: Dependencies, tools: SlicedWorkTools): SlicedWork {
  return createSlicedWork({
    ...tools,
    name: 'finishSpaces',
    findUnfinished: () => queries.deletedSpaceIds(services.db),
    async work(spaceId, doSlices) {
      const isDone = await doSlices(() =>
        mutate(services, ({ trx }) => queries.deleteSomeMessagesIn(trx, spaceId)),
      )
      if (!isDone) return
      await queries.forgetDeletedSpace(services.db, spaceId)
      await services.images.sweepSoon()
      await reclaimSpace(services.db)
    },
  })
}
