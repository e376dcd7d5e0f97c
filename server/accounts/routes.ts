import * as contract from '../../contract/accounts.ts'
import { sentenceAnswer } from '../../contract/errors.ts'
import {
  MESSAGES as PROOF_MESSAGES,
  proofChallengeAnswer,
  registerBody,
} from '../../contract/registration-proof.ts'
import { limitOf, OWN_RULES } from '../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../platform/http/api.ts'
import { clearBrowserCache } from '../platform/http/clear-cache.ts'
import { GENERAL, routesOf } from '../platform/http/route.ts'
import { limitByIp, takeAll } from '../platform/limits.ts'
import type { Services } from '../services.ts'
import { accountSecurityRoutes } from './account-security-routes.ts'
import { actor } from './auth-hook.ts'
import { clientInfoOf } from './client-info.ts'
import { readCurrentUser } from './current-user.ts'
import { mailLimit } from './mail-limit.ts'
import { checkResetLink, requestPasswordReset, resetPassword } from './password-reset.ts'
import * as queries from './queries.ts'
import { inviteRoutes } from './registration/invite-routes.ts'
import { registerAccount } from './registration/registration.ts'
import {
  challengeFor,
  requireRegistrationProof,
} from './registration/require-registration-proof.ts'
import { verificationRoutes } from './registration/verification-routes.ts'
import { sessionEndedError } from './session-ended.ts'
import { endSession, refreshToken } from './sessions.ts'
import { signInRoutes } from './sign-in-routes.ts'

const SIGN_UPS_PER_HOUR = 20
const HOUR_SECONDS = 60 * 60

const { MESSAGES } = contract
const route = routesOf({
  name: 'Accounts',
  description: 'Registration, sessions and the own account.',
})

export function accountRoutes(app: ApiRoutes, services: Services) {
  registrationRoutes(app, services)
  verificationRoutes(app, services)
  signInRoutes(app, services)
  sessionRoutes(app, services)
  passwordResetRoutes(app, services)
  ownAccountRoutes(app, services)
  inviteRoutes(app, services)
  accountSecurityRoutes(app, services)
}

function registrationRoutes(app: ApiRoutes, services: Services) {
  const signUps = limitByIp(services.limits, 'sign-up', SIGN_UPS_PER_HOUR, HOUR_SECONDS)

  app.get(
    '/users/register/challenge',
    route({
      audience: 'anyone',
      limit: limitOf('challenges'),
      operationId: 'readRegistrationChallenge',
      summary: 'Have a challenge for the proof of work that registering needs',
      response: { 200: proofChallengeAnswer },
    }),
    async (request) => ({ challenge: await challengeFor(services, request.ip) }),
  )

  app.post(
    '/users/register',
    route({
      audience: 'anyone',
      limit: OWN_RULES.signUp,
      operationId: 'register',
      summary: 'Register an account and have its mailbox verified by mail',
      body: registerBody,
      response: { 201: sentenceAnswer },
      refuses: {
        conflict: 'The username or the email is taken.',
        registration_closed: 'Nobody can register now, or only with an invitation.',
        proof_needed: PROOF_MESSAGES.needed,
      },
    }),
    async (request, reply) => {
      await takeAll(signUps(request.ip))
      await requireRegistrationProof(services, request.body, request.ip)
      await registerAccount(services, request.body, request.ip)
      return reply.code(201).send(messageAnswer(MESSAGES.registered))
    },
  )
}

function sessionRoutes(app: ApiRoutes, services: Services) {
  app.post(
    '/users/refresh-token',
    route({
      audience: 'anyone',
      limit: limitOf('refreshes'),
      operationId: 'refreshToken',
      summary: 'Exchange a token for a fresh one',
      body: contract.refreshBody,
      response: { 200: contract.tokenAnswer },
      refuses: { unauthorized: MESSAGES.sessionEnded },
    }),
    async (request) => {
      const token = await refreshToken(services, request.body.token, request.ip)
      if (!token) throw sessionEndedError()
      return { token }
    },
  )

  app.post(
    '/users/logout',
    route({
      audience: 'members',
      limit: limitOf('sign-outs'),
      operationId: 'logout',
      summary: 'Sign out of this session',
      response: { 200: sentenceAnswer },
    }),
    async (request, reply) => {
      await endSession(services, actor(request).sessionId)
      clearBrowserCache(reply)
      return messageAnswer(MESSAGES.signedOut)
    },
  )
}

function passwordResetRoutes(app: ApiRoutes, services: Services) {
  const isMailed = mailLimit(services, 'reset-mail')

  app.post(
    '/users/forgot-password',
    route({
      audience: 'anyone',
      limit: OWN_RULES.mail,
      operationId: 'requestPasswordReset',
      summary: 'Have a link to a new password mailed',
      body: contract.emailBody,
      response: { 200: sentenceAnswer },
    }),
    async (request) => {
      const { email } = request.body
      if (await isMailed(clientInfoOf(request), email)) await requestPasswordReset(services, email)
      return messageAnswer(MESSAGES.resetMailSent)
    },
  )

  app.get(
    '/users/reset-password/:token',
    route({
      audience: 'anyone',
      limit: limitOf('links'),
      operationId: 'checkResetLink',
      summary: 'Ask whether a link to a new password is valid',
      params: contract.linkParams,
      response: { 200: sentenceAnswer },
      refuses: { bad_request: MESSAGES.resetLinkInvalid },
    }),
    async (request) => {
      await checkResetLink(services, request.params.token)
      return messageAnswer(MESSAGES.resetLinkValid)
    },
  )

  app.post(
    '/users/reset-password/:token',
    route({
      audience: 'anyone',
      limit: limitOf('links'),
      operationId: 'resetPassword',
      summary: 'Set a new password by the link that was mailed',
      params: contract.linkParams,
      body: contract.resetBody,
      response: { 200: sentenceAnswer },
      refuses: { bad_request: MESSAGES.resetLinkInvalid },
    }),
    async (request, reply) => {
      const { params, body } = request
      const client = clientInfoOf(request)
      const user = await resetPassword(services, params.token, body.password, client.ip)
      // They proved that the mailbox is theirs, so this device is.
      reply.header('set-cookie', services.deviceCookie.mark(client.cookie, user))
      return messageAnswer(MESSAGES.resetDone)
    },
  )
}

function ownAccountRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/user',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'readCurrentUser',
      summary: "Read the member's own record",
      response: { 200: contract.currentUser },
    }),
    async (request) => {
      const user = await queries.findUser(services.db, actor(request).id)
      if (!user) throw sessionEndedError()
      return readCurrentUser(services, user)
    },
  )
}
