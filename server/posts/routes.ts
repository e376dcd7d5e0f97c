import { sentenceAnswer } from '../../contract/errors.ts'
import * as contract from '../../contract/posts.ts'
import { memberParams } from '../../contract/profile.ts'
import { MESSAGES as EMOJI_MESSAGES } from '../../contract/reaction-limits.ts'
import { reactions, vibeBody, vibes } from '../../contract/reactions.ts'
import { actor } from '../accounts/auth-hook.ts'
import { limitOf, uploadLimit } from '../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../platform/http/api.ts'
import { withForm } from '../platform/http/multipart-form.ts'
import { GENERAL, type Operation } from '../platform/http/route.ts'
import { idempotentRequest } from '../platform/idempotency.ts'
import type { Services } from '../services.ts'
import { changeAudience } from './audience/post-audience.ts'
import { cardsRoute } from './cards/card-routes.ts'
import { readPost } from './cards/hydrate-posts.ts'
import { commentRoutes } from './comments/comment-routes.ts'
import { createPost } from './create-post.ts'
import { deleteOwnPost } from './deletion/post-deletion.ts'
import { editRoutes } from './edits/edit-routes.ts'
import { sendFeedPage } from './feeds/feed-reply.ts'
import { feedRoute } from './feeds/feed-route.ts'
import { readAllPosts, readPostsOf, readPostsOfTheme } from './feeds/feeds.ts'
import { viewAsRoute } from './feeds/view-as.ts'
import { forAuthorOfPost, forReadersOfPost } from './permissions.ts'
import { route } from './post-route.ts'
import { REACTION_CALLS, type ReactionCall, react, vibe } from './reactions/reactions.ts'

const { MESSAGES } = contract
const REACTION_OPERATIONS = {
  like: { operationId: 'likePost', summary: 'Like a post' },
  unlike: { operationId: 'unlikePost', summary: 'Take a like back' },
  dislike: { operationId: 'dislikePost', summary: 'Dislike a post' },
  undislike: { operationId: 'undislikePost', summary: 'Take a dislike back' },
} satisfies Record<ReactionCall, Partial<Operation>>

export function postRoutes(app: ApiRoutes, services: Services) {
  creationRoute(app, services)
  feedRoute(app, services, 'friends')
  feedRoute(app, services, 'public')
  allPostsRoute(app, services)
  memberRoute(app, services)
  themeRoute(app, services)
  viewAsRoute(app, services)
  cardsRoute(app, services)
  singlePostRoutes(app, services)
  audienceRoute(app, services)
  commentRoutes(app, services)
  editRoutes(app, services)
  for (const call of REACTION_CALLS) reactionRoute(app, services, call)
  vibeRoute(app, services)
}

function creationRoute(app: ApiRoutes, services: Services) {
  const uploadsLimit = uploadLimit(services.limits)
  const form = {
    fields: contract.createPostFields,
    file: { name: 'image', maxBytes: contract.IMAGE_MAX_BYTES },
    messages: { tooLarge: MESSAGES.imageTooLarge, tooMany: MESSAGES.oneImage },
    files: {
      name: 'images',
      max: contract.IMAGES_MAX,
      maxTotalBytes: contract.IMAGES_MAX_BYTES,
      messages: { tooLarge: MESSAGES.imagesTooLarge, tooMany: MESSAGES.imagesMany },
    },
  }

  app.post(
    '/posts',
    route({
      audience: 'members',
      limit: limitOf('posts'),
      operationId: 'createPost',
      summary: 'Post a text, and up to four pictures with it',
      form: contract.createPostForm,
      response: { 201: contract.createdPost },
      isIdempotent: true,
    }),
    async (request, reply) => {
      const author = actor(request)
      const sender = { memberId: author.id, limit: uploadsLimit }
      const post = await withForm(request, services.uploads, sender, form, ({ fields, files }) => {
        const hashes = files.map(({ hash }) => hash)
        const once = idempotentRequest(request, author.id, { ...fields, images: hashes })
        return createPost(author, services, { ...fields, images: files }, once)
      })
      return reply.code(201).send({ ...messageAnswer(MESSAGES.created), post })
    },
  )
}

