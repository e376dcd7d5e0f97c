import type { Selectable } from 'kysely'
import type { Id } from '../platform/ids.ts'
import type { Removal, Removed } from '../removals/removals.ts'
import type { Mutation } from '../services.ts'
import { removeLockedSpace } from './manage-space.ts'
import * as queries from './queries.ts'
import * as removalQueries from './removed-space-queries.ts'
import { publishMemberJoined } from './space-events.ts'
import type { SpacesTable } from './tables.ts'

// A space that an administrator removed is taken out of its tables, so that nothing that reads them
// finds it. Its messages stay behind, where nobody can reach them, and its picture with its files.

interface RemovedSpace extends Removed {
  name: string
  memberIds: Id[]
}

interface Kept extends removalQueries.PeopleOfSpace {
  space: Selectable<SpacesTable>
}

/**
 * Takes anybody's space away, for moderation, within the caller's mutation. Undefined when it is
 * gone.
 */
export async function removeSpace(
  mutation: Mutation,
  spaceId: Id,
): Promise<RemovedSpace | undefined> {
  const { trx } = mutation
  const space = (await queries.lockSpace(trx, spaceId)) && (await removalQueries.read(trx, spaceId))
  if (!space) return undefined
  const people = await removalQueries.peopleOf(trx, spaceId)
  await removeLockedSpace(mutation, spaceId)
  const { name, description, art_image_id: imageId, art_title: imageAlt } = space
  const text = [name, description].filter((line) => line !== '').join('\n')
  const contents: Kept = { space, ...people }
  const removed = { memberId: space.admin_id, text, imageId, imageAlt, contents }
  return { ...removed, name, memberIds: people.members.map(({ user_id }) => user_id) }
}

/** With those of its members who are there; undefined when its admin is gone. */
export async function restoreSpace(
  mutation: Mutation,
  { contents }: Removal,
): Promise<{ name: string; memberIds: Id[] } | undefined> {
  const { trx } = mutation
  const { space, members, bans }: Kept = JSON.parse(contents)
  const ids = [...members, ...bans].map(({ user_id }) => user_id)
  const there = new Set(await removalQueries.lockThoseThere(trx, ids))
  if (!there.has(space.admin_id)) return undefined
  const isThere = ({ user_id }: { user_id: Id }) => there.has(user_id)
  const people = { members: members.filter(isThere), bans: bans.filter(isThere) }
  await removalQueries.restore(trx, { ...space, member_count: people.members.length }, people)
  const memberIds = people.members.map(({ user_id }) => user_id)
  for (const memberId of memberIds) publishMemberJoined(mutation, space.id, memberId)
  return { name: space.name, memberIds }
}
