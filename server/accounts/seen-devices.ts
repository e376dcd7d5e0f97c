import { DAY_MS } from '../../contract/durations.ts'
import type { Id } from '../platform/ids.ts'
import { networkKey } from '../platform/limits.ts'
import type { Queryable } from '../schema.ts'
import type { Services } from '../services.ts'
import type { ClientInfo } from './client-info.ts'
import * as queries from './seen-device-queries.ts'
import { userAgentName } from './user-agent-name.ts'

// A member is told by mail when somebody signs in from a browser and a network that were not seen
// for a while. Kept is a keyed hash of the two, which tells nobody where a member has been.

const REMEMBERED_MS = 90 * DAY_MS
/** What is remembered is not written anew more often while a session goes on. */
const RENEWED_MS = DAY_MS

/**
 * Remembers from where a member signed in, and queues the mail when that is new; answers whether it
 * did. Nothing is mailed at their first sign-in. That the device is marked as theirs is no reason
 * to say nothing: it may be stolen, with the password saved on it. Of who stayed away for longer
 * than that nothing is remembered either: they are told.
 */
export async function recordDevice(
  trx: Queryable,
  { clock, seenDeviceHash, outbox }: Pick<Services, 'clock' | 'seenDeviceHash' | 'outbox'>,
  member: { id: Id; verified_at: number | null },
  client: ClientInfo,
): Promise<boolean> {
  const agent = userAgentName(client.userAgent)
  const network = networkKey(client.ip)
  const deviceHash = seenDeviceHash(member.id, agent, network)
  const after = clock() - REMEMBERED_MS
  const { isSeen, isAny } = await queries.findSeenDevice(trx, member.id, deviceHash, after)
  await queries.upsertSeenDevice(trx, member.id, deviceHash, clock())
  const isFirst = !isAny && (member.verified_at ?? clock()) > after
  if (isSeen || isFirst) return false
  await outbox.queue(trx, 'new-sign-in', { userId: member.id, agent, network, at: clock() })
  return true
}

/**
 * A session goes on from there: whoever signed in there before is not new at their next sign-in.
 * Nothing is added, or whoever took the session over would be known.
 */
export async function renewDevice(
  { db, clock, seenDeviceHash }: Pick<Services, 'db' | 'clock' | 'seenDeviceHash'>,
  userId: Id,
  { agent, network }: { agent: string; network: string },
): Promise<void> {
  const now = clock()
  const deviceHash = seenDeviceHash(userId, agent, network)
  await queries.renewSeenDevice(
    db,
    { userId, deviceHash },
    { now, after: now - REMEMBERED_MS, before: now - RENEWED_MS },
  )
}

export async function deleteOldDevices(db: Queryable, now: number): Promise<void> {
  await queries.deleteSeenDevices(db, now - REMEMBERED_MS)
}
