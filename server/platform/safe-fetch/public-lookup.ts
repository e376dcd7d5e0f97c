import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'
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
