import { sentenceAnswer } from '../../../contract/errors.ts'
import { invitation, inviteCodeParams } from '../../../contract/invitation.ts'
import * as contract from '../../../contract/invites.ts'
import { MESSAGES as REGISTRATION_MESSAGES } from '../../../contract/registration.ts'
import { limitOf } from '../../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../../platform/http/api.ts'
import { GENERAL, routesOf } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { actor } from '../auth-hook.ts'
import {
  deleteInvite,
  makeInvite,
  readInvitation,
  readInvites,
  renewInviteLink,
} from './invites.ts'

const { MESSAGES } = contract
const route = routesOf({
  name: 'Invitations',
  description: 'Links by which members bring others in.',
})

export function inviteRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/invites',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listInvites',
      summary: 'List the own invitations, the newest first',
      response: { 200: contract.inviteList },
    }),
    async (request) => readInvites(actor(request), services),
  )

  app.get(
    '/invitations/:code',
    route({
      audience: 'anyone',
      limit: limitOf('links'),
      operationId: 'readInvitation',
      summary: 'Ask who invites by a link',
      params: inviteCodeParams,
      response: { 200: invitation },
      refuses: { not_found: REGISTRATION_MESSAGES.invitationEnded },
    }),
    async (request) => readInvitation(request.actor, services, request.params.code),
  )

  app.post(
    '/invites',
    route({
      audience: 'members',
      limit: limitOf('invites'),
      operationId: 'makeInvite',
      summary: 'Make an invitation',
      description: 'The link is answered this once: only its hash is kept.',
      body: contract.inviteBody,
      response: { 201: contract.inviteLink },
      refuses: { conflict: MESSAGES.tooManyOpen, forbidden: MESSAGES.administratorsInvite },
    }),
    async (request, reply) => {
      const made = await makeInvite(actor(request), services, request.body)
      return reply.code(201).send(made)
    },
  )

  ownInviteRoutes(app, services)
}

function ownInviteRoutes(app: ApiRoutes, services: Services) {
  app.post(
    '/invites/:id/link',
    route({
      audience: 'members',
      limit: limitOf('invites'),
      operationId: 'renewInviteLink',
      summary: 'Give an own invitation another link, which ends the one before',
      params: contract.inviteParams,
      response: { 200: contract.inviteLink },
      refuses: { forbidden: MESSAGES.administratorsInvite },
    }),
    async (request) => renewInviteLink(actor(request), services, request.params.id),
  )

  app.delete(
    '/invites/:id',
    route({
      audience: 'members',
      limit: limitOf('invites'),
      operationId: 'deleteInvite',
      summary: 'End an own invitation',
      params: contract.inviteParams,
      response: { 200: sentenceAnswer },
    }),
    async (request) => {
      await deleteInvite(actor(request), services, request.params.id)
      return messageAnswer(MESSAGES.removed)
    },
  )
}
