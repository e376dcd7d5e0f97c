import { setTimeout as pause } from 'node:timers/promises'
import type { Id } from '../ids.ts'
import type { Log } from '../log.ts'
import type { RunOncePer } from '../run-once-per.ts'
import type { Mutex } from './mutex.ts'

// Work on many thousand rows is done a slice at a time, each a transaction of a few milliseconds.
// A row of the database says that there is more to do until there is not, so that a process that
// ends in the midst of it, in whatever way, loses nothing: the next one goes on.

const LOOK_EVERY_MS = 60_000
/** A little less, so that no turn is missed. */
const TURN_MS = 50_000
/** An answer waits so long for the rest, which most pieces of work do not need. */
const PATIENCE_MS = 1_000

/** What takes more than one transaction to follow, by the id of what it is done for. */
export interface SlicedWork {
  /** Resolves once all of it is done, or the server stops; what fails is tried again later. */
  finish(id: Id): Promise<void>
  /** As `finish`, but resolves after a second at most, while the work goes on. */
  finishSoon(id: Id): Promise<void>
  start(): void
  /** Resolves once all that is under way is done. */
  settled(): Promise<void>
  /** Resolves once the slices in hand are done; the rest waits for the next start. */
  stop(): Promise<void>
}

export interface SlicedWorkTools {
  runOncePer: RunOncePer
  /** Of all of it one looks at a time: at once, each would open a connection of its own. */
  looking: Mutex
  log: Log<'error'>
}

interface Options extends SlicedWorkTools {
  /** What it is called for `runOncePer`, so that of all processes one looks. */
  name: string
  findUnfinished(): Promise<Id[]>
  /** Does all of one; `doSlices` calls a slice until it says that there is no more. */
  work(id: Id, doSlices: DoSlices): Promise<void>
}

/** False when the server stops before the last slice. A slice says whether there may be more. */
export type DoSlices = (slice: () => Promise<boolean>) => Promise<boolean>

export function createSlicedWork({
  name,
  findUnfinished,
  work,
  runOncePer,
  looking,
  log,
}: Options): SlicedWork {
  const underWay = new Map<Id, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const doSlices = slicesWhile(() => !isStopped)

  function finish(id: Id): Promise<void> {
    const done =
      underWay.get(id) ??
      work(id, doSlices)
        .catch((error: unknown) =>
          log.error({ err: error, work: name }, 'work could not be finished'),
        )
        .finally(() => underWay.delete(id))
    underWay.set(id, done)
    return done
  }

  async function finishAll() {
    const ids = await looking.run(async () => (isStopped ? [] : findUnfinished()))
    for (const id of ids) await finish(id)
  }

  function look() {
    runOncePer(name, TURN_MS, finishAll).catch((error: unknown) =>
      log.error({ err: error, work: name }, 'unfinished work could not be looked for'),
    )
  }

  const settled = async () => void (await Promise.all(underWay.values()))

  return {
    finish,

    async finishSoon(id) {
      const patience = new AbortController()
      const waited = pause(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => {})
      await Promise.race([finish(id), waited])
      patience.abort()
    },

    start() {
      look()
      timer = setInterval(look, LOOK_EVERY_MS).unref()
    },

    settled,

    async stop() {
      isStopped = true
      clearInterval(timer)
      await settled()
    },
  }
}

function slicesWhile(isRunning: () => boolean): DoSlices {
  return async (slice) => {
    for (let isMore = true; isMore; ) {
      if (!isRunning()) return false
      const begin = performance.now()
      isMore = await slice()
      if (isMore) await pauseSince(begin)
    }
    return true
  }
}

/** As long as it took since then: half of the time is for everybody else. */
export function pauseSince(begin: number): Promise<void> {
  return pause(performance.now() - begin)
}
