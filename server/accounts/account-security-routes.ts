import * as contract from '../../contract/account-security.ts'
import { linkParams } from '../../contract/accounts.ts'
import { sentenceAnswer } from '../../contract/errors.ts'
import { MESSAGES as LINK_MESSAGES } from '../../contract/mailed-links.ts'
import { limitOf } from '../call-limits.ts'
import { mutate } from '../platform/database/mutate.ts'
import { type ApiRoutes, messageAnswer } from '../platform/http/api.ts'
import { clearBrowserCache } from '../platform/http/clear-cache.ts'
import { GENERAL, routesOf } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { actor } from './auth-hook.ts'
import {
  changeEmail,
  endStrangersSessions,
  requestEmailChange,
  undoEmailChange,
} from './change-email.ts'
import { changePassword } from './change-password.ts'
import { clientInfoOf } from './client-info.ts'
import { endOtherSessions, endOwnSession, readOwnSessions } from './own-sessions.ts'
import { confirmWithPassword } from './password-confirmation.ts'
import { secondFactorGuard } from './second-factor/second-factor.ts'

const { MESSAGES } = contract
const route = routesOf({
  name: 'Account safety',
  description: 'Devices that are signed in, the password and the address.',
})
const WRONG_LINK = { bad_request: LINK_MESSAGES.linkInvalid }

export function accountSecurityRoutes(app: ApiRoutes, services: Services) {
  sessionRoutes(app, services)
  passwordRoutes(app, services)
  emailRoutes(app, services)
  mailedRoutes(app, services)
}

function sessionRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/sessions',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'readOwnSessions',
      summary: 'Read which devices are signed in to the own account',
      response: { 200: contract.ownSessionList },
    }),
    async (request) => readOwnSessions(actor(request), services),
  )

  app.delete(
    '/users/sessions',
    route({
      audience: 'members',
      limit: limitOf('session-ends'),
      operationId: 'endOtherSessions',
      summary: 'Sign every other device out',
      response: { 200: sentenceAnswer },
    }),
    async (request) => {
      await mutate(services, (mutation) => endOtherSessions(actor(request), mutation))
      return messageAnswer(MESSAGES.othersEnded)
    },
  )

  app.delete(
    '/users/sessions/:id',
    route({
      audience: 'members',
      limit: limitOf('session-ends'),
      operationId: 'endOwnSession',
      summary: 'Sign one device out',
      params: contract.sessionParams,
      response: { 200: sentenceAnswer },
      refuses: { not_found: MESSAGES.sessionMissing },
    }),
    async (request, reply) => {
      const isCurrent = await endOwnSession(actor(request), services, request.params.id)
      if (isCurrent) clearBrowserCache(reply)
      return messageAnswer(MESSAGES.sessionEnded)
    },
  )
}

function passwordRoutes(app: ApiRoutes, services: Services) {
  const codeGuard = secondFactorGuard(services.limits)
  app.post(
    '/users/confirm',
    route({
      audience: 'members',
      limit: limitOf('password-checks'),
      operationId: 'confirmPassword',
      summary:
        'Type the password again, and a code where one signs in with it, before what could do harm',
      body: contract.confirmBody,
      response: { 200: sentenceAnswer },
    }),
    async (request) => {
      await confirmWithPassword(actor(request), services, codeGuard, {
        ...request.body,
        ip: request.ip,
      })
      return messageAnswer(MESSAGES.confirmed)
    },
  )

  app.put(
    '/users/password',
    route({
      audience: 'members',
      limit: limitOf('password-checks'),
      operationId: 'changePassword',
      summary: 'Change the password, which signs every other device out',
      body: contract.newPasswordBody,
      response: { 200: sentenceAnswer },
    }),
    async (request, reply) => {
      const client = clientInfoOf(request)
      const user = await changePassword(actor(request), services, request.body, client.ip)
      // The marks of before ended with the password.
      reply.header('set-cookie', services.deviceCookie.mark(client.cookie, user))
      return messageAnswer(MESSAGES.passwordChanged)
    },
  )
}

function emailRoutes(app: ApiRoutes, services: Services) {
  app.put(
    '/users/email',
    route({
      audience: 'members',
      limit: limitOf('email-changes'),
      operationId: 'requestEmailChange',
      summary: 'Have a link mailed that changes the address of the account',
      body: contract.newEmailBody,
      response: { 200: sentenceAnswer },
      refuses: {
        confirmation_needed: MESSAGES.confirmationNeeded,
        conflict: 'Another account has this address.',
      },
    }),
    async (request) => {
      const { email } = request.body
      await requestEmailChange(actor(request), services, email)
      return messageAnswer(MESSAGES.emailLinkSent(email))
    },
  )

  app.post(
    '/users/email/:token',
    route({
      audience: 'anyone',
      limit: limitOf('links'),
      operationId: 'changeEmail',
      summary: 'Change the address by the link that was mailed to the new one',
      params: linkParams,
      response: { 200: sentenceAnswer },
      refuses: { ...WRONG_LINK, conflict: 'Another account has this address.' },
    }),
    async (request) => {
      await changeEmail(services, request.params.token)
      return messageAnswer(LINK_MESSAGES.emailChanged)
    },
  )
}

function mailedRoutes(app: ApiRoutes, services: Services) {
  app.post(
    '/users/email-undo/:token',
    route({
      audience: 'anyone',
      limit: limitOf('links'),
      operationId: 'undoEmailChange',
      summary: 'Take a change of address back by the link that was mailed to the former one',
      params: linkParams,
      response: { 200: contract.resetAnswer },
      refuses: { ...WRONG_LINK, conflict: 'Another account has this address.' },
    }),
    async (request) => {
      const takenBack = await undoEmailChange(services, request.params.token)
      return { ...messageAnswer(LINK_MESSAGES.emailUndone), ...takenBack }
    },
  )

  app.post(
    '/users/not-me/:token',
    route({
      audience: 'anyone',
      limit: limitOf('links'),
      operationId: 'endStrangersSessions',
      summary: 'Sign every device out by the link in the mail about a new sign-in',
      params: linkParams,
      response: { 200: contract.resetAnswer },
      refuses: WRONG_LINK,
    }),
    async (request) => {
      const takenBack = await endStrangersSessions(services, request.params.token)
      return { ...messageAnswer(LINK_MESSAGES.everywhereSignedOut), ...takenBack }
    },
  )
}
