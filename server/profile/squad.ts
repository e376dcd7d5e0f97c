import type { Author } from '../../contract/author.ts'
import { MESSAGES, SQUAD_MAX } from '../../contract/profile.ts'
import { publishAccountChanged } from '../accounts/account-events.ts'
import { lockAccounts } from '../accounts/lock-account.ts'
import { presentAuthor } from '../accounts/present.ts'
import { sessionEndedError } from '../accounts/session-ended.ts'
import { squadChangedFor } from '../friends/friendship.ts'
import { collision } from '../platform/database/failures.ts'
import { mutate } from '../platform/database/mutate.ts'
import { invalid } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import type { Actor, Services } from '../services.ts'
import * as queries from './queries.ts'

type Dependencies = Pick<Services, 'db' | 'images'>

export function readOwnSquad(actor: Actor, services: Dependencies): Promise<Author[]> {
  return squadOf(actor, services, services.db, actor.id)
}

export async function squadOf(
  actor: Actor,
  { images }: Pick<Services, 'images'>,
  db: Queryable,
  memberId: Id,
): Promise<Author[]> {
  const rows = await queries.squadOf(db, actor.id, memberId)
  return rows.map((row) => presentAuthor(images, row.id, row))
}

/**
 * Makes these friends, in this order, the whole squad, but for those in it who are suspended: they
 * are not on the list that comes back. Refuses (400) anybody who is not a friend.
 */
export function setOwnSquad(actor: Actor, services: Services, friendIds: Id[]): Promise<Author[]> {
  // Who was met in a try before is held in the next: so each needs but a few.
  const members = new Set([actor.id, ...friendIds])
  return mutate(services, async (mutation) => {
    const { trx } = mutation
    for (const id of await queries.squadIdsOf(trx, actor.id)) members.add(id)
    const there = await lockAccounts(trx, [...members], 'no key update')
    if (!there.has(actor.id)) throw sessionEndedError()
    const friends = (await queries.friendsAmong(trx, actor.id, friendIds)).intersection(there)
    if (friendIds.some((id) => !friends.has(id))) throw invalid('squad', MESSAGES.squadNotFriend)
    const former = await queries.squadIdsOf(trx, actor.id)
    // Chosen on another device meanwhile: to hold them now could be in the way of who holds in
    // order.
    if (former.some((id) => !members.has(id))) {
      for (const id of former) members.add(id)
      throw collision()
    }
    const shown = new Set((await queries.squadOf(trx, actor.id, actor.id)).map(({ id }) => id))
    const hidden = there.difference(shown).intersection(new Set(former))
    const squad = withHidden(friendIds, former, hidden)
    await queries.deleteSquadPlacesBut(trx, actor.id, squad)
    await queries.upsertSquadPlaces(trx, actor.id, squad)
    const changed = new Set(squad).symmetricDifference(new Set(former))
    await squadChangedFor(mutation, [...changed])
    const leavers = former.filter((id) => !squad.includes(id))
    await services.hooks.squadLeft(mutation, actor.id, leavers)
    publishAccountChanged(mutation, actor.id)
    return squadOf(actor, services, trx, actor.id)
  })
}

/**
 * Who is hidden stays where they were. Of more than a squad holds the last of them give way: who
 * fills a place that they see as free means who they choose.
 */
function withHidden(chosen: Id[], former: Id[], hidden: Set<Id>): Id[] {
  const squad = [...chosen]
  for (const [place, id] of former.entries())
    if (hidden.has(id) && !chosen.includes(id) && squad.length < SQUAD_MAX)
      squad.splice(place, 0, id)
  return squad
}
