import { MESSAGES, type PasskeyCreation, type PasskeyRequest } from '../../contract/passkeys.ts'
import { loadChunk } from './load-chunk.ts'

// What the browser asks of its passkeys. The library is fetched when somebody uses one.

const loadLibrary = () => import('@simplewebauthn/browser')

/** Why there is no passkey, in words for the member. */
export class PasskeyError extends Error {}

/** Resolves with what the server keeps of it. Rejects with a PasskeyError. */
export async function makePasskey(options: PasskeyCreation): Promise<unknown> {
  requireRelyingParty(options.rp.id)
  const { startRegistration } = await loadChunk(loadLibrary)
  return startRegistration({ optionsJSON: options }).catch(inWords)
}

/** Asks the member to choose one and to prove who they are. Rejects with a PasskeyError. */
export async function signWithPasskey(options: PasskeyRequest): Promise<unknown> {
  requireRelyingParty(options.rpId)
  const { startAuthentication } = await loadChunk(loadLibrary)
  return startAuthentication({ optionsJSON: options }).catch(inWords)
}

/**
 * The same among what the browser offers for the email, where it can do that: resolves when one is
 * chosen there, and rejects where none can be, or once something else asks.
 */
export async function offerPasskeys(readOptions: () => Promise<PasskeyRequest>): Promise<unknown> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await loadChunk(loadLibrary)
  if (!(await browserSupportsWebAuthnAutofill())) throw new PasskeyError()
  const options = await readOptions()
  requireRelyingParty(options.rpId)
  return startAuthentication({ optionsJSON: options, useBrowserAutofill: true })
}

export async function stopOffering(): Promise<void> {
  const { WebAuthnAbortService } = await loadChunk(loadLibrary)
  WebAuthnAbortService.cancelCeremony()
}

/** A browser would refuse it as well, in the words of programmers. */
function requireRelyingParty(rpId: string) {
  if (location.hostname !== rpId) throw new PasskeyError(MESSAGES.elsewhere(rpId))
}

function inWords(error: unknown): never {
  const { name } = error as Error
  throw new PasskeyError(name === 'InvalidStateError' ? MESSAGES.alreadyHere : MESSAGES.notUsed)
}
