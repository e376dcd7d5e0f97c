import type { z } from 'zod'
import { inLowerCase } from '../../contract/space-search.ts'
import type { SpaceSummaries } from '../../contract/space-summaries.ts'
import { MESSAGES, type Space, type SpacePage, type spacesQuery } from '../../contract/spaces.ts'
import { readMentions } from '../mentions/mentions.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import type { Actor, Services } from '../services.ts'
import * as cardQueries from './card-queries.ts'
import * as discoverQueries from './discover-queries.ts'
import { lastLines, presentRoom, presentSpace } from './present.ts'
import * as roomQueries from './room-queries.ts'

type Shown = Pick<Services, 'db' | 'images' | 'clock'>

/**
 * A page of all spaces, newest first; of a private one only who is in it gets more than the card.
 */
export async function findSpaces(
  actor: Actor,
  services: Shown,
  { page, limit, search, vibe }: z.output<typeof spacesQuery>,
): Promise<SpacePage> {
  const sought = { text: inLowerCase(search), vibe }
  const offset = (page - 1) * limit
  const [rows, count] = await Promise.all([
    discoverQueries.foundCards(services.db, actor.id, { ...sought, limit, offset }),
    discoverQueries.countFound(services.db, sought),
  ])
  return {
    spaces: rows.map((row) => presentSpace(actor, services, row)),
    page,
    totalPages: Math.ceil(count / limit),
  }
}

export async function readMySpaces(actor: Actor, services: Shown): Promise<Space[]> {
  const rows = await cardQueries.ownCards(services.db, actor.id)
  return rows.map((row) => presentSpace(actor, services, row))
}

export async function readRooms(
  actor: Actor,
  services: Pick<Services, 'db' | 'clock'>,
): Promise<SpaceSummaries> {
  const { db } = services
  const [rows, folded] = await Promise.all([
    roomQueries.ownRooms(db, { viewer: actor.id }),
    roomQueries.foldedMembers(db, actor.id),
  ])
  const names = await readMentions(db, actor.id, lastLines(rows))
  return { rooms: rows.map((row) => presentRoom(services, row, names)), folded: folded.map(String) }
}

/** One space. Refuses (404) one that is not there. Within a mutation `db` is its transaction. */
export async function readSpace(
  actor: Actor,
  services: Shown,
  spaceId: Id,
  db: Queryable = services.db,
): Promise<Space> {
  const row = await cardQueries.findCard(db, actor.id, spaceId)
  if (!row) throw new HttpError('not_found', MESSAGES.spaceMissing)
  return presentSpace(actor, services, row)
}
