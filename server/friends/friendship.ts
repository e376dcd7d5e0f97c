import { MESSAGES } from '../../contract/friends.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import * as queries from './queries.ts'

/** Ends a friendship of the actor's. Refuses (404) when the two are not friends. */
export async function removeFriend(actor: Actor, services: Services, memberId: Id): Promise<void> {
  await mutate(services, async (mutation) => {
    const areThere = await queries.lockVisiblePair(mutation.trx, actor.id, memberId)
    if (!areThere || !(await endFriendship(mutation, actor.id, memberId)))
      throw new HttpError('not_found', MESSAGES.notFriends)
    await services.hooks.relationshipChanged(mutation, actor.id, memberId)
  })
}

/** Makes two members friends, within the caller's mutation. False when they are already. */
export async function makeFriends(
  { clock }: Pick<Services, 'clock'>,
  mutation: Mutation,
  one: Id,
  other: Id,
): Promise<boolean> {
  if (!(await queries.insertFriendship(mutation.trx, one, other, clock()))) return false
  publishRelationshipChanged(mutation, one, other)
  return true
}

/** Ends a friendship, within the caller's mutation. False when there was none. */
export async function endFriendship(mutation: Mutation, one: Id, other: Id): Promise<boolean> {
  if (!(await queries.deleteFriendship(mutation.trx, one, other))) return false
  publishRelationshipChanged(mutation, one, other)
  return true
}

/** They came into a squad or left it: whose posts they see through friends is otherwise now. */
export async function squadChangedFor({ trx, publish }: Mutation, members: Id[]) {
  await queries.advanceFriendsVersions(trx, members)
  for (const memberId of members) publish({ kind: 'unread-changed', memberId })
}

/** What the two see of each other is another thing now, their unread notifications included. */
export function publishRelationshipChanged(mutation: Mutation, one: Id, other: Id) {
  publishFriendsChanged(mutation, one, other)
  for (const memberId of [one, other]) mutation.publish({ kind: 'unread-changed', memberId })
}

export function publishFriendsChanged(mutation: Mutation, one: Id, other: Id) {
  publishFriendsChangedTo(mutation, one, other)
  publishFriendsChangedTo(mutation, other, one)
}

export function publishFriendsChangedTo({ publish }: Mutation, to: Id, memberId: Id) {
  const event = { type: 'friends_changed', memberId: String(memberId) } as const
  publish({ kind: 'broadcast', topics: [`member:${to}`], event })
}
