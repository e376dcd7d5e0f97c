import type { FastifyRequest } from 'fastify'
import { MESSAGES as COMMENT_MESSAGES } from '../../contract/comments.ts'
import { MESSAGES as EDIT_MESSAGES } from '../../contract/edits.ts'
import { MESSAGES } from '../../contract/posts.ts'
import { actor } from '../accounts/auth-hook.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { ReadonlyDatabase } from '../schema.ts'
import type { Actor, Services } from '../services.ts'
import { maySee } from '../visibility/may-see.ts'
import { findCommentWords, findPostWords, type Words } from './edits/edit-queries.ts'

interface Written {
  author_id: Id | null
}

export interface CommentRef {
  postId: Id
  commentId: Id
}

/** Refuses (403) what another wrote, in this sentence. */
export function requireAuthor(actor: Actor, thing: Written, notYours: string) {
  if (thing.author_id !== actor.id) throw new HttpError('forbidden', notYours)
}

/** Whose the post is deletes what others wrote under it, too. */
export function canDeleteComment(actor: Actor, post: Written, comment: Written): boolean {
  return comment.author_id === actor.id || post.author_id === actor.id
}

/** Refuses: 404 a post that is not there for the actor, 403 another's, in this sentence. */
export async function requireOwnPost(
  actor: Actor,
  db: ReadonlyDatabase,
  postId: Id,
  notYours: string,
): Promise<Words> {
  const words = await findPostWords(db, actor.id, postId)
  if (!words) throw new HttpError('not_found', MESSAGES.postMissing)
  requireAuthor(actor, words, notYours)
  return words
}

/** Refuses: 404 a comment that is not there for the actor, or its post; 403 another's. */
export async function requireOwnComment(
  actor: Actor,
  db: ReadonlyDatabase,
  { postId, commentId }: CommentRef,
): Promise<Words> {
  const words = await findCommentWords(db, actor.id, postId, commentId)
  if (!words) throw new HttpError('not_found', COMMENT_MESSAGES.missing)
  requireAuthor(actor, words, EDIT_MESSAGES.notYourComment)
  return words
}

// What stands as the `permission` of a route.

export function forAuthorOfPost({ db }: Services, notYours: string) {
  return async (request: FastifyRequest, { id }: { id: Id }) => {
    await requireOwnPost(actor(request), db, id, notYours)
  }
}

export function forAuthorOfComment({ db }: Services) {
  return async (request: FastifyRequest, { id, commentId }: { id: Id; commentId: Id }) => {
    await requireReader(actor(request), db, id)
    await requireOwnComment(actor(request), db, { postId: id, commentId })
  }
}

export function forReadersOfPost({ db }: Services) {
  return (request: FastifyRequest, { id }: { id: Id }) => requireReader(actor(request), db, id)
}

async function requireReader(actor: Actor, db: ReadonlyDatabase, postId: Id) {
  if (!(await maySee(db, actor.id, 'post', postId)))
    throw new HttpError('not_found', MESSAGES.postMissing)
}
