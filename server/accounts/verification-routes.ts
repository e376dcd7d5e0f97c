import * as contract from '../../contract/accounts.ts'
import { messageBody } from '../../contract/errors.ts'
import { SERVER_MESSAGES } from '../../contract/registration.ts'
import { limitOf, OWN_RULES } from '../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../platform/http/api.ts'
import { routesOf } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { visitorOf } from './known-devices.ts'
import { mailLimit } from './mail-limit.ts'
import { removeRegistration, resendVerification, verifyEmail } from './verification.ts'

const { MESSAGES } = contract
const route = routesOf({
  name: 'Verification',
  description: 'What the mail of a registration leads to.',
})

/** What whoever got the mail of a registration does with its link. */
export function verificationRoutes(app: ApiRoutes, services: Services) {
  const isMailed = mailLimit(services, 'verification-mail')

  app.get(
    '/users/verify/:token',
    route({
      audience: 'anyone',
      limit: limitOf('links'),
      operationId: 'verifyEmail',
      summary: 'Verify an email by the link that was mailed',
      params: contract.linkParams,
      response: { 200: messageBody },
      refuses: {
        bad_request: 'The link is invalid or has expired.',
        storage_full: 'The link stays valid.',
      },
    }),
    async (request) => {
      const verified = await verifyEmail(services, request.params.token)
      return messageAnswer(verified === 'member' ? MESSAGES.verified : SERVER_MESSAGES.waiting)
    },
  )

  app.delete(
    '/users/verify/:token',
    route({
      audience: 'anyone',
      limit: limitOf('links'),
      operationId: 'removeRegistration',
      summary: 'Remove a registration by the link that was mailed, for who did not make it',
      params: contract.linkParams,
      response: { 200: messageBody },
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
      body: contract.emailBody,
      response: { 200: messageBody },
    }),
    async (request) => {
      const { email } = request.body
      if (await isMailed(visitorOf(request), email)) await resendVerification(services, email)
      return messageAnswer(MESSAGES.verificationMailSent)
    },
  )
}
