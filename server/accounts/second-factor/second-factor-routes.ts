import { MESSAGES as SECURITY_MESSAGES } from '../../../contract/account-security.ts'
import { sentenceAnswer } from '../../../contract/errors.ts'
import * as contract from '../../../contract/second-factor.ts'
import { limitOf } from '../../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../../platform/http/api.ts'
import { GENERAL, routesOf } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { actor } from '../auth-hook.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  type SecondFactorGuard,
} from './second-factor.ts'

const { MESSAGES } = contract
const route = routesOf({
  name: 'Second step',
  description: 'A code of an app besides the password.',
})
const UNCONFIRMED = { confirmation_needed: SECURITY_MESSAGES.confirmationNeeded }

export function secondFactorRoutes(app: ApiRoutes, services: Services, guard: SecondFactorGuard) {
  setupRoutes(app, services, guard)
  changeRoutes(app, services, guard)
}

function setupRoutes(app: ApiRoutes, services: Services, guard: SecondFactorGuard) {
  app.get(
    '/users/second-factor',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'readSecondFactor',
      summary: 'Read whether a code is asked for at sign-in',
      response: { 200: contract.secondFactorStatus },
    }),
    async (request) => readSecondFactor(actor(request), services),
  )

  app.post(
    '/users/second-factor',
    route({
      audience: 'members',
      limit: limitOf('password-checks'),
      operationId: 'beginSecondFactor',
      summary: 'Make the secret for an app, which a first code confirms',
      response: { 200: contract.secondFactorSetup },
      refuses: { ...UNCONFIRMED, conflict: MESSAGES.alreadyOn },
    }),
    async (request) => beginSecondFactor(actor(request), services),
  )

  app.post(
    '/users/second-factor/confirm',
    route({
      audience: 'members',
      limit: limitOf('password-checks'),
      operationId: 'confirmSecondFactor',
      summary: 'Ask for a code at sign-in from now on; answers the recovery codes',
      body: contract.codeBody,
      response: { 200: contract.recoveryCodes },
      refuses: { ...UNCONFIRMED, conflict: MESSAGES.notStarted },
    }),
    async (request) => {
      const { code } = request.body
      const codes = await confirmSecondFactor(actor(request), services, guard, {
        code,
        ip: request.ip,
      })
      return { recoveryCodes: codes }
    },
  )
}

function changeRoutes(app: ApiRoutes, services: Services, guard: SecondFactorGuard) {
  app.post(
    '/users/second-factor/recovery-codes',
    route({
      audience: 'members',
      limit: limitOf('password-checks'),
      operationId: 'renewRecoveryCodes',
      summary: 'Make ten new recovery codes in place of those of before',
      response: { 200: contract.recoveryCodes },
      refuses: { ...UNCONFIRMED, conflict: MESSAGES.notOn },
    }),
    async (request) => ({
      recoveryCodes: await renewRecoveryCodes(actor(request), services, request.ip),
    }),
  )

  app.post(
    '/users/second-factor/end',
    route({
      audience: 'members',
      limit: limitOf('password-checks'),
      operationId: 'endSecondFactor',
      summary: 'Ask for no code any more',
      body: contract.codeBody,
      response: { 200: sentenceAnswer },
      refuses: { ...UNCONFIRMED, conflict: MESSAGES.notOn },
    }),
    async (request) => {
      const { code } = request.body
      await endSecondFactor(actor(request), services, guard, { code, ip: request.ip })
      return messageAnswer(MESSAGES.turnedOff)
    },
  )
}
