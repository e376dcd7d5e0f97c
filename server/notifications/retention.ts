import { DAY_MS } from '../../contract/durations.ts'
import { iterateMembers } from '../accounts/iterate-members.ts'
import { mutate } from '../platform/database/mutate.ts'
import type { Id } from '../platform/ids.ts'
import type { Mutation, Services } from '../services.ts'
import * as queries from './retention-queries.ts'

// What was read long ago is deleted, and all that is about a deleted account. Whoever had it unread
// is told their new count.

/** Of a deleted account, what it did and what it was told. True while there may be more. */
export async function deleteSomeNotificationsOf(
  { trx, publish }: Mutation,
  deletedId: Id,
): Promise<boolean> {
  const deleted = await queries.deleteSomeWith(trx, deletedId, DELETED_AT_ONCE)
  for (const memberId of deleted.membersWithUnread) publish({ kind: 'unread-changed', memberId })
  return deleted.count > 0
}

const READ_KEPT_MS = 90 * DAY_MS
/** Who did not read it for so long will not. */
const KEPT_MS = 365 * DAY_MS
const KEPT_PER_MEMBER = 1_000
/** With full lists some milliseconds of the embedded database: each notification is looked at. */
const MEMBERS_AT_ONCE = 5
const DELETED_AT_ONCE = 200

/** Deletes what was read long ago and what is far down the list, a little at a time. */
export async function trimNotifications(services: Pick<Services, 'db' | 'bus' | 'clock'>) {
  const { db, clock } = services
  for await (const members of iterateMembers(db, MEMBERS_AT_ONCE)) {
    await deleteRead(services, members, clock() - READ_KEPT_MS)
    await deleteForgotten(services, members, clock() - KEPT_MS)
    for (const member of await queries.membersWithMoreThan(db, members, KEPT_PER_MEMBER))
      await deleteBelow(services, member)
  }
}

async function deleteRead({ db }: Pick<Services, 'db'>, members: Id[], before: number) {
  for (;;) {
    const ids = await queries.findReadBefore(db, members, before, DELETED_AT_ONCE)
    if (ids.length > 0) await queries.deleteNotifications(db, ids)
    if (ids.length < DELETED_AT_ONCE) return
  }
}

async function deleteForgotten(
  services: Pick<Services, 'db' | 'bus'>,
  members: Id[],
  before: number,
) {
  for (;;) {
    const rows = await queries.findBefore(services.db, members, before, DELETED_AT_ONCE)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0)
      await mutate(services, async ({ trx, publish }) => {
        await queries.deleteNotifications(trx, ids)
        for (const memberId of new Set(rows.map(({ user_id }) => user_id)))
          publish({ kind: 'unread-changed', memberId })
      })
    if (ids.length < DELETED_AT_ONCE) return
  }
}

async function deleteBelow(
  services: Pick<Services, 'db' | 'bus'>,
  { id: memberId, oldest_kept: floor }: { id: Id; oldest_kept: Id },
) {
  for (;;) {
    const ids = await queries.findNotificationsBelow(services.db, memberId, floor, DELETED_AT_ONCE)
    if (ids.length > 0)
      await mutate(services, async ({ trx, publish }) => {
        await queries.deleteNotifications(trx, ids)
        publish({ kind: 'unread-changed', memberId })
      })
    if (ids.length < DELETED_AT_ONCE) return
  }
}
