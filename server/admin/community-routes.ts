import { z } from 'zod'
import * as contract from '../../contract/community-settings.ts'
import { removalQuery } from '../../contract/removal.ts'
import { actor } from '../accounts/auth-hook.ts'
import { limitOf, uploadLimit } from '../call-limits.ts'
import type { ApiRoutes } from '../platform/http/api.ts'
import { invalid } from '../platform/http/http-error.ts'
import { withForm } from '../platform/http/multipart-form.ts'
import { GENERAL, routesOf } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { changeCommunity, changeCommunityLogo } from './community.ts'

const route = routesOf({
  name: 'Community settings',
  description: 'What administrators decide about the community.',
})

/** The longest texts, whatever their script and however they are escaped. */
const BODY_MAX_BYTES = 1024 * 1024

export function communitySettingsRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/admin/community',
    route({
      audience: 'administrators',
      limit: GENERAL,
      operationId: 'readCommunitySettings',
      summary: 'Read all that is decided about the community',
      response: { 200: contract.communitySettings },
    }),
    async () => services.community.read(),
  )

  app.put(
    '/admin/community',
    {
      ...route({
        audience: 'administrators',
        limit: limitOf('moderation'),
        operationId: 'changeCommunitySettings',
        summary: 'Change what is given about the community',
        querystring: removalQuery,
        body: contract.communityChanges,
        response: { 200: contract.communitySettings },
      }),
      bodyLimit: BODY_MAX_BYTES,
    },
    async (request) =>
      changeCommunity(actor(request), services, request.body, request.query.reason),
  )

  logoRoutes(app, services)
}

function logoRoutes(app: ApiRoutes, services: Services) {
  const { LOGO_MAX_BYTES: maxBytes, MESSAGES } = contract
  const limit = uploadLimit(services.limits)
  const form = {
    fields: z.object({}),
    file: { name: 'logo', maxBytes },
    messages: { tooLarge: MESSAGES.logoTooLarge, tooMany: MESSAGES.oneLogo },
  }

  app.put(
    '/admin/community/logo',
    route({
      audience: 'administrators',
      limit: limitOf('moderation'),
      operationId: 'changeLogo',
      summary: 'Give the community another logo',
      querystring: removalQuery,
      form: contract.logoForm,
      response: { 200: contract.communitySettings },
    }),
    async (request) => {
      const admin = actor(request)
      return withForm(
        request,
        services.uploads,
        { memberId: admin.id, limit },
        form,
        ({ files: [file] }) => {
          if (!file) throw invalid('logo', MESSAGES.logoMissing)
          return changeCommunityLogo(admin, services, file, request.query.reason)
        },
      )
    },
  )

  app.delete(
    '/admin/community/logo',
    route({
      audience: 'administrators',
      limit: limitOf('moderation'),
      operationId: 'removeLogo',
      summary: 'Take the logo of the community away',
      querystring: removalQuery,
      response: { 200: contract.communitySettings },
    }),
    async (request) => changeCommunityLogo(actor(request), services, null, request.query.reason),
  )
}
