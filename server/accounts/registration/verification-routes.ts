import * as contract from '../../../contract/accounts.ts'
import { sentenceAnswer } from '../../../contract/errors.ts'
import {
  enteredAnswer,
  SERVER_MESSAGES,
  verifiedAnswer,
  verifyBody,
} from '../../../contract/registration.ts'
import { limitOf, OWN_RULES } from '../../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../../platform/http/api.ts'
import { routesOf } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { clientInfoOf } from '../client-info.ts'
import { mailLimit } from '../mail-limit.ts'
import { signInVerified } from '../sign-in.ts'
import { replySignedIn } from '../sign-in-routes.ts'
import {
  removeRegistration,
  resendVerification,
  type Verification,
  verifyEmail,
} from './verification.ts'

const { MESSAGES } = contract
const route = routesOf({
  name: 'Verification',
  description: 'What the mail of a registration leads to.',
})

export function verificationRoutes(app: ApiRoutes, services: Services) {
  verifyRoutes(app, services)
  mailRoutes(app, services)
}

function verifyRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/verify/:token',
    route({
      audience: 'anyone',
      limit: limitOf('links'),
      operationId: 'verifyEmail',
      summary: 'Verify an email by the link that was mailed',
      params: contract.linkParams,
      response: { 200: verifiedAnswer },
      refuses: {
        bad_request: 'The link is invalid or has expired.',
        storage_full: 'The link stays valid.',
      },
    }),
    async (request) => {
      return verifiedMessage(await verifyEmail(services, request.params.token))
    },
  )

  app.post(
    '/users/verify/:token',
    route({
      audience: 'anyone',
      limit: limitOf('links'),
      operationId: 'verifyEmailAndLogin',
      summary:
        'Verify an email by the link that was mailed, and sign in the browser that registered',
      params: contract.linkParams,
      body: verifyBody,
      response: { 200: enteredAnswer },
      refuses: {
        bad_request: 'The link is invalid or has expired.',
        storage_full: 'The link stays valid.',
      },
    }),
    async (request, reply) => {
      const { token } = request.params
      const verification = await verifyEmail(services, token, request.body.browserSecret)
      const { provenMember } = verification
      const signedIn =
        provenMember && (await signInVerified(services, clientInfoOf(request), provenMember))
      return {
        ...verifiedMessage(verification),
        session: signedIn ? await replySignedIn(services, request, reply, signedIn) : null,
      }
    },
  )
}

function mailRoutes(app: ApiRoutes, services: Services) {
  const isMailed = mailLimit(services, 'verification-mail')

  app.delete(
    '/users/verify/:token',
    route({
      audience: 'anyone',
      limit: limitOf('links'),
      operationId: 'removeRegistration',
      summary: 'Remove a registration by the link that was mailed, for who did not make it',
      params: contract.linkParams,
      response: { 200: sentenceAnswer },
      refuses: { bad_request: MESSAGES.registrationNotRemoved },
    }),
    async (request) => {
      await removeRegistration(services, request.params.token)
      return messageAnswer(MESSAGES.registrationRemoved)
    },
  )

  app.post(
    '/users/resend-verification',
    route({
      audience: 'anyone',
      limit: OWN_RULES.mail,
      operationId: 'resendVerification',
      summary: 'Mail the verification link again',
      body: contract.resendBody,
      response: { 200: sentenceAnswer },
    }),
    async (request) => {
      const { email } = request.body
      if (await isMailed(clientInfoOf(request), email)) await resendVerification(services, email)
      return messageAnswer(MESSAGES.verificationMailSent)
    },
  )
}

const SENTENCES = { member: MESSAGES.verified, waiting: SERVER_MESSAGES.waiting }

function verifiedMessage({ verified, email }: Verification) {
  const isWaiting = verified === 'waiting'
  return { ...messageAnswer(SENTENCES[verified]), email: isWaiting ? null : email, isWaiting }
}
