import type { FastifyReply } from 'fastify'
import {
  commentList,
  commentParams,
  commentsQuery,
  createCommentBody,
  firstComments,
  firstCommentsQuery,
  MESSAGES,
} from '../../../contract/comments.ts'
import { sentenceAnswer } from '../../../contract/errors.ts'
import { postParams } from '../../../contract/posts.ts'
import { actor } from '../../accounts/auth-hook.ts'
import { limitOf } from '../../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../../platform/http/api.ts'
import { GENERAL } from '../../platform/http/route.ts'
import { idempotentRequest } from '../../platform/idempotency.ts'
import type { Services } from '../../services.ts'
import { forReadersOfPost } from '../permissions.ts'
import { route } from '../post-route.ts'
import { type WrittenComment, writeComments } from './comment-cache.ts'
import { addComment, deleteOwnComment } from './comments.ts'
import { readComments, readFirstComments } from './read-comments.ts'

export function commentRoutes(app: ApiRoutes, services: Services) {
  commentDeletionRoute(app, services)
  firstCommentsRoute(app, services)
  app.get(
    '/posts/:id/comments',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listComments',
      summary: 'Read the comments of a post, or the replies to one, oldest first',
      isCached: true,
      params: postParams,
      querystring: commentsQuery,
      response: { 200: commentList },
    }),
    async (request, reply) => {
      const comments = await services.onReplica((replica) =>
        readComments(actor(request), replica, request.params.id, request.query),
      )
      return sendComments(reply, comments)
    },
  )

  app.post(
    '/posts/:id/comments',
    route({
      audience: 'members',
      limit: limitOf('comments'),
      operationId: 'createComment',
      summary: 'Comment on a post, or reply to a comment',
      params: postParams,
      body: createCommentBody,
      permission: forReadersOfPost(services),
      response: { 201: commentList },
      isIdempotent: true,
    }),
    async (request, reply) => {
      const author = actor(request)
      const { params, body } = request
      const once = idempotentRequest(request, author.id, { ...params, ...body })
      const comment = { ...body, postId: params.id }
      const comments = await addComment(author, services, comment, once)
      return sendComments(reply.code(201), comments)
    },
  )
}

/** The bytes are those of the contract's `commentList`, written already. */
function sendComments(reply: FastifyReply, comments: readonly WrittenComment[]): never {
  reply.type('application/json')
  return reply.send(writeComments(comments)) as never
}

/** Those of all cards that a reader sees first are asked for at once. */
function firstCommentsRoute(app: ApiRoutes, services: Services) {
  app.get(
    '/posts/comments',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listFirstComments',
      summary: 'Read the newest comments of some posts, as far as the caller may see them',
      isCached: true,
      querystring: firstCommentsQuery,
      response: { 200: firstComments },
    }),
    async (request) =>
      services.onReplica((replica) =>
        readFirstComments(actor(request), replica, request.query.ids),
      ),
  )
}

function commentDeletionRoute(app: ApiRoutes, services: Services) {
  app.delete(
    '/posts/:id/comments/:commentId',
    route({
      audience: 'members',
      limit: limitOf('deletions'),
      operationId: 'deleteComment',
      summary: 'Delete an own comment, or any under an own post',
      params: commentParams,
      response: { 200: sentenceAnswer },
      refuses: { forbidden: MESSAGES.notYours },
    }),
    async (request) => {
      const { id: postId, commentId } = request.params
      await deleteOwnComment(actor(request), services, { postId, commentId })
      return messageAnswer(MESSAGES.deleted)
    },
  )
}
