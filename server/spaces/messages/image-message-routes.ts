import * as bodies from '../../../contract/message-bodies.ts'
import {
  IMAGE_MAX_BYTES,
  IMAGES_MAX,
  IMAGES_MAX_BYTES,
  MESSAGES as POST_MESSAGES,
} from '../../../contract/posts.ts'
import * as contract from '../../../contract/space-messages.ts'
import { MESSAGES, spaceParams } from '../../../contract/spaces.ts'
import { actor } from '../../accounts/auth-hook.ts'
import { limitOf, uploadLimit } from '../../call-limits.ts'
import type { ApiRoutes } from '../../platform/http/api.ts'
import { invalid } from '../../platform/http/http-error.ts'
import { withForm } from '../../platform/http/multipart-form.ts'
import { routesOf } from '../../platform/http/route.ts'
import { idempotentRequest } from '../../platform/idempotency.ts'
import type { Services } from '../../services.ts'
import { sendMessage } from './send-message.ts'

const route = routesOf({ name: 'Chat', description: 'What is said in a space.' })

/** A message without pictures is JSON; with them it is a form, as a post is. */
export function imageMessageRoute(app: ApiRoutes, services: Services) {
  const uploadsLimit = uploadLimit(services.limits)
  const form = {
    fields: bodies.imageMessageFields,
    file: { name: 'image', maxBytes: IMAGE_MAX_BYTES },
    messages: { tooLarge: POST_MESSAGES.imageTooLarge, tooMany: POST_MESSAGES.oneImage },
    files: {
      name: 'images',
      max: IMAGES_MAX,
      maxTotalBytes: IMAGES_MAX_BYTES,
      messages: { tooLarge: MESSAGES.imagesTooLarge, tooMany: MESSAGES.imagesMany },
    },
  }

  app.post(
    '/spaces/:id/image-messages',
    route({
      audience: 'members',
      limit: limitOf('messages'),
      operationId: 'sendImageMessage',
      summary: 'Send a message with up to four pictures to a space',
      params: spaceParams,
      form: bodies.imageMessageForm,
      response: { 201: contract.spaceMessage },
      refuses: { forbidden: MESSAGES.membersOnly },
      isIdempotent: true,
    }),
    async (request, reply) => {
      const { id: memberId } = actor(request)
      const { params } = request
      const limited = { memberId, limit: uploadsLimit }
      const sent = await withForm(request, services.uploads, limited, form, ({ fields, files }) => {
        if (files.length === 0) throw invalid('images', MESSAGES.imageMissing)
        const hashes = files.map(({ hash }) => hash)
        const once = idempotentRequest(request, memberId, { ...params, ...fields, images: hashes })
        const message = {
          ...fields,
          spaceId: params.id,
          images: { sources: files, alts: fields },
        }
        return sendMessage(actor(request), services, message, once)
      })
      return reply.code(201).send(sent)
    },
  )
}
