import { notify } from '../notifications/notify.ts'
import type { Mutation, Newcomer, Services } from '../services.ts'
import { publishFriendsChanged } from './friendship.ts'
import * as queries from './queries.ts'

/** Who invited a newcomer asks to be friends, where the two may know of each other. */
export async function welcomeInvited(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  { memberId, inviterId }: Newcomer,
): Promise<void> {
  const { trx } = mutation
  if (inviterId === null || !(await queries.lockVisiblePair(trx, inviterId, memberId))) return
  const request = { senderId: inviterId, recipientId: memberId, now: services.clock() }
  if ((await queries.insertRequest(trx, request)) === undefined) return
  await notify(services, mutation, { to: memberId, kind: 'friend_request', senderId: inviterId })
  await notify(services, mutation, { to: inviterId, kind: 'invite_used', senderId: memberId })
  publishFriendsChanged(mutation, inviterId, memberId)
}
