import { z } from 'zod'
import { boundedList } from './bounded-list.ts'
import { id, isOneLine, parsedId, timestamp, typedText } from './text.ts'

// Passkeys (WebAuthn): a key pair on somebody's device, or kept by their password manager. What
// browsers and server tell each other is as WebAuthn Level 3 writes it in JSON.

export const PASSKEYS_MAX = 10
export const PASSKEY_NAME_MAX = 40
export const PASSKEY_CHALLENGE_MINUTES = 5

export const MESSAGES = {
  nameRequired: 'Please give it a name, such as the device it is on.',
  nameLong: `A name has at most ${PASSKEY_NAME_MAX} characters.`,
  nameInvisible: 'A name is one line of characters that can be seen.',
  needsHttps:
    'Passkeys work only where this community is served over https at a name of its own. Whoever runs the server can change that.',
  needsHttpsHere: 'Passkeys work only over https, at a name of its own.',
  elsewhere: (address: string) => `Passkeys work at ${address}. Please open the community there.`,
  tooMany: `You have ${PASSKEYS_MAX} passkeys. Please remove one you do not use any more.`,
  added: 'Your passkey is added.',
  removed: 'The passkey is removed. It signs nobody in any more.',
  missing: 'This passkey is removed already.',
  alreadyHere: 'This device has a passkey for your account already.',
  notRead: 'Your browser sent a passkey that we cannot read.',
  notRight: 'That did not work with this passkey. Please try again.',
  challengeOver: 'That took too long. Please try again.',
  copied:
    'This passkey was used elsewhere since, so that there may be a copy of it. Please sign in with your password and remove it under Account safety.',
  unknown:
    'This passkey is not known here any more. Please sign in with your password; you can add a passkey under Account safety.',
  notUsed:
    'No passkey was used. A passkey works only at the address where it was added: if the community moved, sign in with your password and add a new one.',
  signInFailed: 'Failed to sign in with a passkey.',
  addFailed: 'Failed to add a passkey.',
  removeFailed: 'Failed to remove the passkey.',
  loadFailed: 'Failed to load your passkeys.',
  endedByMove: (address: string) => `Worked at ${address} only, where the community was before.`,
} as const

const text = (max: number) => z.string(MESSAGES.notRead).max(max, MESSAGES.notRead)
const base64url = (max: number) => text(max).regex(/^[\w-]+$/, MESSAGES.notRead)
const kind = z.literal('public-key', MESSAGES.notRead)
/** As long as WebAuthn lets an id be: 1,023 bytes. */
const credentialId = base64url(1_364)
const clientData = base64url(4_000)
const TRANSPORTS_MAX = 10

const passkey = z.object({
  _id: id,
  name: z.string(),
  createdAt: timestamp,
  /** Null until it signed in. */
  lastUsedAt: timestamp.nullable(),
  /** The former address of the community where it worked; null while it works. */
  worksAt: z.string().nullable(),
})
export type Passkey = z.infer<typeof passkey>

export const passkeyList = z.object({
  passkeys: z.array(passkey),
  /** The relying party: the host name at which passkeys work; null where they work nowhere. */
  rpId: z.string().nullable(),
})
export type PasskeyList = z.infer<typeof passkeyList>

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).exactOptional(),
})

/** What `navigator.credentials.create` takes, in JSON. */
export const passkeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
  timeout: z.number().int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.infer<typeof passkeyCreation>

/** What `navigator.credentials.get` takes, in JSON. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
  /** Left out at sign-in: nobody is known yet. */
  allowCredentials: z.array(descriptor).exactOptional(),
})
export type PasskeyRequest = z.infer<typeof passkeyRequest>

/** What `create` led to. */
const createdCredential = z.object(
  {
    id: credentialId,
    rawId: credentialId,
    type: kind,
    response: z.object(
      {
        clientDataJSON: clientData,
        attestationObject: base64url(8_000),
        transports: boundedList(text(30), TRANSPORTS_MAX, {
          long: MESSAGES.notRead,
          wrong: MESSAGES.notRead,
        }).optional(),
      },
      MESSAGES.notRead,
    ),
  },
  MESSAGES.notRead,
)
export type CreatedCredential = z.output<typeof createdCredential>

/** What `get` led to. */
const usedCredential = z.object(
  {
    id: credentialId,
    rawId: credentialId,
    type: kind,
    response: z.object(
      {
        clientDataJSON: clientData,
        authenticatorData: base64url(4_000),
        signature: base64url(4_000),
        userHandle: base64url(100).nullish(),
      },
      MESSAGES.notRead,
    ),
  },
  MESSAGES.notRead,
)
export type UsedCredential = z.output<typeof usedCredential>

export const passkeyParams = z.object({ id: parsedId })

export const newPasskeyBody = z.object({
  name: typedText(PASSKEY_NAME_MAX, {
    blank: MESSAGES.nameRequired,
    long: MESSAGES.nameLong,
  }).refine(isOneLine, MESSAGES.nameInvisible),
  credential: createdCredential,
})
export const passkeyBody = z.object({ credential: usedCredential })
export const passkeySignInBody = passkeyBody.extend({
  rememberMe: z.boolean(MESSAGES.notRead).optional().default(false),
})
