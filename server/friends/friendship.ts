import { SAYS } from '../../contract/friends.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { change } from '../platform/realtime/change.ts'
import type { Actor, Changing, Services } from '../services.ts'
import * as queries from './queries.ts'

/** Ends a friendship of the actor's. Refuses (404) when the two are not friends. */
export async function removeFriend(
  actor: Actor,
  services: Services,
  memberId: string,
): Promise<void> {
  await change(services, async (changing) => {
    const areThere = await queries.holdMembers(changing.trx, actor.id, memberId)
    if (!areThere || !(await endFriendship(services, changing, actor.id, memberId)))
      throw new Refusal('not_found', SAYS.notFriends)
  })
}

/** Makes two members friends, within the caller's change. False when they are already. */
export async function makeFriends(
  { clock, friendshipMade }: Pick<Services, 'clock' | 'friendshipMade'>,
  changing: Changing,
  one: string,
  other: string,
): Promise<boolean> {
  if (!(await queries.insertFriendship(changing.trx, one, other, clock()))) return false
  for (const learn of friendshipMade) await learn(changing.trx, one, other)
  announceFriendsChanged(changing, one, other)
  return true
}

/** Ends a friendship, within the caller's change. False when there was none. */
export async function endFriendship(
  { friendshipEnded }: Pick<Services, 'friendshipEnded'>,
  changing: Changing,
  one: string,
  other: string,
): Promise<boolean> {
  if (!(await queries.deleteFriendship(changing.trx, one, other))) return false
  for (const learn of friendshipEnded) await learn(changing.trx, one, other)
  announceFriendsChanged(changing, one, other)
  return true
}

/** Each of the two hears that something between them is not as it was. */
export function announceFriendsChanged(changing: Changing, one: string, other: string) {
  tellFriendsChanged(changing, one, other)
  tellFriendsChanged(changing, other, one)
}

/** One of the two hears it, in all their tabs. */
export function tellFriendsChanged({ announce }: Changing, to: string, memberId: string) {
  const event = { type: 'friends_changed', memberId } as const
  announce({ kind: 'event', topics: [`member:${to}`], event })
}
