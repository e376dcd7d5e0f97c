import { NIL } from 'uuid'
import { periodicTask } from '../platform/concurrency/periodic-task.ts'
import { FilesAwayError } from '../platform/files/file-store.ts'
import type { Log } from '../platform/log.ts'
import type { RunOncePer } from '../platform/run-once-per.ts'

const SWEEP_EVERY_MS = 10 * 60_000
/** A little less, so that no turn is missed. */
const TURN_MS = 9 * 60_000
const BATCH = 100

export type ImageSweeperOptions<Image extends { id: string }> = {
  /** The next images whose time is over, in the order of their ids. */
  dueAfter(id: string, count: number): Promise<Image[]>
  remove(image: Image): Promise<void>
  runOncePer: RunOncePer
  log: Log<'error'>
}

/** Removes images whose time is over. One that cannot be removed does not hold up the others. */
export function createImageSweeper<Image extends { id: string }>(
  options: ImageSweeperOptions<Image>,
) {
  let last = Promise.resolve()
  let isStopped = false

  async function sweep() {
    let batch: Image[]
    let after: string = NIL
    do {
      batch = await options.dueAfter(after, BATCH)
      for (const image of batch) {
        if (isStopped) return
        // When the place of all files is away, each of the others would wait as long.
        await options.remove(image).catch((error: unknown) => {
          if (error instanceof FilesAwayError) throw error
          logFailure(error)
        })
      }
      after = batch.at(-1)?.id ?? after
    } while (batch.length === BATCH)
  }

  function logFailure(error: unknown) {
    options.log.error({ err: error }, 'images could not be swept')
  }

  // One after another: a sweep under way may already be past what was just released.
  function sweepSoon(): Promise<void> {
    // What is due is swept at the next start.
    if (isStopped) return last
    last = last.then(sweep).catch(logFailure)
    return last
  }

  const sweepInTurn = () => options.runOncePer('sweepImages', TURN_MS, sweepSoon)
  const sweeps = periodicTask(SWEEP_EVERY_MS, sweepInTurn, logFailure)

  return {
    sweepSoon,
    start() {
      sweepInTurn().catch(logFailure)
      sweeps.start()
    },
    /** Waits for the image in hand: a sweep of many could take longer than a stop may. */
    async stop() {
      isStopped = true
      await sweeps.stop()
      await last
    },
  }
}
