import { messageBody } from '../../contract/errors.ts'
import * as contract from '../../contract/posts.ts'
import { actor } from '../accounts/sign-in-required.ts'
import type { ApiRoutes } from '../platform/http/api.ts'
import { readForm } from '../platform/http/multipart-form.ts'
import type { Services } from '../services.ts'
import { createPost, deleteOwnPost } from './authoring.ts'
import { type FeedName, readFeed } from './feeds.ts'

// Posts: what members say, and the two feeds they read it in. A post by a private member is for
// friends by every path; its picture lives and dies with it.

const POSTS_PER_MINUTE = 30
const UPLOADS_PER_TEN_MINUTES = 30
const { SAYS } = contract

export function postRoutes(app: ApiRoutes, services: Services) {
  creationRoute(app, services)
  feedRoute(app, services, 'friends')
  feedRoute(app, services, 'public')

  app.delete(
    '/posts/:id',
    {
      config: { audience: 'members' },
      schema: { params: contract.postParams, response: { 200: messageBody } },
    },
    async (request) => {
      await deleteOwnPost(actor(request), services, request.params.id)
      return { msg: SAYS.deleted, message: SAYS.deleted }
    },
  )
}

function creationRoute(app: ApiRoutes, services: Services) {
  const postLimit = services.limits.of('posts', POSTS_PER_MINUTE, 60)
  const uploadLimit = services.limits.of('uploads', UPLOADS_PER_TEN_MINUTES, 600)

  app.post(
    '/posts',
    {
      config: { audience: 'members' },
      schema: {
        consumes: ['multipart/form-data'],
        body: contract.createPostForm,
        response: { 201: contract.createdPost },
      },
      // The form is parsed by the same rules as it streams in.
      validatorCompiler: () => (value) => ({ value }),
    },
    async (request, reply) => {
      const author = actor(request)
      const form = await readForm(request, {
        fields: contract.createPostFields,
        file: { name: 'image', maxBytes: contract.IMAGE_MAX_BYTES },
        says: { tooLarge: SAYS.imageTooLarge, tooMany: SAYS.oneImage },
      })
      await postLimit.take(author.id)
      if (form.file) await uploadLimit.take(author.id)
      const post = await createPost(author, services, { ...form.fields, image: form.file })
      return reply.code(201).send({ message: SAYS.created, msg: SAYS.created, post })
    },
  )
}

function feedRoute(app: ApiRoutes, services: Services, feed: FeedName) {
  app.get(
    `/posts/${feed}`,
    {
      config: { audience: 'members' },
      schema: { querystring: contract.feedQuery, response: { 200: contract.feedAnswer } },
    },
    async (request) => readFeed(actor(request), services, feed, request.query),
  )
}
