import type { Mutation } from './mutation.ts'

const CODES = 'server/accounts/second-factor/second-factor.ts'
const CODES_END = 'server/accounts/second-factor/second-factor-end.ts'
const CHALLENGES = 'server/accounts/second-factor/passkey-challenges.ts'
const PASSKEYS = 'server/accounts/second-factor/passkeys.ts'
const CODES_TEST = ['server/accounts/second-factor/second-factor.test.ts']
const CODES_END_TEST = ['server/accounts/second-factor/second-factor-reset.test.ts']
const PASSKEYS_TEST = ['server/accounts/second-factor/passkeys.test.ts']
const PASSKEY_SAFETY_TEST = ['server/accounts/second-factor/passkey-safety.test.ts']

/** Codes of apps, recovery codes and passkeys. */
export const factors: Mutation[] = [
  {
    name: 'a code of an app counts twice',
    file: CODES,
    text: '(await queries.spendStep(db, userId, step))',
    replacement: '(await queries.spendStep(db, userId, step).then(() => true))',
    tests: CODES_TEST,
  },
  {
    name: 'a code of a while ago counts',
    file: CODES,
    text: 'window: 1 }',
    replacement: 'window: 4 }',
    tests: CODES_TEST,
  },
  {
    name: 'codes are tried without an end',
    file: CODES,
    text: '  await guard.take(place)\n',
    replacement: '',
    tests: CODES_TEST,
  },
  {
    name: 'a recovery code counts twice',
    file: CODES,
    text: 'const isSpent = isRight && (await queries.spendRecoveryCode(db, userId, prefix))',
    replacement: 'const isSpent = isRight',
    tests: CODES_TEST,
  },
  {
    name: 'a reset by mail turns the codes off',
    file: 'server/accounts/password-reset.ts',
    text: '    await settleVerified(mutation, services, settings, userId)\n',
    replacement: `    await settleVerified(mutation, services, settings, userId)
    await trx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
`,
    tests: CODES_TEST,
  },
  {
    name: 'a new password stands for a code',
    file: 'server/accounts/change-password.ts',
    text: '    if (!(await hasSecondFactor({ db: trx, clock }, actor.id)))\n',
    replacement: '',
    tests: CODES_TEST,
  },
  {
    name: 'whoever runs the server turns the codes off at once',
    file: CODES_END,
    text: 'const endsAt = clock() + RESET_DELAY_HOURS * HOUR_MS',
    replacement: 'const endsAt = clock()',
    tests: CODES_END_TEST,
  },
  {
    name: 'codes are turned off without the password of a moment ago',
    file: CODES,
    text: `  await requireConfirmation(actor, services)
  const user = await accountQueries.findUser(db, actor.id)`,
    replacement: '  const user = await accountQueries.findUser(db, actor.id)',
    tests: CODES_TEST,
  },
  {
    name: 'a passkey signs in without its owner’s finger',
    file: 'server/accounts/second-factor/passkey-ceremony.ts',
    text: '      requireUserVerification: true,\n',
    replacement: '      requireUserVerification: false,\n',
    tests: PASSKEYS_TEST,
  },
  {
    name: 'what a passkey signed counts twice',
    file: CHALLENGES,
    text: '!(await queries.spendChallenge(db, secretHash(text), Number(expires)))',
    replacement: 'false',
    tests: PASSKEYS_TEST,
  },
  {
    name: 'what a passkey is to sign lives for ever',
    file: CHALLENGES,
    text: '        Number(expires) <= clock() ||\n',
    replacement: '',
    tests: PASSKEYS_TEST,
  },
  {
    name: 'what a passkey signed counts for something else',
    file: CHALLENGES,
    text: `\`\${purpose} \${expires} \${nonce}\``,
    replacement: `\`\${expires} \${nonce}\``,
    tests: PASSKEYS_TEST,
  },
  {
    name: 'a copy of a passkey signs in',
    file: PASSKEYS,
    text: 'if (!(await queries.countSignature(db, passkey.id, count, clock())))',
    replacement:
      'if (!(await queries.countSignature(db, passkey.id, count, clock())) && count < 0)',
    tests: PASSKEYS_TEST,
  },
  {
    name: 'a passkey is added without the password of a moment ago',
    file: PASSKEYS,
    text: `  await requireConfirmation(actor, services)
  const user = await accountQueries.findUser(db, actor.id)
  if (!user) throw sessionEndedError()
  const made`,
    replacement: `  const user = await accountQueries.findUser(db, actor.id)
  if (!user) throw sessionEndedError()
  const made`,
    tests: PASSKEY_SAFETY_TEST,
  },
  {
    name: 'another’s passkey confirms what could do harm',
    file: PASSKEYS,
    text: '  if (user_id !== actor.id) throw unknownPasskey()\n',
    replacement: '',
    tests: PASSKEY_SAFETY_TEST,
  },
  {
    name: 'a passkey that a stranger added outlives “This wasn’t me”',
    file: 'server/accounts/change-email.ts',
    text: '    await deleteLatePasskeys(mutation.trx, link.user_id, services.clock())\n',
    replacement: '',
    tests: PASSKEY_SAFETY_TEST,
  },
  {
    name: 'codes that a stranger turned on outlive “This wasn’t me”',
    file: 'server/accounts/change-email.ts',
    text: 'await endLateSecondFactor(services, mutation.trx, link.user_id)',
    replacement: 'null',
    tests: CODES_END_TEST,
  },
  {
    name: 'codes that a stranger turned on outlive the way back of an address',
    file: 'server/accounts/change-email.ts',
    text: 'await endLateSecondFactor(services, trx, user.id)',
    replacement: 'null',
    tests: CODES_END_TEST,
  },
  {
    name: 'who knew the former password keeps codes that a stranger turned on',
    file: 'server/accounts/password-reset.ts',
    text: 'if (await wasTakenBackOfLate(trx, userId, now))',
    replacement: 'if (now < 0)',
    tests: CODES_END_TEST,
  },
  {
    name: 'any new password by mail ends codes of the last week',
    file: 'server/accounts/password-reset.ts',
    text: 'if (await wasTakenBackOfLate(trx, userId, now))',
    replacement: 'if (now > 0)',
    tests: CODES_TEST,
  },
  {
    name: '“This wasn’t me” ends codes that were there before',
    file: CODES_END,
    text: ' || factor.confirmed_at < now - LATE_MS',
    replacement: '',
    tests: CODES_END_TEST,
  },
  {
    name: 'an administrator without a second step acts as one by what members call',
    file: 'server/accounts/auth-hook.ts',
    text: 'return { ...actor, isAdmin: false }',
    replacement: 'return actor',
    tests: ['server/accounts/second-factor/required-second-factor.test.ts'],
  },
  {
    name: 'who is suspended writes to the administrators by the password alone',
    file: 'server/accounts/appeals.ts',
    text: 'const user = await proveSuspended(services, guards, client, input, async ({ id }) => {',
    replacement:
      'const { user } = await checkPassword(services, guards.password, client, input)\n  void (async ({ id }: typeof user) => {',
    tests: ['server/admin/appeals.test.ts'],
  },
]
