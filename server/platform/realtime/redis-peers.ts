/** A process that is silent for so long is gone. */
const GONE_AFTER_MS = 10_000
/** Its count is kept longer: it may only have been cut off. */
const FORGOTTEN_AFTER_MS = 60 * 60_000

interface Peer {
  count: number
  heardAt: number
  isGone: boolean
}

interface PeersOptions {
  now: () => number
  missed: () => void
  came: (process: string) => void
  left: (process: string) => void
}

/**
 * The other processes, and how many announcements of each were heard. Each numbers what it
 * announces, so a number that is skipped tells what got lost, wherever it was. Until `begin` nobody
 * here was told anything yet, so nothing of what came before a number was missed; of a process
 * that is heard first after it, everything was.
 */
export function createPeers({ now, missed, came, left }: PeersOptions) {
  const peers = new Map<string, Peer>()
  let hasBegun = false

  function peerOf(process: string, before: number): Peer {
    const known = peers.get(process)
    if (known) return known
    const peer = { count: hasBegun ? 0 : before, heardAt: now(), isGone: true }
    peers.set(process, peer)
    return peer
  }

  function greet(process: string, peer: Peer) {
    peer.heardAt = now()
    if (!peer.isGone) return
    peer.isGone = false
    came(process)
  }

  function leave(process: string, peer: Peer) {
    if (peer.isGone) return
    peer.isGone = true
    left(process)
  }

  function catchUp(process: string, announced: number): Peer {
    const peer = peerOf(process, announced)
    greet(process, peer)
    if (announced > peer.count) missed()
    peer.count = Math.max(peer.count, announced)
    return peer
  }

  return {
    begin() {
      hasBegun = true
    },
    /** Those that are there. */
    names(): string[] {
      return [...peers].filter(([, { isGone }]) => !isGone).map(([process]) => process)
    },
    /** An announcement with its number. False when it is an old one. */
    isNew(process: string, number: number): boolean {
      const peer = peerOf(process, number - 1)
      greet(process, peer)
      if (number <= peer.count) return false
      if (number > peer.count + 1) missed()
      peer.count = number
      return true
    },
    /** It is alive and has announced so much. */
    alive(process: string, announced: number) {
      catchUp(process, announced)
    },
    /** It leaves, and has announced so much. */
    goodbye(process: string, announced: number) {
      leave(process, catchUp(process, announced))
      peers.delete(process)
    },
    /** Who leaves without a word may have had something to say. */
    sweep() {
      for (const [process, peer] of peers) {
        const silentMs = now() - peer.heardAt
        if (silentMs > GONE_AFTER_MS && !peer.isGone) {
          leave(process, peer)
          missed()
        }
        if (silentMs > FORGOTTEN_AFTER_MS) peers.delete(process)
      }
    },
  }
}
