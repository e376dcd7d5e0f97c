import type { UndoableKind } from '../../contract/removal.ts'
import { mutate } from '../platform/database/mutate.ts'
import type { Id } from '../platform/ids.ts'
import { deleteRemovedPost } from '../posts/deletion/post-deletion.ts'
import { type Removal, takeExpiredRemovals, takeRemovalsOfMember } from '../removals/removals.ts'
import type { Mutation, Services } from '../services.ts'
import { finishRemovedSpace } from '../spaces/manage-space.ts'
import { releaseImages } from '../spaces/messages/message-images.ts'

// What was taken away and not given back in time is really deleted.

const AT_ONCE = 20

type Tools = Pick<Services, 'images' | 'clock'>
type Finish = (services: Tools, mutation: Mutation, removal: Removal) => Promise<unknown>

const FINISH: Record<UndoableKind, Finish> = {
  post: (services, mutation, { thing_id }) => deleteRemovedPost(services, mutation, thing_id),
  // Nothing of it is left but what was kept to give it back.
  comment: async () => {},
  message: (services, { trx }, { thing_id }) => releaseImages(services, trx, [thing_id]),
  photo: releaseImage,
  profile: releaseImage,
  community: async () => {},
  space: (services, mutation, { thing_id }) => finishRemovedSpace(services, mutation, thing_id),
}

function releaseImage({ images }: Tools, { trx }: Mutation, { image_id }: Removal) {
  return images.release(trx, image_id ? [image_id] : [])
}

/** Deletes what is kept long enough; pictures and messages of spaces follow with their sweeps. */
export async function deleteOldRemovals(services: Services): Promise<void> {
  for (let some = AT_ONCE; some === AT_ONCE; )
    some = await mutate(services, async (mutation) => {
      const removals = await takeExpiredRemovals(mutation.trx, services.clock(), AT_ONCE)
      return finish(services, mutation, removals)
    })
}

/** An account is deleted: so is what was taken from it. True while there may be more. */
export async function finishSomeRemovals(
  services: Tools,
  mutation: Mutation,
  memberId: Id,
): Promise<boolean> {
  const removals = await takeRemovalsOfMember(mutation.trx, memberId, AT_ONCE)
  return (await finish(services, mutation, removals)) > 0
}

async function finish(services: Tools, mutation: Mutation, removals: Removal[]): Promise<number> {
  for (const removal of removals) await FINISH[removal.kind](services, mutation, removal)
  return removals.length
}
