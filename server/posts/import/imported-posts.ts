import { randomInt } from 'node:crypto'
import type { PostAudience } from '../../../contract/posts.ts'
import { promptOf } from '../../../contract/theme.ts'
import { textWithIds } from '../../mentions/mention-text.ts'
import { type Id, idsOfSecond } from '../../platform/ids.ts'
import { deleteOwnRemoval } from '../../removals/removals.ts'
import type { Queryable } from '../../schema.ts'
import type { Mutation, Services } from '../../services.ts'
import { THEME_WAITS_MS } from '../create-post.ts'
import { deletePosts, deleteSomeUnder } from '../deletion/account-deletion-queries.ts'
import { imageIdsOf, insertPost } from '../queries.ts'
import * as importQueries from './import-queries.ts'

// Posts that come in an archive. They stand where they were written: their ids are of that time, so
// that they are at the top of no feed, and nobody is told of them.

export interface ImportedPost {
  text: string
  createdAt: number
  /** Never for everybody: who sees them here is not who saw them there. */
  audience: Exclude<PostAudience, 'profile'>
  theme: { date: string; prompt: string } | null
  from: string
  images: { id: string; alt: string }[]
}

/** False where its moment has no more room. */
export async function insertImportedPost(
  { images, clock }: Pick<Services, 'images' | 'clock'>,
  { trx }: Mutation,
  authorId: Id,
  { text, createdAt, audience, theme, from, images: postImages }: ImportedPost,
): Promise<boolean> {
  const id = await freeIdAt(trx, createdAt)
  if (id === undefined) return false
  for (const image of postImages) await images.use(trx, image.id)
  const isKept = theme !== null && isOver(theme, clock())
  const row = {
    ...{ id, author_id: authorId, created_at: createdAt },
    // Whoever has a name here that is mentioned there is somebody else.
    text: textWithIds(text, new Map()),
    theme_date: isKept ? theme.date : null,
    theme_prompt: isKept ? theme.prompt : null,
    ...{ audience, is_public: 0, imported_from: from },
  }
  await insertPost(trx, row, postImages)
  return true
}

/** Takes some of them back, with what others made of them. True while there may be more. */
export async function deleteSomeImportedPosts(
  { images }: Pick<Services, 'images'>,
  { trx }: Mutation,
  memberId: Id,
): Promise<boolean> {
  const ids = await importQueries.someImportedPosts(trx, memberId)
  if (ids.length === 0) return false
  if (await deleteSomeUnder(trx, ids)) return true
  // Also what an administrator removed of them: deleted by its author, it cannot be given back.
  for (const thingId of ids) await deleteOwnRemoval(trx, { kind: 'post', thingId, memberId })
  const imageIds = await imageIdsOf(trx, ids)
  await deletePosts(trx, ids)
  await images.release(trx, imageIds)
  return true
}

/** The theme this server had, too, on a day about which nobody writes any more. */
function isOver({ date, prompt }: NonNullable<ImportedPost['theme']>, now: number): boolean {
  const day = Date.parse(date)
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && day < now - THEME_WAITS_MS && promptOf(date) === prompt
}

/**
 * So many seconds' widths are looked through: an archive can be made to fill any number of them.
 */
const WIDTHS_LOOKED_AT = 16

/**
 * After all others of that second, so that posts of one moment keep their order; beyond it where
 * they fill it. Undefined where there is no room nearby, either.
 */
async function freeIdAt(trx: Queryable, ms: number): Promise<Id | undefined> {
  const { first, next } = idsOfSecond(ms)
  const width = next - first
  const ofMoment = Math.floor((width * (ms % 1_000)) / 1_000)
  let wanted = first + ofMoment + randomInt(Math.max(1, Math.floor(width / 1_000)))
  for (let looked = 0; looked < WIDTHS_LOOKED_AT; looked++) {
    const from = first + looked * width
    const last = await importQueries.lastPostIdIn(trx, { first: from, next: from + width })
    const id = Math.max(wanted, (last ?? 0) + 1)
    if (id < from + width) return id
    wanted = from + width
  }
  return undefined
}
