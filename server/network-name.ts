import { ipKey } from './platform/limits.ts'
import { sign } from './platform/server-keys.ts'

export type NetworkName = (ip: string) => string

/** The address, where the operator asks for it; else a name for the network that tells nothing. */
export function createNetworkName(key: Buffer, { isAddress }: { isAddress: boolean }): NetworkName {
  return isAddress ? (ip) => ip : (ip) => sign(key, ipKey(ip))
}
