import type { Mutation } from './mutation.ts'

const SESSIONS = 'server/accounts/sessions.ts'
const TOKEN = 'server/accounts/session-token.ts'
const TESTS = ['server/accounts/sessions.test.ts']
const RESET = ['server/accounts/password-reset.test.ts']
const CHANGE_EMAIL = ['server/accounts/change-email.test.ts']
const ACCOUNT = ['server/accounts/account-security.test.ts']

export const sessions: Mutation[] = [
  {
    name: 'a token that has expired opens the door',
    file: SESSIONS,
    text: 'return claims && claims.expiresAt > clock() ? claims : null',
    replacement: 'return claims && clock() ? claims : null',
    tests: TESTS,
  },
  {
    name: 'a session lives for ever',
    file: 'server/accounts/session-queries.ts',
    text: `    .where('sessions.id', '=', given.sessionId)
    .where('sessions.expires_at', '>', given.now)`,
    replacement: ".where('sessions.id', '=', given.sessionId)",
    tests: TESTS,
  },
  {
    name: 'every session is remembered for a month',
    file: SESSIONS,
    text: 'return rememberMe ? REMEMBERED_LIFETIME_MS : SESSION_LIFETIME_MS',
    replacement: 'return rememberMe ? REMEMBERED_LIFETIME_MS : REMEMBERED_LIFETIME_MS',
    tests: TESTS,
  },
  {
    name: 'an old token counts for as long as its session',
    file: SESSIONS,
    text: 'return isCurrent || isPrevious(generation, session, now) ? actorOf(session) : null',
    replacement: 'return isCurrent || now ? actorOf(session) : null',
    tests: TESTS,
  },
  {
    name: 'the previous token counts without an end',
    file: SESSIONS,
    text: '&& now - session.refreshed_at <= PREVIOUS_TOKEN_GRACE_MS',
    replacement: '',
    tests: TESTS,
  },
  {
    name: 'any older token counts within the minute',
    file: SESSIONS,
    text: 'generation === session.generation - 1 &&',
    replacement: 'generation < session.generation &&',
    tests: TESTS,
  },
  {
    name: 'a stolen token does not end the session',
    file: SESSIONS,
    text: '  await endSession(services, latest.id)\n',
    replacement: '',
    tests: TESTS,
  },
  {
    name: 'the use of a token is not noted',
    file: SESSIONS,
    text: 'if (actor && session && isFirstUse(claims, session))',
    replacement: 'if (actor && !session)',
    tests: TESTS,
  },
  {
    name: 'two refreshes at once give two successors',
    file: 'server/accounts/session-queries.ts',
    text: `is_token_used: 0 })
    .where('id', '=', next.id)
    .where('generation', '=', next.generation)`,
    replacement: "is_token_used: 0 }).where('id', '=', next.id)",
    tests: TESTS,
    survives:
      'On the embedded database both set the same number; the two servers of the fault tests race for it.',
  },
  {
    name: 'a refresh does not prolong the session',
    file: SESSIONS,
    text: 'expires_at: now + lifetime(session.remember_me === 1)',
    replacement: 'expires_at: session.expires_at',
    tests: TESTS,
  },
  {
    name: 'signing out leaves the session',
    file: SESSIONS,
    text: '    await sessionQueries.deleteSession(trx, sessionId)\n',
    replacement: '',
    tests: TESTS,
  },
  {
    name: 'signing out leaves the sockets open',
    file: SESSIONS,
    text: "publish({ kind: 'session-ended', sessionId })",
    replacement: 'void publish',
    tests: ['server/tests/route-audience.test.ts', ...TESTS],
    survives: 'Ended sessions are looked for in the embedded database as well, every 750 ms.',
  },
  {
    name: 'a new password leaves the sessions of before',
    file: 'server/accounts/password-reset.ts',
    text: '    await endSessionsOf(mutation, userId)\n',
    replacement: '',
    tests: RESET,
  },
  {
    name: 'a token of another purpose is a session',
    file: TOKEN,
    text: '  aud: z.literal(AUDIENCE),\n',
    replacement: '',
    tests: ['server/accounts/session-token.test.ts'],
  },
  {
    name: 'a token names its session by the secret itself',
    file: TOKEN,
    text: 'return secretHash(sessionSecret)',
    replacement: 'return sessionSecret',
    tests: ['server/accounts/session-token.test.ts'],
  },
  {
    name: 'tokens live for a day',
    file: TOKEN,
    text: 'const TOKEN_LIFETIME_MS = 15 * 60_000',
    replacement: 'const TOKEN_LIFETIME_MS = 24 * 60 * 60_000',
    tests: TESTS,
  },
  {
    name: 'a reset link works twice',
    file: 'server/accounts/mailed-link-queries.ts',
    text: "redeem(trx, tokenHash, purpose, now).where('used_at', 'is', null)",
    replacement: 'redeem(trx, tokenHash, purpose, now)',
    tests: RESET,
  },
  {
    name: 'a reset link never expires',
    file: 'server/accounts/password-reset.ts',
    text: 'if (!link || link.used_at !== null || link.expires_at <= clock())',
    replacement: 'if (!link || link.used_at !== null)',
    tests: RESET,
  },
  {
    name: 'an older reset link works beside the newest',
    file: 'server/accounts/mailed-links.ts',
    text: 'if (!OLDER_STAY.has(purpose)) await linkQueries.deleteUnusedMailedLinks(trx, userId, purpose)\n',
    replacement: '',
    tests: RESET,
  },
  {
    name: 'a verification link resets the password',
    file: 'server/accounts/mailed-link-queries.ts',
    text: `    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('users.deleted_at', 'is', null)`,
    replacement: `    .where('token_hash', '=', tokenHash)
    .where('users.deleted_at', 'is', null)`,
    tests: [...RESET, 'server/tests/route-audience.test.ts'],
    survives: 'It is only looked at; redeeming it asks for the purpose again.',
  },
  {
    name: 'who never verified an email signs in',
    file: 'server/accounts/sign-in.ts',
    text: 'if (user.verified_at === null)',
    replacement: 'if (user.verified_at === 0)',
    tests: ['server/accounts/registration/registration.test.ts', ...TESTS],
  },
  {
    name: 'a connection outlives its session',
    file: 'server/realtime/session-expiry.ts',
    text: 'if (!actor) close(sessionId)',
    replacement: 'if (!actor) continue',
    tests: ['server/realtime/session-expiry.test.ts'],
  },
  {
    name: 'a session that ends during the hello opens a socket',
    file: 'server/realtime/handshake.ts',
    text: 'if (!(await reads.actorOfToken(token))) return connection.close(CLOSED.unauthorized)',
    replacement: '',
    tests: ['server/realtime/handshake.test.ts', 'server/realtime/event-dispatch.test.ts'],
  },
  {
    name: 'a passkey that was removed meanwhile signs in',
    file: 'server/accounts/second-factor/passkey-sign-in.ts',
    text: 'if (!(await findPasskey(trx, credential.id))) throw unknownPasskey()',
    replacement: '',
    tests: ['server/accounts/account-races.test.ts'],
  },
  {
    name: 'who had the mailbox meanwhile keeps a way in after the change is taken back',
    file: 'server/accounts/change-email.ts',
    text: "['undo-email', 'not-me'], endsAt",
    replacement: "['undo-email'], endsAt",
    tests: CHANGE_EMAIL,
  },
  {
    name: 'a mail that waits brings a way back after the change is taken back',
    file: 'server/accounts/change-email.ts',
    text: "await services.outbox.withdrawKind(trx, 'email-changed', { userId }, isLater)",
    replacement: '',
    tests: CHANGE_EMAIL,
  },
  {
    name: 'a change that is taken back takes the notice of an earlier one along',
    file: 'server/accounts/change-email.ts',
    text: "await services.outbox.withdrawKind(trx, 'email-changed', { userId }, isLater)",
    replacement: "await services.outbox.withdrawKind(trx, 'email-changed', { userId })",
    tests: CHANGE_EMAIL,
  },
  {
    name: 'a mail that is taken back while it is made still brings its link',
    file: 'server/accounts/mailed-links.ts',
    text: 'if (isWanted && !(await isWanted(trx)))',
    replacement: 'if (isWanted && false)',
    tests: CHANGE_EMAIL,
  },
  {
    name: 'a change of address outlives the password it was asked for with',
    file: 'server/accounts/change-password.ts',
    text: 'await withdrawEmailChange(services, trx, actor.id)',
    replacement: '',
    tests: CHANGE_EMAIL,
  },
  {
    name: 'a change of address outlives a password chosen by mail',
    file: 'server/accounts/password-reset.ts',
    text: 'await withdrawEmailChange(services, trx, userId)',
    replacement: '',
    tests: CHANGE_EMAIL,
  },
  {
    name: 'a stranger’s change of address outlives the end of their sessions',
    file: 'server/accounts/change-email.ts',
    text: 'await withdrawEmailChange(services, mutation.trx, link.user_id)',
    replacement: '',
    tests: CHANGE_EMAIL,
  },
  {
    name: 'a way into the account is mailed to a mailbox it has no longer',
    file: 'server/accounts/mailed-links.ts',
    text: 'if (mailbox !== undefined && user?.email !== mailbox)',
    replacement: "if (mailbox === '')",
    tests: CHANGE_EMAIL,
  },
  {
    name: 'nobody is told of a sign-in after months away',
    file: 'server/accounts/seen-devices.ts',
    text: '!isAny && (member.verified_at ?? clock()) > after',
    replacement: '!isAny',
    tests: ACCOUNT,
  },
]
