import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ApiRoutes } from '../http/api.ts'
import { Refusal } from '../http/refusal.ts'
import type { ImageStore } from './image-store.ts'

// The files of pictures. A post's picture needs a signed address, handed out only to someone
// who may see the post; a photo belongs to the profile card.

const params = z.object({
  imageId: z.uuid(),
  file: z.string().regex(/^\d{1,4}\.webp$/),
})
const signed = z.object({
  expires: z.string().max(20).default(''),
  signature: z.string().max(64).default(''),
})

const PHOTO_MAX_AGE_SECONDS = 365 * 24 * 60 * 60

export function mediaRoutes(app: FastifyInstance, images: ImageStore) {
  const routes = app as ApiRoutes

  routes.addHook('onSend', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.header('x-content-type-options', 'nosniff')
  })

  routes.get(
    '/media/post/:imageId/:file',
    { schema: { params, querystring: signed, hide: true } },
    async (request, reply) => {
      const { imageId, file } = request.params
      const { expires, signature } = request.query
      const remainingMs = images.remainingMs(imageId, expires, signature)
      if (remainingMs === 0) throw notThere()
      const found = await images.open('post', imageId, Number.parseInt(file, 10))
      if (!found) throw notThere()
      const seconds = Math.floor(remainingMs / 1_000)
      return reply
        .header('cache-control', `private, max-age=${seconds}, immutable`)
        .header('content-length', found.size)
        .type('image/webp')
        .send(found.stream)
    },
  )

  routes.get(
    '/media/photo/:imageId/:file',
    { schema: { params, hide: true } },
    async (request, reply) => {
      const { imageId, file } = request.params
      const found = await images.open('photo', imageId, Number.parseInt(file, 10))
      if (!found) throw notThere()
      return reply
        .header('cache-control', `private, max-age=${PHOTO_MAX_AGE_SECONDS}, immutable`)
        .header('content-length', found.size)
        .type('image/webp')
        .send(found.stream)
    },
  )
}

function notThere() {
  return new Refusal('not_found', 'This picture is not there any more.')
}
