import { isIP } from 'node:net'
import {
  type CreatedCredential,
  MESSAGES,
  PASSKEY_CHALLENGE_MINUTES,
  type PasskeyCreation,
  type PasskeyRequest,
  passkeyCreation,
  passkeyRequest,
  type UsedCredential,
} from '../../../contract/passkeys.ts'
import type { Clock } from '../../platform/clock.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Database, UserRow } from '../../schema.ts'
import type { PasskeysTable } from '../tables.ts'
import { type ChallengePurpose, createPasskeyChallenges } from './passkey-challenges.ts'

// What browsers and server tell each other of passkeys (WebAuthn). The library is loaded at the
// first use: most servers never see a passkey in an hour.

const TIMEOUT_MS = PASSKEY_CHALLENGE_MINUTES * 60_000
/** EdDSA, ES256 and RS256, as COSE counts them: what every device has one of. */
const ALGORITHMS = [-8, -7, -257]
/** An RSA key of 8,192 bits. Checking a signature costs more with each bit. */
const KEY_BYTES_MAX = 1_100

type Passkey = Pick<PasskeysTable, 'credential_id' | 'public_key' | 'transports'>
export type NewPasskey = Passkey & Pick<PasskeysTable, 'sign_count' | 'works_at'>

export type PasskeyCeremony = ReturnType<typeof createPasskeyCeremony>

interface CeremonyDependencies {
  db: Database
  clock: Clock
  publicUrl: string
  key: Buffer
}

export function createPasskeyCeremony({ db, clock, publicUrl, key }: CeremonyDependencies) {
  const challenges = createPasskeyChallenges(key, clock)
  const rpId = relyingPartyId(publicUrl)
  async function spend(purpose: ChallengePurpose, clientDataJSON: string): Promise<Expectations> {
    const expectedRPID = requireRelyingParty(rpId)
    const expectedChallenge = challengeIn(clientDataJSON)
    await challenges.spend(db, purpose, expectedChallenge)
    return {
      ...{ expectedChallenge, expectedOrigin: publicUrl, expectedRPID },
      requireUserVerification: true,
    }
  }

  return {
    /** The host at which passkeys work; null where they work nowhere. */
    rpId,

    /**
     * What a browser makes a passkey of; `had` are those of the member, which it makes no second
     * of.
     */
    async creation(
      user: UserRow,
      community: string,
      had: readonly Passkey[],
    ): Promise<PasskeyCreation> {
      const rp = { id: requireRelyingParty(rpId), name: community }
      return creationOf(rp, user, had, challenges.make(`add ${user.id}`))
    },

    /** What a browser signs with a passkey; `had` is left out where nobody is known yet. */
    async request(purpose: ChallengePurpose, had?: readonly Passkey[]): Promise<PasskeyRequest> {
      const rpID = requireRelyingParty(rpId)
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
      const { allowCredentials, ...options } = await generateAuthenticationOptions({
        ...{ rpID, timeout: TIMEOUT_MS, userVerification: 'required' },
        challenge: challenges.make(purpose),
        ...(had && { allowCredentials: had.map(descriptorOf) }),
      })
      return passkeyRequest.parse({ ...options, ...(allowCredentials && { allowCredentials }) })
    },

    /** What is to be kept of a new passkey. Refuses (400) what is not right or took too long. */
    async verifyCreated(user: UserRow, credential: CreatedCredential): Promise<NewPasskey> {
      const expectations = await spend(`add ${user.id}`, credential.response.clientDataJSON)
      return readable(() => readCreated(expectations, credential))
    },

    /** The passkey's own count of signatures. Refuses (400) one that is not right, or too old. */
    async verifyUsed(
      purpose: ChallengePurpose,
      credential: UsedCredential,
      findPasskey: () => Promise<Passkey>,
    ): Promise<number> {
      const expectations = await spend(purpose, credential.response.clientDataJSON)
      const passkey = await findPasskey()
      return readable(() => readCount(expectations, credential, passkey))
    },
  }
}

async function creationOf(
  rp: { id: string; name: string },
  user: UserRow,
  had: readonly Passkey[],
  challenge: Buffer<ArrayBuffer>,
): Promise<PasskeyCreation> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    ...{ rpID: rp.id, rpName: rp.name, challenge, timeout: TIMEOUT_MS, attestationType: 'none' },
    ...{ userName: user.username, userDisplayName: user.username },
    userID: Buffer.from(String(user.id)),
    excludeCredentials: had.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return passkeyCreation.parse(options)
}

interface Expectations {
  expectedChallenge: string
  expectedOrigin: string
  expectedRPID: string
  requireUserVerification: true
}

async function readCreated(
  expectations: Expectations,
  credential: CreatedCredential,
): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { transports, ...response } = credential.response
  await refuseCertificates(response.attestationObject)
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    ...expectations,
    response: withExtensions(credential, response),
    supportedAlgorithmIDs: ALGORITHMS,
  })
  const made = registrationInfo?.credential
  // The library does not compare what the authenticator signed with what the browser calls it.
  if (!verified || made?.id !== credential.id || made.publicKey.length > KEY_BYTES_MAX)
    throw notRight()
  return {
    credential_id: made.id,
    public_key: Buffer.from(made.publicKey).toString('base64url'),
    sign_count: made.counter,
    transports: JSON.stringify(transports ?? []),
    works_at: expectations.expectedRPID,
  }
}

async function readCount(
  expectations: Expectations,
  credential: UsedCredential,
  passkey: Passkey,
): Promise<number> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { userHandle: _, ...response } = credential.response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expectations,
    response: withExtensions(credential, response),
    credential: {
      id: passkey.credential_id,
      publicKey: Buffer.from(passkey.public_key, 'base64url'),
      // Compared when it is written, so that of two at once only one counts.
      counter: 0,
    },
  })
  if (!verified) throw notRight()
  return authenticationInfo.newCounter
}

/** Browsers have passkeys over https, or on the machine itself, at a host that has a name. */
export function relyingPartyId(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl)
  if (hostname === 'localhost') return hostname
  const isBare = isIP(hostname) !== 0 || hostname.startsWith('[')
  return protocol === 'https:' && !isBare ? hostname : null
}

function requireRelyingParty(rpId: string | null): string {
  if (rpId === null) throw new HttpError('conflict', MESSAGES.needsHttps)
  return rpId
}

function descriptorOf({ credential_id, transports }: Passkey) {
  return { id: credential_id, transports: JSON.parse(transports) as string[] }
}

/** We ask for no extension, so that what a browser says of any means nothing. */
function withExtensions<Response>(
  { id, rawId, type }: Pick<UsedCredential, 'id' | 'rawId' | 'type'>,
  response: Response,
) {
  return { id, rawId, type, response, clientExtensionResults: {} }
}

function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    if (typeof challenge === 'string') return challenge
  } catch {
    // Not JSON.
  }
  throw notRight()
}

/**
 * We ask for no word of the maker about a device. To check one, the library would fetch the lists
 * of ended certificates from wherever the certificate says.
 */
async function refuseCertificates(attestationObject: string) {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'))
  const isPlain = attestation.get('fmt') === 'none'
  const isOwn = attestation.get('fmt') === 'packed' && !attestation.get('attStmt').get('x5c')
  if (!isPlain && !isOwn) throw notRight()
}

/** What the library cannot read, or finds wrong, is refused. */
async function readable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof HttpError ? error : notRight()
  }
}

function notRight() {
  return new HttpError('bad_request', MESSAGES.notRight, { reason: 'wrong_passkey' })
}
