import { DAY_MS } from '../../contract/durations.ts'
import { DELETED_NAME } from '../../contract/mentions.ts'
import { REMOVAL_KEPT_DAYS, type RemovedKind, type UndoableKind } from '../../contract/removal.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import * as queries from './queries.ts'
import type { RemovalsTable } from './tables.ts'

// What administrators, and the admins of spaces, took away, for as long as it can be given back. A
// post stays where it was and is nobody's to see; all else is taken out of the tables that are
// read, and its rows are kept here.

export const REMOVAL_KEPT_MS = REMOVAL_KEPT_DAYS * DAY_MS

/** What was taken away, as its feature tells it. */
export interface Removed {
  memberId: Id
  text: string
  imageId: string | null
  imageAlt: string
  contents?: object
}

export type Removal = RemovalsTable

/** Keeps what an act took away, in the transaction that does it. */
export async function recordRemoval(
  trx: Queryable,
  act: { id: Id; kind: UndoableKind; thingId: Id; now: number; spaceId?: Id },
  { memberId, text, imageId, imageAlt, contents = {} }: Removed,
): Promise<void> {
  await queries.insertRemoval(trx, {
    ...{ act_id: act.id, space_id: act.spaceId ?? null, kind: act.kind, thing_id: act.thingId },
    member_id: memberId,
    ...{ text, image_id: imageId, image_alt: imageAlt },
    contents: JSON.stringify(contents),
    removed_at: act.now,
  })
}

/** With a space that of its admin, without it an administrator's. Undefined when undone or over. */
export function takeRemoval(
  trx: Queryable,
  actId: Id,
  space: queries.SpaceSeen | null = null,
): Promise<Removal | undefined> {
  return queries.deleteRemoval(trx, actId, space)
}

/** What its admins took away and the viewer, who runs it now, can give back, the latest first. */
export function readRemovalsOfSpace(db: Queryable, space: queries.SpaceSeen, limit: number) {
  return queries.removalsOfSpace(db, space, limit)
}

/** Some of what is kept long enough, kept no longer from here on. */
export function takeExpiredRemovals(
  trx: Queryable,
  now: number,
  limit: number,
): Promise<Removal[]> {
  return queries.deleteSomeBefore(trx, now - REMOVAL_KEPT_MS, limit)
}

export function takeRemovalsOfMember(
  trx: Queryable,
  memberId: Id,
  limit: number,
): Promise<Removal[]> {
  return queries.deleteSomeOf(trx, memberId, limit)
}

/** What a member deletes of their own cannot be given back. False when it is not there. */
export function deleteOwnRemoval(
  trx: Queryable,
  own: { kind: RemovedKind; thingId: Id; memberId: Id },
): Promise<boolean> {
  return queries.deleteOwn(trx, own)
}

/** A space is really deleted: what its admins took away goes with its messages. */
export function deleteRemovalsOfSpace(trx: Queryable, spaceId: Id): Promise<void> {
  return queries.deleteOfSpace(trx, spaceId)
}

/**
 * An account is deleted: what is kept of others' texts mentions it no more. Few are kept, so all at
 * once.
 */
export async function anonymizeMentionsInRemovals(trx: Queryable, memberId: Id): Promise<false> {
  await queries.replaceMentions(trx, `<@${memberId}>`, `@${DELETED_NAME}`)
  return false
}
