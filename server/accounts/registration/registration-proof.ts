import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import {
  MESSAGES,
  type ProofChallenge,
  proofChallenge,
  type RegistrationProof,
} from '../../../contract/registration-proof.ts'
import type { Config } from '../../config.ts'
import type { Clock } from '../../platform/clock.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { type Limits, networkKey } from '../../platform/limits.ts'
import { type ServerKeys, sign } from '../../platform/server-keys.ts'

// Where anybody may register, whoever does shows that their device worked for it. A challenge is
// signed, so nothing is kept of those handed out; of the solved ones it is counted until they end
// that each was used. A registration that is refused has used its proof, too.

/** How long somebody may take to fill in the form; the client asks for another afterwards. */
const VALID_SECONDS = 30 * 60

/** So many keys are derived at most, each by so many iterations. */
export interface ProofCost {
  keys: number
  iterations: number
}

/** A quarter of a million iterations on average: a tenth of a second, or one on a slow phone. */
const PROOF_COST: ProofCost = { keys: 100, iterations: 5_000 }

export type RegistrationProofs = ReturnType<typeof createRegistrationProofs>

interface ProofDependencies {
  key: Buffer
  clock: Clock
  limits: Limits
  cost: ProofCost
}

/** Null where the limits are off. */
export function openRegistrationProofs(
  { rateLimits }: Pick<Config, 'rateLimits'>,
  { clock, proofCost = PROOF_COST }: { clock: Clock; proofCost?: ProofCost },
  { limits, keys }: { limits: Limits; keys: ServerKeys },
) {
  if (!rateLimits) return null
  return createRegistrationProofs({
    clock,
    limits,
    cost: proofCost,
    key: keys('registration proofs'),
  })
}

function createRegistrationProofs({ key, clock, limits, cost }: ProofDependencies) {
  const uses = limits.of('registration-proof', 1, VALID_SECONDS)
  const secrets = {
    hmacSignatureSecret: sign(key, 'challenge'),
    hmacKeySignatureSecret: sign(key, 'solution'),
  }
  const networkOf = (ip: string) => sign(key, `network ${networkKey(ip)}`)

  async function isRight({ challenge, solution }: RegistrationProof, ip: string) {
    const { data } = challenge.parameters
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
    return verified && data.expires > clock() && data.network === networkOf(ip)
  }

  return {
    /** For who registers from this address. */
    async challenge(ip: string): Promise<ProofChallenge> {
      const made = await createChallenge({
        ...{ algorithm: 'PBKDF2/SHA-256', deriveKey, cost: cost.iterations, ...secrets },
        counter: randomInt(cost.keys),
        // The library's own end is by another clock than ours.
        data: { expires: clock() + VALID_SECONDS * 1_000, network: networkOf(ip) },
      })
      return proofChallenge.parse(made)
    },

    /** Refuses (400) a proof that is missing, not right, from elsewhere, over, or used before. */
    async use(proof: RegistrationProof | undefined, ip: string): Promise<void> {
      const refusal = new HttpError('proof_needed', MESSAGES.needed)
      if (!proof || !(await isRight(proof, ip))) throw refusal
      // Of many at once the first is counted; the signature is as much one's own as the challenge.
      await uses.take(proof.challenge.signature).catch(() => {
        throw refusal
      })
    },
  }
}
