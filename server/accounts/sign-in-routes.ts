import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '../../contract/accounts.ts'
import {
  MESSAGES as PASSKEY_MESSAGES,
  passkeyRequest,
  passkeySignInBody,
} from '../../contract/passkeys.ts'
import {
  MESSAGES as FACTOR_MESSAGES,
  secondFactorSignInBody,
} from '../../contract/second-factor.ts'
import { limitOf, OWN_RULES } from '../call-limits.ts'
import type { ApiRoutes } from '../platform/http/api.ts'
import { routesOf } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { clientInfoOf } from './client-info.ts'
import { readCurrentUser } from './current-user.ts'
import { passkeyRoutes } from './second-factor/passkey-routes.ts'
import { passkeyGuard, signInWithPasskey } from './second-factor/passkey-sign-in.ts'
import { secondFactorGuard } from './second-factor/second-factor.ts'
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts'
import { type SignedIn, signIn, signInGuard, signInWithCode } from './sign-in.ts'
import { suspensionRoutes } from './suspension-routes.ts'

const route = routesOf({
  name: 'Accounts',
  description: 'Registration, sessions and the own account.',
})

export function signInRoutes(app: ApiRoutes, services: Services) {
  const guard = signInGuard(services.limits)
  const codeGuard = secondFactorGuard(services.limits)
  secondFactorRoutes(app, services, codeGuard)
  passkeyRoutes(app, services)
  passkeySignInRoutes(app, services)
  suspensionRoutes(app, services)

  app.post(
    '/users/login',
    route({
      audience: 'anyone',
      limit: OWN_RULES.signIn,
      operationId: 'login',
      summary: 'Sign in with email and password',
      body: contract.loginBody,
      response: { 200: contract.loginAnswer },
      refuses: {
        bad_request: 'The email or the password is not right.',
        second_factor_needed: FACTOR_MESSAGES.needed,
        forbidden: 'The email is not verified yet, or they still wait to be let in.',
        suspended: 'The account is suspended.',
      },
    }),
    async (request, reply) => {
      const client = clientInfoOf(request)
      return replySignedIn(
        services,
        request,
        reply,
        await signIn(services, guard, client, request.body),
      )
    },
  )

  app.post(
    '/users/login/second-factor',
    route({
      audience: 'anyone',
      limit: OWN_RULES.signIn,
      operationId: 'loginWithCode',
      summary: 'Go on with a code where the password alone does not sign in',
      body: secondFactorSignInBody,
      response: { 200: contract.loginAnswer },
      refuses: {
        unauthorized: FACTOR_MESSAGES.challengeOver,
        forbidden: 'The email is not verified yet, or they still wait to be let in.',
        suspended: 'The account is suspended.',
      },
    }),
    async (request, reply) => {
      const client = clientInfoOf(request)
      const signedIn = await signInWithCode(services, codeGuard, client, request.body)
      return replySignedIn(services, request, reply, signedIn)
    },
  )
}

function passkeySignInRoutes(app: ApiRoutes, services: Services) {
  const guard = passkeyGuard(services.limits)
  app.post(
    '/users/login/passkey/options',
    route({
      audience: 'anyone',
      limit: limitOf('passkey-challenges'),
      operationId: 'beginPasskeyLogin',
      summary: 'Read what a browser signs with a passkey to sign in',
      response: { 200: passkeyRequest },
      refuses: { conflict: PASSKEY_MESSAGES.needsHttps },
    }),
    async () => services.passkeyCeremony.request('sign-in'),
  )

  app.post(
    '/users/login/passkey',
    route({
      audience: 'anyone',
      limit: OWN_RULES.signIn,
      operationId: 'loginWithPasskey',
      summary: 'Sign in with a passkey, without password and code',
      body: passkeySignInBody,
      response: { 200: contract.loginAnswer },
      refuses: {
        bad_request: 'The passkey is not right, or not known.',
        forbidden: 'The email is not verified yet, or they still wait to be let in.',
        suspended: 'The account is suspended.',
      },
    }),
    async (request, reply) => {
      const client = clientInfoOf(request)
      const signedIn = await signInWithPasskey(services, guard, client, request.body)
      return replySignedIn(services, request, reply, signedIn)
    },
  )
}

/** The answer to who is signed in now; their device is marked as theirs. */
export async function replySignedIn(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, user, isKnownDevice }: SignedIn,
) {
  request.log.info({ member: String(user.id) }, 'signed in')
  if (!isKnownDevice)
    reply.header('set-cookie', services.deviceCookie.mark(request.headers.cookie, user))
  return { token, user: await readCurrentUser(services, user) }
}
