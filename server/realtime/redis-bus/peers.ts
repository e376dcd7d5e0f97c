/** A process that is silent for so long is gone. */
const GONE_AFTER_MS = 10_000

interface PeersOptions {
  now: () => number
  joined: (processId: string) => void
  /** `isSilent`: it left without a word. */
  left: (processId: string, isSilent: boolean) => void
}

/** The other processes that are alive, by when they were heard last. */
export function createPeers({ now, joined, left }: PeersOptions) {
  const lastHeardAt = new Map<string, number>()

  function remove(processId: string, isSilent: boolean) {
    if (lastHeardAt.delete(processId)) left(processId, isSilent)
  }

  return {
    ids: (): string[] => [...lastHeardAt.keys()],
    heard(processId: string) {
      const isNew = !lastHeardAt.has(processId)
      lastHeardAt.set(processId, now())
      if (isNew) joined(processId)
    },
    goodbye: (processId: string) => remove(processId, false),
    /** Removes those that are silent. */
    sweep() {
      for (const [processId, at] of lastHeardAt)
        if (now() - at > GONE_AFTER_MS) remove(processId, true)
    },
  }
}
