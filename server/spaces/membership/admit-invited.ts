import { leadsInto } from '../../accounts/registration/invites.ts'
import type { Mutation, Newcomer, Services } from '../../services.ts'
import * as queries from '../queries.ts'
import { inviteAndNotify } from './invite-friends.ts'
import { admitMember } from './membership.ts'

/**
 * Lets a newcomer into the space their invitation leads to: a public one that who invited them is
 * in, or a private one that they run. Where it does not let them in any more, or is full, they are
 * invited to it as friends are, as long as who invited them is in it. It must keep nobody from
 * becoming a member.
 */
export async function admitInvited(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  { memberId, inviterId, spaceId }: Newcomer,
): Promise<void> {
  if (spaceId === null || inviterId === null) return
  const { trx } = mutation
  const space = await queries.lockSpace(trx, spaceId)
  if (!space) return
  if (space.member_count < space.max_members && (await leadsInto(trx, inviterId, spaceId)))
    await admitMember(services, mutation, space, memberId)
  else if (await queries.isMember(trx, { spaceId, userId: inviterId }))
    await inviteAndNotify(services, mutation, space, inviterId, [memberId])
}
