import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { StoredFile } from '../files/file-store.ts'
import type { ApiRoutes } from '../http/api.ts'
import { countCalls } from '../http/count-calls.ts'
import { HttpError } from '../http/http-error.ts'
import { type CallLimit, routesOf } from '../http/route.ts'
import { addressKey, type Limits } from '../limits.ts'
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

const route = routesOf({
  name: 'Pictures',
  description: 'The files of pictures, at the addresses that other answers give.',
})

/** By address, since an `<img>` says nothing of who asks: a page shows many, and many may share one. */
const PICTURES: CallLimit = { name: 'pictures', times: 3_000, seconds: 60 }
const PHOTO_MAX_AGE_SECONDS = 365 * 24 * 60 * 60

export function mediaRoutes(app: FastifyInstance, images: ImageStore, limits: Limits) {
  const routes = app as ApiRoutes
  const count = countCalls(limits)

  routes.addHook('onRequest', (request) => count(PICTURES, addressKey(request.ip)))

  routes.addHook('onSend', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.header('x-content-type-options', 'nosniff')
  })

  routes.get(
    '/media/post/:imageId/:file',
    route({
      audience: 'anyone',
      limit: PICTURES,
      operationId: 'readPostPicture',
      summary: 'Fetch the picture of a post by its signed address',
      params,
      querystring: signed,
      produces: 'image/webp',
    }),
    async (request, reply) => {
      const { imageId, file } = request.params
      const { expires, signature } = request.query
      const remainingMs = images.remainingMs(imageId, expires, signature)
      if (remainingMs === 0) throw notThere()
      const found = await images.open('post', imageId, widthIn(file))
      return sendPicture(reply, found, Math.floor(remainingMs / 1_000))
    },
  )

  routes.get(
    '/media/photo/:imageId/:file',
    route({
      audience: 'anyone',
      limit: PICTURES,
      operationId: 'readPhoto',
      summary: 'Fetch the photo of a member',
      params,
      produces: 'image/webp',
    }),
    async (request, reply) => {
      const { imageId, file } = request.params
      const found = await images.open('photo', imageId, widthIn(file))
      return sendPicture(reply, found, PHOTO_MAX_AGE_SECONDS)
    },
  )
}

function widthIn(fileName: string): number {
  return Number.parseInt(fileName, 10)
}

function sendPicture(reply: FastifyReply, file: StoredFile | null, maxAgeSeconds: number) {
  if (!file) throw notThere()
  return reply
    .header('cache-control', `private, max-age=${maxAgeSeconds}, immutable`)
    .header('content-length', file.size)
    .type('image/webp')
    .send(file.stream)
}

function notThere() {
  return new HttpError('not_found', 'This picture is not there any more.')
}
