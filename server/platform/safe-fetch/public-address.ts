import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All that is public begins so; the library would also take what nobody has been given yet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is one of the public internet, and not of this machine or its network, nor
 * one whose meaning is another address (mapped, translated, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  // The library also reads short and octal forms, which no resolver gives.
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6)
}
