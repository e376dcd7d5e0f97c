import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'

// Several processes behind one port. The first process serves nothing itself: it starts the others,
// starts one again that died, and passes a stop on to all. On SIGHUP it replaces them one after the
// other, each once its successor is ready, so that no request is dropped. It ends by itself only
// where no process serves and the one that ended could not start.

/** What a worker exits with that cannot start: as things are, starting it again would not help. */
export const EXIT_CANNOT_START = 78
/** Who lived so long was well; who did not is started again later and later. */
const WELL_AFTER_MS = 60_000
const SHORTEST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

const READY = 'ready'

/** Whether this process is one of several that serve. */
export const isWorker = cluster.isWorker
/** Whether this process is the one, of those that start together, that says what is said once. */
export const isFirst = (cluster.worker?.id ?? 1) === 1
/** Whether this worker came when others served already: it listens only once it is ready. */
export function isReplacement(workers: number): boolean {
  return cluster.worker !== undefined && cluster.worker.id > workers
}

export interface Ready {
  port: number
  /** Where the first administrator of a public server registers; null: there is one, or no need. */
  hostLink: string | null
}

/** A worker's word that it serves. */
export function reportReady(ready: Ready) {
  cluster.worker?.send({ kind: READY, ...ready })
}

interface SupervisorOptions {
  print(line: string): void
  /** All that started serve, or all but those that ended, for the first time. */
  onReady(ready: Ready): void
}

export function superviseWorkers(count: number, { print, onReady }: SupervisorOptions) {
  const supervisor = new Supervisor(print)
  process.on('SIGINT', () => supervisor.stop(0))
  process.on('SIGTERM', () => supervisor.stop(0))
  process.on('SIGHUP', () => supervisor.replaceAll())
  const first = Array.from({ length: count }, () => supervisor.start())
  // Where each of them ended, the word is that of one that took a place.
  void Promise.all(first).then(async () => onReady(await supervisor.firstReady))
}

class Supervisor {
  readonly #print: (line: string) => void
  #isStopping = false
  #pauseMs = SHORTEST_PAUSE_MS
  #replacing = Promise.resolve()
  readonly #serving = new Set<Worker>()
  readonly #leaving = new Set<Worker>()
  /** It serves while its successor starts, which takes its place even where it ends before. */
  #followed: Worker | null = null
  readonly #firstReady = Promise.withResolvers<Ready>()

  constructor(print: (line: string) => void) {
    this.#print = print
  }

  /** The word of the first that serves at all. */
  get firstReady(): Promise<Ready> {
    return this.#firstReady.promise
  }

  /**
   * Resolves once the worker serves; with null when it died before, and then another is started in
   * its place, unless it was to follow one that goes on serving.
   */
  start({ isSuccessor = false } = {}): Promise<Ready | null> {
    const worker = cluster.fork()
    const startedAt = performance.now()
    const { promise, resolve } = Promise.withResolvers<Ready | null>()
    worker.on('message', ({ kind, ...ready }: Ready & { kind?: string }) => {
      if (kind !== READY) return
      this.#serving.add(worker)
      this.#firstReady.resolve(ready)
      resolve(ready)
    })
    // Of one that could not be started; a running one says so of messages that went nowhere.
    worker.on('error', () => {
      if (worker.process.pid === undefined) worker.emit('exit', 1, null)
    })
    worker.once('exit', (code) => {
      resolve(null)
      const served = this.#serving.delete(worker)
      if (performance.now() - startedAt > WELL_AFTER_MS) this.#pauseMs = SHORTEST_PAUSE_MS
      if (served || !isSuccessor) this.#onExit(worker, code)
    })
    return promise
  }

  stop(exitCode: number) {
    if (this.#isStopping) return
    this.#isStopping = true
    this.#print('Stopping: requests in flight finish first…')
    const workers = runningWorkers()
    for (const worker of workers) worker.process.kill('SIGTERM')
    void Promise.all(workers.map(ended)).then(() => {
      this.#print('Stopped.')
      process.exit(exitCode)
    })
  }

  /** One after the other, and after a replacement that is under way. */
  replaceAll() {
    this.#replacing = this.#replacing.then(() => this.#replaceEach())
  }

  async #replaceEach() {
    for (const worker of runningWorkers()) {
      // Another took the place of one that died since.
      if (this.#isStopping || worker.isDead() || this.#leaving.has(worker)) continue
      this.#followed = worker
      const ready = await this.start({ isSuccessor: true })
      this.#followed = null
      if (ready === null) {
        // Its successor could not start: then the old one goes on serving.
        if (worker.isDead()) void this.#startLater()
        return this.#print('The next process could not start; those before it go on serving.')
      }
      if (worker.isDead()) continue
      this.#leaving.add(worker)
      worker.process.kill('SIGTERM')
      await ended(worker)
    }
    this.#print('Every process was replaced.')
  }

  #onExit(worker: Worker, code: number) {
    if (this.#leaving.delete(worker)) return
    if (code === EXIT_CANNOT_START && this.#serving.size === 0) this.stop(1)
    if (this.#isStopping) return
    this.#print(`A process ended (${code}); another takes its place.`)
    if (worker !== this.#followed) void this.#startLater()
  }

  async #startLater() {
    const waitMs = this.#pauseMs
    this.#pauseMs = Math.min(waitMs * 2, LONGEST_PAUSE_MS)
    await pause(waitMs)
    if (!this.#isStopping) await this.start()
  }
}

function runningWorkers(): Worker[] {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  // One that could not be started stays in the list.
  return workers.filter((worker) => !worker.isDead())
}

function ended(worker: Worker): Promise<void> {
  if (worker.isDead()) return Promise.resolve()
  return new Promise((resolve) => worker.once('exit', () => resolve()))
}
