import { recryptSecondFactors } from '../server/accounts/second-factor/second-factor.ts'
import { createSecondFactorKeys } from '../server/accounts/second-factor/second-factor-keys.ts'
import { readSecret, SecretError } from '../server/platform/secret.ts'
import { isSecretOf, keysOf } from '../server/platform/server-keys.ts'
import type { Queryable } from '../server/schema.ts'

/**
 * Brings what members' apps are set up with under another secret, where one of these folders still
 * holds the one of before. Without it members sign in with a recovery code. The reader of the
 * secret's file comes first: whoever replaces that file does so after this.
 */
export async function carrySecondFactors(folders: string[]) {
  const secrets = await Promise.all(folders.map(secretIn))
  return async (trx: Queryable, secret: Buffer): Promise<void> => {
    for (const former of secrets) {
      if (!former || !(await isSecretOf(trx, former))) continue
      const [from, to] = [former, secret].map((each) => createSecondFactorKeys(keysOf(each)))
      if (from && to) await recryptSecondFactors(trx, from, to)
    }
  }
}

async function secretIn(dataDir: string): Promise<Buffer | null> {
  try {
    return await readSecret({ secretKey: null, dataDir })
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}
