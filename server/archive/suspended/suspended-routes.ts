import * as contract from '../../../contract/archive.ts'
import { sentenceAnswer } from '../../../contract/errors.ts'
import { passkeyBody } from '../../../contract/passkeys.ts'
import { MESSAGES as FACTOR_MESSAGES } from '../../../contract/second-factor.ts'
import { MESSAGES as SUSPENSION_MESSAGES, suspendedProof } from '../../../contract/suspension.ts'
import { clientInfoOf } from '../../accounts/client-info.ts'
import {
  proveSuspended,
  proveSuspendedByPasskey,
  suspendedGuards,
} from '../../accounts/suspended-member.ts'
import { limitOf, OWN_RULES } from '../../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../../platform/http/api.ts'
import { routesOf } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import * as archive from './suspended-archive.ts'

const { MESSAGES } = contract
const route = routesOf({
  name: 'Suspension',
  description: 'What somebody who is kept out may still do.',
})

export function suspendedArchiveRoutes(app: ApiRoutes, services: Services) {
  proofRoutes(app, services)

  app.post(
    '/users/suspension/archive/status',
    route({
      audience: 'anyone',
      limit: limitOf('archive-files'),
      operationId: 'readSuspendedArchive',
      summary: 'Read how it stands with the archive of somebody suspended',
      body: contract.passBody,
      response: { 200: contract.archiveStatus },
      refuses: { forbidden: MESSAGES.passOver },
    }),
    (request) => archive.readSuspendedArchive(services, request.body.pass),
  )

  app.post(
    '/users/suspension/archive/again',
    route({
      audience: 'anyone',
      limit: limitOf('archives'),
      operationId: 'renewSuspendedArchive',
      summary: 'Have the archive of somebody suspended packed anew',
      body: contract.passBody,
      response: { 202: sentenceAnswer },
      refuses: {
        ...{ forbidden: MESSAGES.passOver, too_many_requests: MESSAGES.oncePerDay },
        storage_full: MESSAGES.noRoom,
      },
    }),
    async (request, reply) => {
      await archive.renewSuspendedArchive(services, request.body.pass)
      return reply.code(202).send(messageAnswer(MESSAGES.begun))
    },
  )

  app.post(
    '/users/suspension/archive/link',
    route({
      audience: 'anyone',
      limit: limitOf('archives'),
      operationId: 'linkSuspendedArchive',
      summary: 'Get a link by which this browser downloads the archive of somebody suspended',
      body: contract.passBody,
      response: { 200: contract.archiveLink },
      refuses: { forbidden: MESSAGES.passOver, not_found: MESSAGES.gone },
    }),
    async (request, reply) => {
      const { url, cookie } = await archive.linkSuspendedArchive(services, request.body.pass)
      reply.header('set-cookie', cookie)
      return { url }
    },
  )
}

function proofRoutes(app: ApiRoutes, services: Services) {
  const guards = suspendedGuards(services)
  app.post(
    '/users/suspension/archive',
    route({
      audience: 'anyone',
      limit: OWN_RULES.signIn,
      operationId: 'openSuspendedArchive',
      summary: 'Have what one made packed while one is suspended',
      body: suspendedProof,
      response: { 200: contract.suspendedArchive },
      refuses: {
        bad_request: 'The email or the password is not right.',
        second_factor_needed: FACTOR_MESSAGES.needed,
        not_found: SUSPENSION_MESSAGES.notSuspended,
        storage_full: MESSAGES.noRoom,
      },
    }),
    async (request) => {
      const client = clientInfoOf(request)
      const user = await proveSuspended(services, guards, client, request.body)
      return archive.openSuspendedArchive(services, user)
    },
  )

  app.post(
    '/users/suspension/archive/passkey',
    route({
      audience: 'anyone',
      limit: OWN_RULES.signIn,
      operationId: 'openSuspendedArchiveByPasskey',
      summary: 'The same with a passkey, without password and code',
      body: passkeyBody,
      response: { 200: contract.suspendedArchive },
      refuses: {
        bad_request: 'The passkey is not right, or not known.',
        not_found: SUSPENSION_MESSAGES.notSuspended,
        storage_full: MESSAGES.noRoom,
      },
    }),
    async (request) => {
      const client = clientInfoOf(request)
      const { credential } = request.body
      const user = await proveSuspendedByPasskey(services, guards, client, credential)
      return archive.openSuspendedArchive(services, user)
    },
  )
}
