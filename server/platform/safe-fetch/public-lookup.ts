import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { SafeFetchError } from './safe-fetch-error.ts'

/** Finds every address of a host. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true })

/**
 * The lookup of a connection that reaches public addresses only. It decides at the moment of
 * connecting: a name that was harmless a moment ago and now leads inside is refused.
 */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    publicAddressesOf(resolve, hostname).then(
      ([first, ...others]) => {
        if (all) callback(null, [first, ...others])
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, ''),
    )
  }
}

async function publicAddressesOf(
  resolve: Resolve,
  hostname: string,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [first, ...others] = await resolve(hostname)
  if (!first) throw new SafeFetchError(`${hostname} has no address`)
  // One inner address among public ones is no accident.
  for (const { address } of [first, ...others])
    if (!isPublicAddress(address)) throw new SafeFetchError(`${hostname} is not public`)
  return [first, ...others]
}

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
