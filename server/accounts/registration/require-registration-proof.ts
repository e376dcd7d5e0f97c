import type { z } from 'zod'
import type { registerBody } from '../../../contract/registration-proof.ts'
import type { Services } from '../../services.ts'

type ProofServices = Pick<Services, 'registrationProofs' | 'community'>

/** A challenge for who registers from this address; null while none is asked for. */
export async function challengeFor(services: ProofServices, ip: string) {
  return (await proofsAskedFor(services))?.challenge(ip) ?? null
}

/** Refuses (400) who has neither a proof of work, where one is asked for, nor somebody's link. */
export async function requireRegistrationProof(
  services: ProofServices,
  { host, invite, proof }: Pick<z.output<typeof registerBody>, 'host' | 'invite' | 'proof'>,
  ip: string,
): Promise<void> {
  if (host !== undefined || invite !== undefined) return
  await (await proofsAskedFor(services))?.use(proof, ip)
}

async function proofsAskedFor({ registrationProofs, community }: ProofServices) {
  return (await community.read()).registration === 'open' ? registrationProofs : null
}
