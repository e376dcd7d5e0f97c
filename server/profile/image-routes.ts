import { imagesPage, imagesQuery, MESSAGES, viewAsParams } from '../../contract/posts.ts'
import { memberParams } from '../../contract/profile.ts'
import { actor } from '../accounts/auth-hook.ts'
import type { ApiRoutes } from '../platform/http/api.ts'
import { GENERAL } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { viewerOf } from '../visibility/view-as.ts'
import { readImages } from './member-images.ts'
import { route } from './profile-route.ts'

/** The pictures of somebody's posts. */
export function imageRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/:id/images',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listImagesOfMember',
      summary: "Read the pictures of a member's posts as far as the caller may see them",
      params: memberParams,
      querystring: imagesQuery,
      response: { 200: imagesPage },
    }),
    async (request) =>
      services.onReplica((replica) =>
        readImages(actor(request), replica, request.params.id, request.query.cursor),
      ),
  )

  app.get(
    '/users/me/as/:viewer/images',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listOwnImagesAs',
      summary: 'Read the pictures of the own posts that everybody, or one friend, may see',
      params: viewAsParams,
      querystring: imagesQuery,
      response: { 200: imagesPage },
      refuses: { not_found: MESSAGES.viewerMissing },
    }),
    async (request) => {
      const member = actor(request)
      return services.onReplica(async (replica) => {
        const viewerId = await viewerOf(member.id, replica.db, request.params.viewer)
        return readImages(member, replica, member.id, request.query.cursor, viewerId)
      })
    },
  )
}
