import { useRef, useState } from 'react'
import type { RegistrationProof } from '../../contract/registration-proof.ts'
import { ApiError } from '../platform/api-error.ts'
import { loadChunk } from '../platform/load-chunk.ts'

type Proof = RegistrationProof | undefined

/**
 * The proof of work that the server asks of who registers: begun as soon as the form is used, done
 * while it is filled in, and waited for where it is not. Each is good for one registration.
 */
export function useRegistrationProof({ isAsked }: { isAsked: boolean }) {
  const underWay = useRef<Promise<Proof>>(undefined)
  const [isAwaited, setIsAwaited] = useState(false)

  function begin() {
    if (!isAsked || underWay.current) return
    const proof = loadChunk(() => import('./solve-proof-of-work.ts')).then((it) =>
      it.solveProofOfWork(),
    )
    underWay.current = proof
    // One that failed is begun again when the form is sent.
    proof.catch(() => {
      if (underWay.current === proof) underWay.current = undefined
    })
  }

  async function take(): Promise<Proof> {
    begin()
    setIsAwaited(true)
    try {
      return await underWay.current
    } finally {
      setIsAwaited(false)
      underWay.current = undefined
    }
  }

  return {
    isAsked,
    begin,
    /** Whether the form waits for it now. */
    isAwaited,
    /** Sends with a proof; where that was no longer good, once more with another. */
    async send<Answer>(register: (proof: Proof) => Promise<Answer>): Promise<Answer> {
      const proof = await take()
      try {
        return await register(proof)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'proof_needed')
          return register(await take())
        // What is wrong may be mended meanwhile.
        begin()
        throw error
      }
    },
  }
}
