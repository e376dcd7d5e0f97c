import { MESSAGES as COMMENT_MESSAGES, type Comment } from '../../../contract/comments.ts'
import {
  CORRECTION_MS,
  type CommentEdit,
  MESSAGES,
  type PostEdit,
  type Version,
} from '../../../contract/edits.ts'
import { firstLink } from '../../../contract/links.ts'
import { MESSAGES as POST_MESSAGES, type Post } from '../../../contract/posts.ts'
import { mutateAs } from '../../accounts/mutate-as.ts'
import { readMentions, storedText } from '../../mentions/mentions.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { requireRevision } from '../../platform/http/require-revision.ts'
import type { Id } from '../../platform/ids.ts'
import type { Actor, ReadServices, Services } from '../../services.ts'
import { readChangedPost } from '../cards/hydrate-posts.ts'
import { readComment } from '../comments/read-comments.ts'
import { lockPostForActor } from '../lock-post.ts'
import { notifyMentioned } from '../mentions/post-mentions.ts'
import { type CommentRef, requireOwnComment, requireOwnPost } from '../permissions.ts'
import { presentVersions } from '../present.ts'
import * as editQueries from './edit-queries.ts'

// What was said can be said better, by who said it. Soon, and while nobody answered, that is a
// correction; later it is marked, and what was said before can be read by who may see the post.

/**
 * Changes what an own post says, and how its pictures are described. The same again changes
 * nothing. Refuses: 404 a post that is not there for the actor, 403 another's, 409 where an edit
 * came between.
 */
export async function editPost(
  actor: Actor,
  services: Services,
  postId: Id,
  { text, imageAlts, revision }: PostEdit,
): Promise<Post> {
  const changed = await mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    const post = await lockPostForActor(actor, trx, postId)
    const words = await requireOwnPost(actor, trx, postId, MESSAGES.notYourPost)
    const altsBefore = post.image_count > 0 ? await editQueries.imageAltsOf(trx, postId) : []
    const alts = altsBefore.map(({ place, alt }) => ({ place, alt: imageAlts?.[place] ?? alt }))
    const newAlts = alts.filter(({ alt }, index) => alt !== altsBefore[index]?.alt)
    const place = { postId }
    const kept = await storedText(trx, actor.id, { scope: place, text, former: words.text })
    const isRewritten = kept !== words.text
    if (!isRewritten && newAlts.length === 0) return undefined
    requireRevision(words, revision)
    if (newAlts.length > 0) await editQueries.updateImageAlts(trx, postId, newAlts)
    if (!isRewritten) await editQueries.raisePostRevision(trx, postId)
    else {
      const now = services.clock()
      const isSilent = isSoon(words, now) && !(await editQueries.wasPostAnswered(trx, post))
      if (!isSilent) await editQueries.insertPostVersion(trx, words)
      await editQueries.updatePostText(trx, postId, {
        text: kept,
        // Where no preview was wanted of the same link, none is.
        ...(firstLink(kept) === firstLink(words.text)
          ? {}
          : { link_card_id: await services.linkCards.cardFor(mutation, kept, 'post') }),
        edited_at: isSilent ? null : now,
      })
      await notifyMentioned(actor, services, mutation, { place, text: kept })
    }
    return words
  })
  if (changed) {
    await services.linkCards.fillSoon(postId, actor.id)
    services.postActivity.publish(changed)
  }
  return readChangedPost(actor, services, postId)
}

/** Changes what an own comment says. Refuses as `editPost` does. */
export async function editComment(
  actor: Actor,
  services: Services,
  { postId, commentId }: CommentRef,
  { text, revision }: CommentEdit,
): Promise<Comment> {
  const changed = await mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    const post = await lockPostForActor(actor, trx, postId)
    const place = { postId, commentId }
    const words = await requireOwnComment(actor, trx, place)
    const kept = await storedText(trx, actor.id, { scope: place, text, former: words.text })
    if (kept === words.text) return undefined
    requireRevision(words, revision)
    const now = services.clock()
    const isSilent = isSoon(words, now) && !(await editQueries.wasCommentAnswered(trx, post, words))
    if (!isSilent) await editQueries.insertCommentVersion(trx, words)
    const edited_at = isSilent ? null : now
    await editQueries.updateCommentText(trx, place, { text: kept, edited_at })
    await notifyMentioned(actor, services, mutation, { place, text: kept })
    return post
  })
  if (changed) services.postActivity.publish(changed)
  return readComment(actor, services, { postId, commentId })
}

/** What a post said before and says now. Refuses (404) one that is not there for the actor. */
export async function readPostVersions(
  actor: Actor,
  { db }: Pick<ReadServices, 'db'>,
  postId: Id,
): Promise<Version[]> {
  const words = await editQueries.findPostWords(db, actor.id, postId)
  if (!words) throw new HttpError('not_found', POST_MESSAGES.postMissing)
  return withNow(actor, db, await editQueries.postVersions(db, actor.id, postId), words)
}

/** What a comment said before and says now. Refuses (404) one that is not there for the actor. */
export async function readCommentVersions(
  actor: Actor,
  { db }: Pick<ReadServices, 'db'>,
  { postId, commentId }: CommentRef,
): Promise<Version[]> {
  const words = await editQueries.findCommentWords(db, actor.id, postId, commentId)
  if (!words) throw new HttpError('not_found', COMMENT_MESSAGES.missing)
  return withNow(actor, db, await editQueries.commentVersions(db, actor.id, commentId), words)
}

async function withNow(
  actor: Actor,
  db: ReadServices['db'],
  before: editQueries.VersionRow[],
  { text, edited_at, created_at }: editQueries.Words,
): Promise<Version[]> {
  const rows = [...before, { text, written_at: edited_at ?? created_at }]
  const texts = rows.map((row) => row.text)
  return presentVersions(rows, await readMentions(db, actor.id, texts))
}

/** Once something was changed for all to see, so is what follows. */
function isSoon({ created_at, edited_at }: editQueries.Words, now: number): boolean {
  return edited_at === null && now - created_at <= CORRECTION_MS
}
