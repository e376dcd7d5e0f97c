import { recryptSecondFactors } from '../server/accounts/second-factor/second-factor.ts'
import {
  createSecondFactorKeys,
  type SecondFactorKeys,
} from '../server/accounts/second-factor/second-factor-keys.ts'
import { systemClock } from '../server/platform/clock.ts'
import { readSecret, SecretError } from '../server/platform/secret.ts'
import { isSecretOf, keysOf } from '../server/platform/server-keys.ts'
import type { Queryable } from '../server/schema.ts'
import type { Terminal } from './terminal.ts'

/**
 * Brings what members' apps are set up with under another secret, where one of these folders still
 * holds the one of before. Answers of how many none does: these members sign in with a recovery
 * code. The reader of the secret's file comes first: whoever replaces that file does so after this.
 */
export async function carrySecondFactors(folders: string[]) {
  const secrets = await Promise.all(folders.map(secretIn))
  return async (trx: Queryable, secret: Buffer): Promise<number> => {
    const former: SecondFactorKeys[] = []
    for (const each of secrets)
      if (each && (await isSecretOf(trx, each))) former.push(createSecondFactorKeys(keysOf(each)))
    const to = createSecondFactorKeys(keysOf(secret))
    return recryptSecondFactors(trx, { from: former, to, now: systemClock() })
  }
}

export function warnOfLostApps(terminal: Terminal, count: number) {
  if (count === 0) return
  const whose =
    count === 1
      ? 'The app of 1 member counts no more'
      : `The apps of ${count.toLocaleString('en')} members count no more`
  terminal.warn(
    `${whose}: they sign in with a recovery code or a passkey; "snug admin reset-second-factor NAME" is for who has neither.`,
  )
}

async function secretIn(dataDir: string): Promise<Buffer | null> {
  try {
    return await readSecret({ secretKey: null, dataDir })
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}
