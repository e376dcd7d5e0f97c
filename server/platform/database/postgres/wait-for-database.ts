import { setTimeout as pause } from 'node:timers/promises'

/** A database that starts with the machine is there by then. */
const WAITS_MINUTES = 5
const ASK_AGAIN_MS = 500
const REMIND_EVERY_MS = 60_000

interface Waiting {
  /** The host and port that are asked. */
  where: string
  warn(sentence: string): void
  /** Whether waiting may help; what it does not help with is thrown as it is. */
  isAway(error: unknown): boolean
  minutes?: number
}

/** Says where, why and how long it waits; throws what `giveUp` makes when that was too long. */
export async function waitForDatabase(
  ask: () => Promise<unknown>,
  { where, warn, isAway, minutes = WAITS_MINUTES }: Waiting,
  giveUp: (sentence: string) => Error,
): Promise<void> {
  const start = performance.now()
  const end = start + minutes * 60_000
  for (let remindAt = start; ; await pause(ASK_AGAIN_MS)) {
    try {
      await ask()
      return
    } catch (error) {
      if (!isAway(error)) throw error
      const reason = error instanceof Error ? error.message : String(error)
      const now = performance.now()
      if (now >= end)
        throw giveUp(
          `The database at ${where} was not there for ${inWords(minutes)}: ${reason}. See that it runs and that DATABASE_URL leads to it, then start again.`,
        )
      if (now < remindAt) continue
      remindAt += REMIND_EVERY_MS
      const left = inWords(Math.ceil((end - now) / 60_000))
      warn(`waiting for the database at ${where} (${reason}), for ${left} at most`)
    }
  }
}

function inWords(minutes: number): string {
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
