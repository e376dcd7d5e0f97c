import { expressionBuilder, sql } from 'kysely'
import { SPACE_VIBES, type SpaceVibe } from '../../contract/spaces.ts'
import { rowCount } from '../platform/database/row-counts.ts'
import type { Schema } from '../schema.ts'
import { blockedWith, deletedMembers, hiddenMembers, type Viewer } from './hidden-members.ts'

// How many there are of what somebody sees, without looking at each: of all that are counted, those
// are taken away that are not to be seen, of whom there are few.

export function visibleMemberCount(viewer: Viewer) {
  const unseen = expressionBuilder<Schema, never>()
    .selectFrom('users as unseen')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('unseen.verified_at', 'is not', null)
    .where('unseen.id', 'in', unseenMembers(viewer))
  return sql<number>`${rowCount('members')} - ${unseen}`
}

/** How many `visibleSpaces` finds, of one vibe or of all. */
export function visibleSpaceCount(vibe: SpaceVibe | '') {
  const unseen = expressionBuilder<Schema, never>()
    .selectFrom('spaces as unseen')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('unseen.admin_id', 'in', deletedMembers())
    .$if(vibe !== '', (query) => query.where('unseen.vibe', '=', vibe as SpaceVibe))
  const vibes = vibe === '' ? SPACE_VIBES : [vibe]
  return sql<number>`${rowCount(...vibes.map((one) => `spaces ${one}`))} - ${unseen}`
}

/** The members whom this viewer does not see. Some may be in it twice. */
export function unseenMembers(viewer: Viewer) {
  return hiddenMembers().unionAll(blockedWith(viewer))
}
