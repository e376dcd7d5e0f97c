import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { StoredFile } from '../platform/files/file-store.ts'
import type { ApiRoutes } from '../platform/http/api.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { type CallLimit, countCalls, routesOf } from '../platform/http/route.ts'
import type { Id } from '../platform/ids.ts'
import { ipKey, type Limits } from '../platform/limits.ts'
import type { ImageStore } from './image-store.ts'

// The files of pictures. A post's picture needs a signed address, handed out only to someone who
// may see the post, which is asked again when it is opened; a photo belongs to the profile card,
// the picture of a link hangs on a public page, and the logo of the community is for everybody.

const params = z.object({
  imageId: z.uuid(),
  file: z.string().regex(/^\d{1,4}\.webp$/),
})
const signed = z.object({
  viewer: z.string().max(20).default(''),
  expires: z.string().max(20).default(''),
  signature: z.string().max(64).default(''),
})

const route = routesOf({
  name: 'Pictures',
  description: 'The files of pictures, at the addresses that other answers give.',
})

/**
 * By address, since an `<img>` says nothing of who asks: a page shows many, and many may share one.
 */
const IMAGES: CallLimit = { name: 'images', times: 3_000, seconds: 60 }
const FOR_GOOD = `max-age=${365 * 24 * 60 * 60}, immutable`
const PHOTO_CACHING = `private, ${FOR_GOOD}`
/** What shows it may be removed, after which no browser should keep it for long. */
const LINK_CACHING = `private, max-age=${60 * 60}`
/** Another logo has another address. */
const LOGO_CACHING = `public, ${FOR_GOOD}`

interface MediaOptions {
  images: ImageStore
  limits: Limits
  /** Whether the picture of a post is still for this viewer. */
  mayOpen(viewerId: Id, imageId: string): Promise<boolean>
  /**
   * Whether a photo is on somebody's card; one that is kept for others opens as the picture of a
   * post.
   */
  isPhotoShown(imageId: string): Promise<boolean>
  /** Whether anything that is there shows the picture of a link. */
  isLinkShown(imageId: string): Promise<boolean>
}

export function mediaRoutes(app: FastifyInstance, options: MediaOptions) {
  const { images, limits, mayOpen } = options
  const routes = app as ApiRoutes
  const count = countCalls(limits)

  routes.addHook('onRequest', (request) => count(IMAGES, ipKey(request.ip)))

  routes.addHook('onSend', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.header('cross-origin-resource-policy', 'same-origin')
  })

  routes.get(
    '/media/post/:imageId/:file',
    route({
      audience: 'anyone',
      limit: IMAGES,
      operationId: 'readPostImage',
      summary: 'Fetch the picture of a post by its signed address',
      params,
      querystring: signed,
      produces: 'image/webp',
    }),
    async (request, reply) => {
      const { imageId, file } = request.params
      const viewerId = images.verifiedViewer(imageId, request.query)
      if (viewerId === null || !(await mayOpen(viewerId, imageId))) throw notThere()
      // A browser that keeps it asks each time: who lost the right sees it no more.
      const etag = `"${imageId}-${file}"`
      const headers = { 'cache-control': 'private, no-cache', etag }
      if (request.headers['if-none-match'] === etag) return reply.headers(headers).code(304).send()
      return sendImage(reply, await images.open('post', imageId, widthIn(file)), headers)
    },
  )

  unsignedRoutes(routes, options)
}

/**
 * Photos, pictures of links and the logo need no signature, but for a photo that is on no card any
 * more.
 */
function unsignedRoutes(routes: ApiRoutes, options: MediaOptions) {
  const { images, mayOpen, isPhotoShown, isLinkShown } = options
  routes.get(
    '/media/photo/:imageId/:file',
    route({
      audience: 'anyone',
      limit: IMAGES,
      operationId: 'readPhoto',
      summary: 'Fetch the photo of a member',
      params,
      querystring: signed,
      produces: 'image/webp',
    }),
    async (request, reply) => {
      const { imageId, file } = request.params
      const isShown = await isPhotoShown(imageId)
      if (!isShown) {
        const viewerId = images.verifiedViewer(imageId, request.query)
        if (viewerId === null || !(await mayOpen(viewerId, imageId))) throw notThere()
      }
      const found = await images.open('photo', imageId, widthIn(file))
      const caching = isShown ? PHOTO_CACHING : 'private, no-store'
      return sendImage(reply, found, { 'cache-control': caching })
    },
  )

  routes.get(
    '/media/link/:imageId/:file',
    route({
      audience: 'anyone',
      limit: IMAGES,
      operationId: 'readLinkImage',
      summary: 'Fetch the picture of where a link leads',
      params,
      produces: 'image/webp',
    }),
    async (request, reply) => {
      const { imageId, file } = request.params
      if (!(await isLinkShown(imageId))) throw notThere()
      const found = await images.open('link', imageId, widthIn(file))
      return sendImage(reply, found, { 'cache-control': LINK_CACHING })
    },
  )

  routes.get(
    '/media/logo/:imageId/:file',
    route({
      audience: 'anyone',
      limit: IMAGES,
      operationId: 'readLogo',
      summary: 'Fetch the logo of the community',
      params,
      produces: 'image/webp',
    }),
    async (request, reply) => {
      const { imageId, file } = request.params
      const found = await images.open('logo', imageId, widthIn(file))
      return sendImage(reply, found, { 'cache-control': LOGO_CACHING })
    },
  )
}

function widthIn(fileName: string): number {
  return Number.parseInt(fileName, 10)
}

function sendImage(reply: FastifyReply, file: StoredFile | null, headers: Record<string, string>) {
  if (!file) throw notThere()
  return reply
    .headers({ ...headers, 'content-length': file.size })
    .type('image/webp')
    .send(file.stream)
}

function notThere() {
  return new HttpError('not_found', 'This picture is not there any more.')
}