function allPostsRoute(app: ApiRoutes, services: Services) {
  app.get(
    '/posts',
    route({
      audience: 'administrators',
      limit: GENERAL,
      operationId: 'listAllPosts',
      summary: 'Read the posts of everybody, as an administrator',
      querystring: contract.feedQuery,
      response: { 200: contract.feedAnswer },
    }),
    async (request, reply) =>
      sendFeedPage(reply, await readAllPosts(actor(request), services, request.query)),
  )
}

function memberRoute(app: ApiRoutes, services: Services) {
  app.get(
    '/users/:id/posts',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listPostsOfMember',
      summary: "Read a member's posts as far as the caller may see them",
      params: memberParams,
      querystring: contract.feedQuery,
      response: { 200: contract.feedAnswer },
    }),
    async (request, reply) =>
      sendFeedPage(
        reply,
        await services.onReplica((replica) =>
          readPostsOf(actor(request), replica, request.params.id, request.query),
        ),
      ),
  )
}

function themeRoute(app: ApiRoutes, services: Services) {
  app.get(
    '/posts/themes/:date',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listPostsOfTheme',
      summary: 'Read what was written about the theme of a day, newest first',
      params: contract.themeParams,
      querystring: contract.feedQuery,
      response: { 200: contract.feedAnswer },
    }),
    async (request, reply) =>
      sendFeedPage(
        reply,
        await services.onReplica((replica) =>
          readPostsOfTheme(actor(request), replica, request.params.date, request.query),
        ),
      ),
  )
}

function singlePostRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/posts/:id',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'readPost',
      summary: 'Read one post',
      isCached: true,
      params: contract.postParams,
      response: { 200: contract.post },
    }),
    async (request) => readPost(actor(request), services, request.params.id),
  )

  app.delete(
    '/posts/:id',
    route({
      audience: 'members',
      limit: limitOf('deletions'),
      operationId: 'deletePost',
      summary: 'Delete an own post',
      params: contract.postParams,
      response: { 200: sentenceAnswer },
      refuses: { forbidden: MESSAGES.notYourPost },
    }),
    async (request) => {
      await deleteOwnPost(actor(request), services, request.params.id)
      return messageAnswer(MESSAGES.deleted)
    },
  )
}

function audienceRoute(app: ApiRoutes, services: Services) {
  app.put(
    '/posts/:id/audience',
    route({
      audience: 'members',
      limit: limitOf('audiences'),
      operationId: 'changePostAudience',
      summary: 'Change for whom an own post is',
      params: contract.postParams,
      body: contract.audienceBody,
      permission: forAuthorOfPost(services, MESSAGES.notYourAudience),
      response: { 200: contract.createdPost },
      refuses: { forbidden: MESSAGES.notYourAudience, conflict: MESSAGES.audienceCommented },
    }),
    async (request) => {
      const { id } = request.params
      const post = await changeAudience(actor(request), services, id, request.body.audience)
      return { ...messageAnswer(MESSAGES.audienceChanged), post }
    },
  )
}

function reactionRoute(app: ApiRoutes, services: Services, call: ReactionCall) {
  app.post(
    `/posts/:id/${call}`,
    route({
      audience: 'members',
      limit: limitOf('reactions'),
      ...REACTION_OPERATIONS[call],
      params: contract.postParams,
      response: { 200: reactions },
    }),
    async (request) => react(actor(request), services, request.params.id, call),
  )
}

function vibeRoute(app: ApiRoutes, services: Services) {
  app.post(
    '/posts/:id/vibes',
    route({
      audience: 'members',
      limit: limitOf('reactions'),
      operationId: 'vibeToPost',
      summary: 'Give a post a vibe, or take it back',
      params: contract.postParams,
      body: vibeBody,
      permission: forReadersOfPost(services),
      response: { 200: vibes },
      refuses: { conflict: EMOJI_MESSAGES.emojisFull },
    }),
    async (request) => vibe(actor(request), services, request.params.id, request.body.emoji),
  )
}
