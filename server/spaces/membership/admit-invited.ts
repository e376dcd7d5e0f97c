import type { Mutation, Newcomer, Services } from '../../services.ts'
import * as queries from '../queries.ts'
import { admitMember } from './membership.ts'

/**
 * Lets a newcomer into the space their invitation leads to: a public one, or a private one whose
 * admin made the invitation. One that is full or no longer there is passed over, since it must keep
 * nobody from becoming a member.
 */
export async function admitInvited(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  { memberId, inviterId, spaceId }: Newcomer,
): Promise<void> {
  if (spaceId === null) return
  const space = await queries.lockSpace(mutation.trx, spaceId)
  if (!space || space.member_count >= space.max_members) return
  if (space.is_private === 1 && space.admin_id !== inviterId) return
  await admitMember(services, mutation, space, memberId)
}
