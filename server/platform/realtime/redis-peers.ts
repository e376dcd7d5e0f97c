/** A process that is silent for so long is gone. */
const GONE_AFTER_MS = 10_000
/** Its count is kept longer: it may only have been cut off. */
const FORGOTTEN_AFTER_MS = 60 * 60_000
/** Processes heard of within this time of the start were there before; nothing of theirs was missed. */
const STARTING_MS = 3_000

interface Peer {
  count: number
  heardAt: number
  isGone: boolean
}

interface PeersWorld {
  now: () => number
  missed: () => void
  came: (process: string) => void
  left: (process: string) => void
}

/**
 * The other processes, and how many announcements of each were heard. Each numbers what it
 * announces, so a number that is skipped tells what got lost, wherever it was.
 */
export function createPeers({ now, missed, came, left }: PeersWorld) {
  const peers = new Map<string, Peer>()
  const startedAt = now()

  function peerOf(process: string, before: number): Peer {
    const known = peers.get(process)
    if (known) return known
    const isStarting = now() - startedAt < STARTING_MS
    const peer = { count: isStarting ? before : 0, heardAt: now(), isGone: true }
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

  return {
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
      const peer = peerOf(process, announced)
      greet(process, peer)
      if (announced > peer.count) missed()
      peer.count = Math.max(peer.count, announced)
    },
    goodbye(process: string) {
      const peer = peers.get(process)
      if (peer) leave(process, peer)
      peers.delete(process)
    },
    sweep() {
      for (const [process, peer] of peers) {
        const silentMs = now() - peer.heardAt
        if (silentMs > GONE_AFTER_MS) leave(process, peer)
        if (silentMs > FORGOTTEN_AFTER_MS) peers.delete(process)
      }
    },
  }
}
