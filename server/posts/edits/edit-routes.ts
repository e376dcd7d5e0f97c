import { comment, commentParams } from '../../../contract/comments.ts'
import * as contract from '../../../contract/edits.ts'
import { post, postParams } from '../../../contract/posts.ts'
import { actor } from '../../accounts/auth-hook.ts'
import { limitOf } from '../../call-limits.ts'
import type { ApiRoutes } from '../../platform/http/api.ts'
import { GENERAL } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { forAuthorOfComment, forAuthorOfPost } from '../permissions.ts'
import { route } from '../post-route.ts'
import { editComment, editPost, readCommentVersions, readPostVersions } from './edit-post.ts'

const { MESSAGES } = contract
export function editRoutes(app: ApiRoutes, services: Services) {
  changingRoutes(app, services)
  readingRoutes(app, services)
}

/** The longest text and descriptions fit, each sign of them escaped as two times `\\uXXXX`. */
const BODY_MAX_BYTES = 128 * 1024

function changingRoutes(app: ApiRoutes, services: Services) {
  app.put(
    '/posts/:id',
    {
      ...route({
        audience: 'members',
        limit: limitOf('edits'),
        operationId: 'editPost',
        summary: 'Change what an own post says',
        params: postParams,
        body: contract.editPostBody,
        permission: forAuthorOfPost(services, MESSAGES.notYourPost),
        response: { 200: post },
        refuses: { forbidden: MESSAGES.notYourPost, conflict: MESSAGES.elsewhere },
      }),
      bodyLimit: BODY_MAX_BYTES,
    },
    async (request) => editPost(actor(request), services, request.params.id, request.body),
  )

  app.put(
    '/posts/:id/comments/:commentId',
    route({
      audience: 'members',
      limit: limitOf('edits'),
      operationId: 'editComment',
      summary: 'Change what an own comment says',
      params: commentParams,
      body: contract.editCommentBody,
      permission: forAuthorOfComment(services),
      response: { 200: comment },
      refuses: { forbidden: MESSAGES.notYourComment, conflict: MESSAGES.elsewhere },
    }),
    async (request) => {
      const { id: postId, commentId } = request.params
      return editComment(actor(request), services, { postId, commentId }, request.body)
    },
  )
}

function readingRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/posts/:id/versions',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listPostVersions',
      summary: 'Read what a post said before it was edited, oldest first',
      params: postParams,
      response: { 200: contract.versionList },
    }),
    async (request) => readPostVersions(actor(request), services, request.params.id),
  )

  app.get(
    '/posts/:id/comments/:commentId/versions',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listCommentVersions',
      summary: 'Read what a comment said before it was edited, oldest first',
      params: commentParams,
      response: { 200: contract.versionList },
    }),
    async (request) => {
      const { id: postId, commentId } = request.params
      return readCommentVersions(actor(request), services, { postId, commentId })
    },
  )
}
