import { MESSAGES } from '../../contract/posts.ts'
import { fromJson } from '../platform/database/portable-sql.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import type { Actor } from '../services.ts'
import * as queries from './queries.ts'

/** The post every act begins with: 404 when it is gone or not for the actor to know of. */
export async function lockPostForActor(actor: Actor, trx: Queryable, postId: Id) {
  return found(await queries.lockVisiblePost(trx, actor.id, postId))
}

/** The same, for who changes its card or the page of its comments. */
export async function lockCardForActor(actor: Actor, trx: Queryable, postId: Id) {
  return found(await queries.lockVisibleCard(trx, actor.id, postId))
}

function found<Row>(post: Row | undefined): Row {
  if (!post) throw new HttpError('not_found', MESSAGES.postMissing)
  return post
}

export type CardToChange = Awaited<ReturnType<typeof lockCardForActor>>

/** Undefined where no card shows who acts. */
export function actorOnCards({ actorOnCards }: CardToChange) {
  return fromJson(actorOnCards)[0]
}
