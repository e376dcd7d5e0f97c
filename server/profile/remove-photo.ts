import { publishAccountChanged } from '../accounts/account-events.ts'
import type { Id } from '../platform/ids.ts'
import type { Mutation, Services } from '../services.ts'
import * as queries from './queries.ts'

/**
 * Takes a member's photo away, for moderation, within the caller's mutation; its files follow with
 * the next sweep of `images`. False when there is none.
 */
export async function removePhoto(
  { images, hooks }: Pick<Services, 'images' | 'hooks'>,
  mutation: Mutation,
  memberId: Id,
): Promise<boolean> {
  const { trx } = mutation
  const photoId = await queries.lockPhoto(trx, memberId)
  if (!photoId) return false
  await queries.updatePhoto(trx, memberId, null)
  await images.release(trx, [photoId])
  await hooks.authorChanged(mutation, memberId)
  publishAccountChanged(mutation, memberId)
  return true
}
