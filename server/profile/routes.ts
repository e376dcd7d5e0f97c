import * as contract from '../../contract/profile.ts'
import { actor } from '../accounts/auth-hook.ts'
import { presentCurrentUser } from '../accounts/present.ts'
import { readPrivacy, setPrivacy, togglePrivacy } from '../accounts/privacy.ts'
import { renameAccount } from '../accounts/rename-account.ts'
import type { ApiRoutes } from '../platform/http/api.ts'
import { messageAnswer } from '../platform/http/message-answer.ts'
import { readForm } from '../platform/http/multipart-form.ts'
import { uploadLimit } from '../platform/images/upload-limit.ts'
import type { Services } from '../services.ts'
import { updateOwnProfile } from './edit-profile.ts'
import { readProfile } from './member-card.ts'
import { createMusicPreviews } from './music-preview.ts'
import { readOwnSquad, setOwnSquad } from './squad.ts'

// Profiles: the card every member shows every other, and what its owner changes on it. A card
// never holds an email, and says nothing about posts: who may see those is decided in friends.
// Members change their own record only, whatever else a request holds.

const RENAMES_PER_HOUR = 10
const PREVIEWS_PER_MINUTE = 30
const { MESSAGES } = contract

export function profileRoutes(app: ApiRoutes, services: Services) {
  cardRoute(app, services)
  editingRoute(app, services)
  usernameRoute(app, services)
  privacyRoutes(app, services)
  squadRoutes(app, services)
  musicRoute(app, services)
}

function cardRoute(app: ApiRoutes, services: Services) {
  app.get(
    '/users/:id/profile',
    {
      config: { audience: 'members' },
      schema: { params: contract.memberParams, response: { 200: contract.memberProfile } },
    },
    async (request) => readProfile(actor(request), services, request.params.id),
  )
}

function editingRoute(app: ApiRoutes, services: Services) {
  const uploads = uploadLimit(services.limits)

  app.put(
    '/users/profile',
    {
      config: { audience: 'members' },
      schema: {
        consumes: ['multipart/form-data'],
        body: contract.profileForm,
        response: { 200: contract.profileAnswer },
      },
      // The form is parsed by the same rules as it streams in.
      validatorCompiler: () => (value) => ({ value }),
    },
    async (request) => {
      const member = actor(request)
      const { fields, file } = await readForm(request, {
        fields: contract.profileFields,
        file: { name: 'profilePhoto', maxBytes: contract.PHOTO_MAX_BYTES },
        says: { tooLarge: MESSAGES.photoTooLarge, tooMany: MESSAGES.onePhoto },
      })
      const photo = file?.length ? file : null
      if (photo) await uploads.take(member.id)
      const user = await updateOwnProfile(member, services, { fields, photo })
      return { ...presentCurrentUser(services, user), ...messageAnswer(MESSAGES.profileUpdated) }
    },
  )
}

function usernameRoute(app: ApiRoutes, services: Services) {
  const renameLimit = services.limits.of('renames', RENAMES_PER_HOUR, 60 * 60)

  app.put(
    '/users/username',
    {
      config: { audience: 'members' },
      schema: { body: contract.usernameBody, response: { 200: contract.usernameAnswer } },
    },
    async (request) => {
      const member = actor(request)
      await renameLimit.take(member.id)
      const user = await renameAccount(member, services, request.body.username)
      return {
        ...messageAnswer(MESSAGES.usernameUpdated),
        user: presentCurrentUser(services, user),
      }
    },
  )
}

function privacyRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/privacy',
    { config: { audience: 'members' }, schema: { response: { 200: contract.privacyAnswer } } },
    async (request) => ({ isPrivate: await readPrivacy(actor(request), services) }),
  )

  app.put(
    '/users/privacy',
    {
      config: { audience: 'members' },
      schema: { body: contract.privacyBody, response: { 200: contract.privacyAnswer } },
    },
    async (request) => {
      const { isPrivate } = request.body
      await setPrivacy(actor(request).id, services, isPrivate)
      return { isPrivate }
    },
  )

  // The specification knows it under both.
  for (const path of ['/users/privacy/toggle', '/users/users/privacy/toggle'])
    app.put(
      path,
      { config: { audience: 'members' }, schema: { response: { 200: contract.privacyAnswer } } },
      async (request) => ({ isPrivate: await togglePrivacy(actor(request), services) }),
    )
}

function squadRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/squad',
    { config: { audience: 'members' }, schema: { response: { 200: contract.squadList } } },
    async (request) => readOwnSquad(actor(request), services),
  )

  app.put(
    '/users/squad',
    {
      config: { audience: 'members' },
      schema: { body: contract.squadBody, response: { 200: contract.squadList } },
    },
    async (request) => setOwnSquad(actor(request), services, request.body.squad),
  )
}

function musicRoute(app: ApiRoutes, services: Services) {
  const previewLimit = services.limits.of('music-previews', PREVIEWS_PER_MINUTE, 60)
  const previewOf = createMusicPreviews(services)

  app.post(
    '/users/spotify/resolve',
    {
      config: { audience: 'members' },
      schema: { body: contract.musicBody, response: { 200: contract.musicPreview } },
    },
    async (request) => {
      await previewLimit.take(actor(request).id)
      return previewOf(request.body.url)
    },
  )
}
