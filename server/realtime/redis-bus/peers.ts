/** A process that is silent for so long is gone. */
const GONE_AFTER_MS = 10_000

interface PeersOptions {
  now: () => number
  joined: (process: string) => void
  /** `isSilent`: it left without a word. */
  left: (process: string, isSilent: boolean) => void
}

/** The other processes that are alive, by when they were heard last. */
export function createPeers({ now, joined, left }: PeersOptions) {
  const lastHeardAt = new Map<string, number>()

  function remove(process: string, isSilent: boolean) {
    if (lastHeardAt.delete(process)) left(process, isSilent)
  }

  return {
    names: (): string[] => [...lastHeardAt.keys()],
    heard(process: string) {
      const isNew = !lastHeardAt.has(process)
      lastHeardAt.set(process, now())
      if (isNew) joined(process)
    },
    goodbye: (process: string) => remove(process, false),
    /** Removes those that are silent. */
    sweep() {
      for (const [process, at] of lastHeardAt) if (now() - at > GONE_AFTER_MS) remove(process, true)
    },
  }
}
