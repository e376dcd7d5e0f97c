import type { Expression, SqlBool } from 'kysely'
import type { z } from 'zod'
import type { DiscoveredPerson, discoverQuery } from '../../contract/friends.ts'
import { searchWords } from '../../contract/search.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import type { Actor, Services } from '../services.ts'
import { findPeople } from './friend-list-queries.ts'
import { presentDiscovered } from './present.ts'
import * as queries from './search-queries.ts'
import { TIERS } from './search-queries.ts'

const SEARCH_RESULTS_MAX = 20
/** Of a longer search the first words decide. */
export const SEARCH_WORDS_MAX = 8

/**
 * A page of all other members, newest first. With `q`, those whose username or bio has every word
 * of it at the beginning of one of its own: first whose username begins so, by username, then who
 * has it further on in the username, then by their bios.
 */
export async function discoverMembers(
  actor: Actor,
  services: Services,
  { page, limit, q }: z.output<typeof discoverQuery>,
): Promise<DiscoveredPerson[]> {
  const offset = (page - 1) * limit
  if (q === '') {
    const ids = await queries.newestMembers(services.db, actor.id, { limit, offset })
    return presentPeople(actor, services, ids)
  }
  const found = await findMembers(actor, services, q, Object.values(TIERS), offset + limit)
  return presentPeople(actor, services, found.slice(offset))
}

/** The first members whose username has every word of `q` at the beginning of one of its own. */
export async function searchMembers(
  actor: Actor,
  services: Services,
  q: string,
): Promise<DiscoveredPerson[]> {
  const tiers = [TIERS.username, TIERS.withinUsername]
  const found = await findMembers(actor, services, q, tiers, SEARCH_RESULTS_MAX)
  return presentPeople(actor, services, found)
}

/**
 * Ids of all whom the words find, as in Discover but whoever looks: for administrators, who see
 * everybody. Of the rows of `users` that `among` says.
 */
export async function findAnybody(
  db: Queryable,
  q: string,
  among: Expression<SqlBool>,
): Promise<Id[]> {
  const words = await wordsSought(db, q)
  if (!words) return []
  const tiers = Object.values(TIERS)
  const found: Id[] = []
  for (const tier of tiers)
    found.push(...(await queries.findAnybodyByWords(db, { tier, tiers, ...words, among })))
  return found
}

async function findMembers(
  actor: Actor,
  { db }: Services,
  q: string,
  tiers: number[],
  limit: number,
): Promise<Id[]> {
  const words = await wordsSought(db, q)
  if (!words) return []
  const found: Id[] = []
  for (const tier of tiers) {
    if (found.length >= limit) break
    const wanted = { viewerId: actor.id, tier, tiers, ...words, limit: limit - found.length }
    found.push(...(await queries.findByWords(db, wanted)))
  }
  return found
}

/**
 * Fewer members are looked at when the rarest word is gone through and the others only asked for.
 */
async function wordsSought(db: Queryable, q: string) {
  const words = searchWords(q).slice(0, SEARCH_WORDS_MAX)
  const [word, ...others] = await rarestFirst(db, words)
  return word === undefined ? null : { word, others }
}

async function rarestFirst(db: Queryable, words: string[]): Promise<string[]> {
  if (words.length < 2) return words
  const counted = await Promise.all(
    words.map(async (word) => ({ word, count: await queries.countWords(db, word) })),
  )
  return counted.sort((one, other) => one.count - other.count).map(({ word }) => word)
}

async function presentPeople(actor: Actor, services: Services, ids: Id[]) {
  if (ids.length === 0) return []
  const rows = await findPeople(services.db, actor.id, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [presentDiscovered(services, actor.id, row)] : []
  })
}
