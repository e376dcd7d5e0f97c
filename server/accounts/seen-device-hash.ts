import type { Id } from '../platform/ids.ts'
import { sign } from '../platform/server-keys.ts'

export type SeenDeviceHash = ReturnType<typeof createSeenDeviceHash>

/** What a browser's name and its network are remembered by, for one account. */
export function createSeenDeviceHash(key: Buffer) {
  return (memberId: Id, agent: string, network: string): string =>
    sign(key, `seen ${memberId} ${network} ${agent}`)
}
