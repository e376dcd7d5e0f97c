import { sentenceAnswer } from '../../contract/errors.ts'
import * as contract from '../../contract/profile.ts'
import { actor } from '../accounts/auth-hook.ts'
import { readCurrentUser } from '../accounts/current-user.ts'
import { hideFirstSteps } from '../accounts/first-steps.ts'
import { readPrivacy, setPrivacy, togglePrivacy } from '../accounts/privacy.ts'
import { setQuietNumbers } from '../accounts/quiet-numbers.ts'
import { renameAccount } from '../accounts/rename-account.ts'
import { limitOf, uploadLimit } from '../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../platform/http/api.ts'
import { withForm } from '../platform/http/multipart-form.ts'
import { GENERAL } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { updateOwnProfile } from './edit-profile.ts'
import { imageRoutes } from './image-routes.ts'
import { readProfile } from './member-card.ts'
import { createMusicPreviews } from './music-preview.ts'
import { route } from './profile-route.ts'
import { readOwnSquad, setOwnSquad } from './squad.ts'

const { MESSAGES } = contract

export function profileRoutes(app: ApiRoutes, services: Services) {
  cardRoute(app, services)
  imageRoutes(app, services)
  editingRoute(app, services)
  usernameRoute(app, services)
  privacyRoutes(app, services)
  viewRoutes(app, services)
  squadRoutes(app, services)
  musicRoute(app, services)
}

function cardRoute(app: ApiRoutes, services: Services) {
  app.get(
    '/users/:id/profile',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'readProfile',
      summary: "Read a member's profile card",
      params: contract.memberParams,
      response: { 200: contract.memberProfile },
    }),
    async (request) => readProfile(actor(request), services, request.params.id),
  )
}

function editingRoute(app: ApiRoutes, services: Services) {
  const uploadsLimit = uploadLimit(services.limits)
  const form = {
    fields: contract.profileFields,
    file: { name: 'profilePhoto', maxBytes: contract.PHOTO_MAX_BYTES },
    messages: { tooLarge: MESSAGES.photoTooLarge, tooMany: MESSAGES.onePhoto },
  }

  app.put(
    '/users/profile',
    route({
      audience: 'members',
      limit: limitOf('profile-changes'),
      operationId: 'updateProfile',
      summary: 'Change the own profile',
      form: contract.profileForm,
      response: { 200: contract.profileAnswer },
    }),
    async (request) => {
      const member = actor(request)
      const sender = { memberId: member.id, limit: uploadsLimit }
      const user = await withForm(request, services.uploads, sender, form, ({ fields, files }) =>
        updateOwnProfile(member, services, { fields, photo: files[0] ?? null }),
      )
      return {
        ...(await readCurrentUser(services, user)),
        ...messageAnswer(MESSAGES.profileUpdated),
      }
    },
  )
}

function usernameRoute(app: ApiRoutes, services: Services) {
  app.put(
    '/users/username',
    route({
      audience: 'members',
      limit: limitOf('renames'),
      operationId: 'changeUsername',
      summary: 'Change the own username',
      body: contract.usernameBody,
      response: { 200: contract.usernameAnswer },
      refuses: { conflict: 'The username is taken.' },
    }),
    async (request) => {
      const user = await renameAccount(actor(request), services, request.body.username)
      return {
        ...messageAnswer(MESSAGES.usernameUpdated),
        user: await readCurrentUser(services, user),
      }
    },
  )
}

function privacyRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/privacy',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'readPrivacy',
      summary: 'Ask whether the own profile is private',
      response: { 200: contract.privacyState },
    }),
    async (request) => readPrivacy(actor(request), services),
  )

  app.put(
    '/users/privacy',
    route({
      audience: 'members',
      limit: limitOf('privacy'),
      operationId: 'setPrivacy',
      summary: 'Make the own profile private or public',
      body: contract.privacyBody,
      response: { 200: contract.privacyAnswer },
    }),
    async (request) => {
      const { isPrivate, keepEarlier } = request.body
      await setPrivacy(actor(request).id, services, isPrivate, keepEarlier)
      return { isPrivate }
    },
  )

  // The specification knows it under both.
  for (const [path, operationId] of [
    ['/users/privacy/toggle', 'togglePrivacy'],
    ['/users/users/privacy/toggle', 'togglePrivacyAlias'],
  ] as const)
    app.put(
      path,
      route({
        audience: 'members',
        limit: limitOf('privacy'),
        operationId,
        summary: 'Turn the privacy of the own profile around',
        response: { 200: contract.privacyAnswer },
      }),
      async (request) => ({ isPrivate: await togglePrivacy(actor(request), services) }),
    )
}

/** How the member's own pages are shown to them. */
function viewRoutes(app: ApiRoutes, services: Services) {
  app.put(
    '/users/quiet-numbers',
    route({
      audience: 'members',
      limit: limitOf('profile-changes'),
      operationId: 'setQuietNumbers',
      summary: 'Be shown presence in place of numbers, or numbers',
      body: contract.quietNumbersBody,
      response: { 200: sentenceAnswer },
    }),
    async (request) => {
      await setQuietNumbers(actor(request), services, request.body.isQuiet)
      return messageAnswer(MESSAGES.quietSaved)
    },
  )

  app.delete(
    '/users/first-steps',
    route({
      audience: 'members',
      limit: limitOf('profile-changes'),
      operationId: 'hideFirstSteps',
      summary: 'Be shown the first steps of a newcomer no more',
      response: { 200: sentenceAnswer },
    }),
    async (request) => {
      await hideFirstSteps(actor(request), services)
      return messageAnswer(MESSAGES.firstStepsHidden)
    },
  )
}

function squadRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/squad',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'readSquad',
      summary: 'Read the own squad in order',
      response: { 200: contract.squadList },
    }),
    async (request) => readOwnSquad(actor(request), services),
  )

  app.put(
    '/users/squad',
    route({
      audience: 'members',
      limit: limitOf('profile-changes'),
      operationId: 'setSquad',
      summary: 'Set the own squad in order',
      body: contract.squadBody,
      response: { 200: contract.squadList },
    }),
    async (request) => setOwnSquad(actor(request), services, request.body.squad),
  )
}

function musicRoute(app: ApiRoutes, services: Services) {
  const previewOf = createMusicPreviews(services)

  app.post(
    '/users/spotify/resolve',
    route({
      audience: 'members',
      limit: limitOf('music-previews'),
      operationId: 'previewMusic',
      summary: 'Preview what a music link leads to',
      body: contract.musicBody,
      response: { 200: contract.musicPreview },
      refuses: { not_found: MESSAGES.musicMissing },
    }),
    async (request) => previewOf(request.body.url),
  )
}
