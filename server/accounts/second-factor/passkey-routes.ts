import { MESSAGES as SECURITY_MESSAGES } from '../../../contract/account-security.ts'
import { sentenceAnswer } from '../../../contract/errors.ts'
import * as contract from '../../../contract/passkeys.ts'
import { limitOf } from '../../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../../platform/http/api.ts'
import { GENERAL, routesOf } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { actor } from '../auth-hook.ts'
import {
  addPasskey,
  beginConfirmation,
  beginPasskey,
  confirmWithPasskey,
  listPasskeys,
  removePasskey,
} from './passkeys.ts'

const { MESSAGES } = contract
const route = routesOf({
  name: 'Passkeys',
  description: 'Keys of devices, with which a member signs in without a password.',
})
const UNCONFIRMED = { confirmation_needed: SECURITY_MESSAGES.confirmationNeeded }

export function passkeyRoutes(app: ApiRoutes, services: Services) {
  ownPasskeyRoutes(app, services)
  confirmationRoutes(app, services)
}

function ownPasskeyRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/passkeys',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listPasskeys',
      summary: 'List the own passkeys',
      response: { 200: contract.passkeyList },
    }),
    async (request) => listPasskeys(actor(request), services),
  )

  app.post(
    '/users/passkeys/options',
    route({
      audience: 'members',
      limit: limitOf('passkeys'),
      operationId: 'beginPasskey',
      summary: 'Read what a browser makes a passkey of',
      response: { 200: contract.passkeyCreation },
      refuses: { ...UNCONFIRMED, conflict: MESSAGES.tooMany },
    }),
    async (request) => beginPasskey(actor(request), services),
  )

  app.post(
    '/users/passkeys',
    route({
      audience: 'members',
      limit: limitOf('passkeys'),
      operationId: 'addPasskey',
      summary: 'Add a passkey that a browser made',
      body: contract.newPasskeyBody,
      response: { 200: sentenceAnswer },
      refuses: { ...UNCONFIRMED, conflict: MESSAGES.alreadyHere },
    }),
    async (request) => {
      await addPasskey(actor(request), services, request.body)
      return messageAnswer(MESSAGES.added)
    },
  )

  app.delete(
    '/users/passkeys/:id',
    route({
      audience: 'members',
      limit: limitOf('passkeys'),
      operationId: 'removePasskey',
      summary: 'Remove a passkey',
      params: contract.passkeyParams,
      response: { 200: sentenceAnswer },
      refuses: { ...UNCONFIRMED, not_found: MESSAGES.missing },
    }),
    async (request) => {
      await removePasskey(actor(request), services, request.params.id)
      return messageAnswer(MESSAGES.removed)
    },
  )
}

function confirmationRoutes(app: ApiRoutes, services: Services) {
  app.post(
    '/users/confirm/passkey/options',
    route({
      audience: 'members',
      limit: limitOf('passkeys'),
      operationId: 'beginPasskeyConfirmation',
      summary: 'Read what a browser signs to confirm who is there',
      response: { 200: contract.passkeyRequest },
      refuses: { conflict: MESSAGES.unknown },
    }),
    async (request) => beginConfirmation(actor(request), services),
  )

  app.post(
    '/users/confirm/passkey',
    route({
      audience: 'members',
      limit: limitOf('password-checks'),
      operationId: 'confirmWithPasskey',
      summary: 'Use a passkey in place of the password, before what could do harm',
      body: contract.passkeyBody,
      response: { 200: sentenceAnswer },
      refuses: { bad_request: MESSAGES.notRight },
    }),
    async (request) => {
      await confirmWithPasskey(actor(request), services, request.body.credential)
      return messageAnswer(SECURITY_MESSAGES.confirmed)
    },
  )
}
