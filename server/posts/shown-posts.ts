import type { Post } from '../../contract/posts.ts'
import type { Actor, Services } from '../services.ts'
import { presentPost } from './present.ts'
import * as queries from './queries.ts'
import * as reactionQueries from './reaction-queries.ts'

/**
 * Posts as the actor sees them, in the order of the ids; what is gone or not for the actor is
 * left out. Four statements, however many posts.
 */
export async function showPosts(actor: Actor, services: Services, ids: string[]): Promise<Post[]> {
  if (ids.length === 0) return []
  return presentRows(
    actor,
    services,
    inOrder(await queries.shownPosts(services.db, actor.id, ids), ids),
  )
}

/** The same for rows already found. */
export async function presentRows(
  actor: Actor,
  services: Services,
  rows: queries.ShownPostRow[],
): Promise<Post[]> {
  const ids = rows.map((row) => row.id)
  const [given, vibes, vibeCounts] = await Promise.all([
    reactionQueries.reactionsOf(services.db, actor.id, ids),
    reactionQueries.vibesOf(services.db, actor.id, ids),
    reactionQueries.vibeCountsOf(services.db, ids),
  ])
  const reactionsByPost = Map.groupBy(given, (row) => row.post_id)
  const vibesByPost = Map.groupBy(vibes, (row) => row.post_id)
  const countsByPost = Map.groupBy(vibeCounts, (row) => row.post_id)
  return rows.map((row) =>
    presentPost(services, row, {
      reactions: reactionsByPost.get(row.id) ?? [],
      vibes: vibesByPost.get(row.id) ?? [],
      vibeCounts: countsByPost.get(row.id) ?? [],
    }),
  )
}

function inOrder(rows: queries.ShownPostRow[], ids: string[]): queries.ShownPostRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
