import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyCreation, PasskeyRequest } from '../contract/passkeys.ts'

// A device that makes passkeys and signs with them, by the text of WebAuthn and with none of the
// server's libraries.

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const CREDENTIAL_INCLUDED = 0x40

interface Choices {
  origin?: string
  /** Whether its owner gave a finger or a PIN. */
  isVerified?: boolean
  attestation?: { fmt: string; statement: Record<string, Cbor> }
}

export function createPasskeyDevice({
  origin = 'https://snug.example.org',
  isVerified = true,
  attestation = { fmt: 'none', statement: {} },
}: Choices = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let handle = 'none'
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url') }
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const dataOf = (rpId: string, flags: number, count: number) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    const all = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | flags
    return Buffer.concat([sha256(rpId), Buffer.from([all]), counter])
  }

  return {
    credentialId: credential.id,

    create(options: Pick<PasskeyCreation, 'rp' | 'user' | 'challenge'>) {
      handle = options.user.id
      const length = Buffer.from([0, id.length])
      const made = [Buffer.alloc(16), length, id, publicKeyOf(x, y)]
      const authData = Buffer.concat([dataOf(options.rp.id, CREDENTIAL_INCLUDED, 0), ...made])
      const object = new Map<Cbor, Cbor>([
        ['fmt', attestation.fmt],
        ['attStmt', new Map(Object.entries(attestation.statement))],
        ['authData', authData],
      ])
      return {
        ...{ ...credential, type: 'public-key' },
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge).toString('base64url'),
          attestationObject: cbor(object).toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    /** `count`: what the device says of how often it signed. */
    get(options: Pick<PasskeyRequest, 'rpId' | 'challenge'>, count = 0, userHandle = handle) {
      const client = clientData('webauthn.get', options.challenge)
      const authData = dataOf(options.rpId, 0, count)
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)
      return {
        ...{ ...credential, type: 'public-key' },
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle,
        },
      }
    },
  }
}
/** As COSE writes it. */
function publicKeyOf(x: string, y: string): Buffer {
  const key = new Map<Cbor, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  return cbor(key)
}

export type PasskeyDevice = ReturnType<typeof createPasskeyDevice>

function sha256(text: string | Buffer): Buffer {
  return createHash('sha256').update(text).digest()
}

type Cbor = number | string | Buffer | Cbor[] | Map<Cbor, Cbor>

/** RFC 8949, as far as passkeys need it. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    return Buffer.concat([head(3, bytes.length), bytes])
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)])
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
