import { localDevice } from '../platform/device-storage.ts'

// The mail's link opens in another tab than the one that registered, so the device remembers the
// address until somebody signs in here.

const KEY = 'registered-address'

export function rememberAddress(email: string): void {
  localDevice.set(KEY, email)
}

/** Empty where nobody registered here lately. */
export function rememberedAddress(): string {
  return localDevice.get(KEY) ?? ''
}

export function forgetAddress(): void {
  localDevice.remove(KEY)
}
