export type PasskeySupport = 'here' | 'needs-https' | 'none'

/** Whether this browser has passkeys at this address. */
export function passkeySupport(): PasskeySupport {
  if (!window.isSecureContext || isBareAddress(location.hostname)) return 'needs-https'
  return 'PublicKeyCredential' in window ? 'here' : 'none'
}

/** A passkey is bound to a name: an address of four numbers, or in brackets, is none. */
function isBareAddress(hostname: string): boolean {
  return /^[\d.]+$|^\[/.test(hostname)
}
