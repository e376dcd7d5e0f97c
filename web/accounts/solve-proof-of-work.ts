import { pbkdf2Async } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { solveChallenge } from 'altcha-lib'
import { deriveKey as deriveNatively } from 'altcha-lib/algorithms/web/pbkdf2'
import { proofChallengeAnswer, type RegistrationProof } from '../../contract/registration-proof.ts'
import { api } from '../platform/api-client.ts'
import { pause } from '../platform/pause.ts'

/** So long a page may be busy at once without anybody noticing. */
const SLICE_MS = 10

/**
 * Has a challenge and works for its proof; undefined where the server asks for none. The browser
 * derives keys beside the page; over plain http it will not, and the page does it itself, in slices
 * that leave typing alone. Rejects where it cannot be done in time.
 */
export async function solveProofOfWork(): Promise<RegistrationProof | undefined> {
  const answer = await api.get<unknown>('/users/register/challenge')
  const { challenge } = proofChallengeAnswer.parse(answer)
  if (!challenge) return undefined
  const deriveKey = crypto.subtle ? deriveNatively : deriveInSlices()
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('There was no time for the proof of work.')
  return { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } }
}

function deriveInSlices(): typeof deriveNatively {
  let restedAt = performance.now()
  return async (parameters, salt, password) => {
    const { cost, keyLength } = parameters
    const effort = { c: cost, dkLen: keyLength, asyncTick: SLICE_MS }
    const derivedKey = new Uint8Array(await pbkdf2Async(sha256, password, salt, effort))
    if (performance.now() - restedAt > SLICE_MS) {
      await pause()
      restedAt = performance.now()
    }
    return { parameters: {}, derivedKey }
  }
}
