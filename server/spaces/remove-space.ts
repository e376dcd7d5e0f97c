import type { Id } from '../platform/ids.ts'
import type { Mutation, Services } from '../services.ts'
import { deleteLockedSpace } from './manage-space.ts'
import * as queries from './queries.ts'

interface RemovedSpace {
  name: string
  adminId: Id
  memberIds: Id[]
}

/**
 * Deletes anybody's space, for moderation, within the caller's mutation. Its messages, which nobody
 * can reach from then on, follow with `unfinishedSpaces`. Undefined when the space is gone.
 */
export async function removeSpace(
  services: Pick<Services, 'images'>,
  mutation: Mutation,
  spaceId: Id,
): Promise<RemovedSpace | undefined> {
  const space = await queries.lockSpace(mutation.trx, spaceId)
  if (!space) return undefined
  const memberIds = await queries.memberIds(mutation.trx, spaceId)
  await deleteLockedSpace(services, mutation, spaceId)
  return { name: space.name, adminId: space.admin_id, memberIds }
}
