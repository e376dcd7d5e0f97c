import type { Author } from '../../contract/author.ts'
import { MENTIONABLE_MAX, MESSAGES, type MentionableQuery } from '../../contract/mentionable.ts'
import { keyOf } from '../accounts/name-key.ts'
import { presentAuthor } from '../accounts/present.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, ReadServices } from '../services.ts'
import { AUDIENCES, type PostReaders } from '../visibility/audiences.ts'
import { maySee } from '../visibility/may-see.ts'
import * as queries from './queries.ts'

/** Who may see a place: those who are offered first, then others. */
interface Scope {
  first: queries.Among
  /** Null: all members. Left out: nobody. */
  others?: queries.Among | null
  scope: queries.MentionScope | null
}

/** Members whose names begin so and who see the place, friends first. Refuses (404) the place. */
export async function readMentionable(
  actor: Actor,
  services: Pick<ReadServices, 'db' | 'images'>,
  { q, ...asked }: MentionableQuery,
): Promise<Author[]> {
  const { first, others, scope } = await scopeOf(actor, services, asked)
  const { db, images } = services
  const limit = MENTIONABLE_MAX
  const wanted = { actor: actor.id, beginning: keyOf(q), scope }
  const rows = await queries.candidates(db, { ...wanted, among: first, limit })
  // Of everybody there are no first eight before a letter is typed.
  const hasOthers = others !== undefined && (others !== null || q !== '')
  if (hasOthers && rows.length < limit) {
    const known = new Set(rows.map(({ id }) => id))
    const more = { ...wanted, among: others, limit: limit + known.size }
    rows.push(...(await queries.candidates(db, more)).filter(({ id }) => !known.has(id)))
  }
  return rows.slice(0, limit).map((row) => presentAuthor(images, row.id, row))
}

async function scopeOf(
  actor: Actor,
  { db }: Pick<ReadServices, 'db'>,
  { postId, spaceId, audience }: Omit<MentionableQuery, 'q'>,
): Promise<Scope> {
  const first = { friendsOf: actor.id }
  if (spaceId !== undefined) {
    if (!(await maySee(db, actor.id, 'space messages', spaceId)))
      throw new HttpError('not_found', MESSAGES.placeMissing)
    return { first, others: { membersOf: spaceId }, scope: { spaceId } }
  }
  if (postId !== undefined) {
    const post = await queries.postPlace(db, actor.id, postId)
    if (!post) throw new HttpError('not_found', MESSAGES.placeMissing)
    const others = post.is_public === 1 ? null : { friendsOf: post.author_id }
    return { first, others, scope: { postId } }
  }
  const { readers, followsProfile } = AUDIENCES[audience ?? 'profile']
  const isPublic = followsProfile && !(await queries.isPrivate(db, actor.id))
  return { first: READERS[readers](actor.id), scope: null, ...(isPublic && { others: null }) }
}

const READERS: Record<PostReaders, (author: Id) => queries.Among> = {
  squad: (squadOf) => ({ squadOf }),
  friends: (friendsOf) => ({ friendsOf }),
}
