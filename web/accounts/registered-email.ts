import { localDevice } from '../platform/web-storage.ts'

// The mail's link opens in another tab than the one that registered, so the device remembers the
// address, and what proves to the server that it is this device, until somebody signs in here.

const KEY = 'registered-address'
const SECRET_KEY = 'registered-browser'

export function rememberEmail(email: string): void {
  localDevice.set(KEY, email)
}

/** Empty where nobody registered here lately. */
export function rememberedEmail(): string {
  return localDevice.get(KEY) ?? ''
}

export function clearRegisteredEmail(): void {
  localDevice.remove(KEY)
  localDevice.remove(SECRET_KEY)
}

/** Goes with the registration. Made before it is sent: its answer may be lost on the way. */
export function makeBrowserSecret(): string {
  const known = browserSecret()
  if (known) return known
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  localDevice.set(SECRET_KEY, secret)
  return secret
}

/** Null where nobody registered here lately. */
export function browserSecret(): string | null {
  return localDevice.get(SECRET_KEY)
}
