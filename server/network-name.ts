import { addressKey } from './platform/limits.ts'
import { sign } from './platform/server-keys.ts'

export type NetworkName = (ip: string) => string

/**
 * The address, where whoever runs the server asks for it; else what is the same for one network
 * and tells nobody which it is.
 */
export function createNetworkName(key: Buffer, { isAddress }: { isAddress: boolean }): NetworkName {
  return isAddress ? (ip) => ip : (ip) => sign(key, addressKey(ip))
}
