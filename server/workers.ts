import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'

// Several processes behind one port. The first process serves nothing itself: it starts the others,
// starts one again that died, and passes a stop on to all. On SIGHUP it replaces them one after the
// other, each once its successor is ready, so that an update drops nothing.

/** What a worker exits with when starting it again would not help. */
export const CANNOT_START = 78
/** Who lived so long was well; who did not is started again later and later. */
const WELL_AFTER_MS = 60_000
const SHORTEST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

const READY = 'ready'

/** Whether this process is one of several that serve. */
export const isWorker = cluster.isWorker
/** Whether this worker came when others served already: it opens the door only once it is ready. */
export function comesLater(workers: number): boolean {
  return cluster.worker !== undefined && cluster.worker.id > workers
}

/** A worker's word that it serves. */
export function tellReady(port: number) {
  cluster.worker?.send({ kind: READY, port })
}

interface Telling {
  say(line: string): void
  /** All serve, for the first time. */
  onReady(port: number): void
}

export function superviseWorkers(count: number, { say, onReady }: Telling) {
  let isStopping = false
  let pauseMs = SHORTEST_PAUSE_MS
  let renewing = Promise.resolve()
  const leaving = new Set<Worker>()

  /** Resolves with the port once the worker serves; null when it died before. */
  function start(): Promise<number | null> {
    const worker = cluster.fork()
    const startedAt = performance.now()
    const { promise, resolve } = Promise.withResolvers<number | null>()
    worker.on('message', (message: { kind?: string; port?: number }) => {
      if (message.kind === READY) resolve(message.port ?? 0)
    })
    worker.once('exit', (code) => {
      resolve(null)
      if (performance.now() - startedAt > WELL_AFTER_MS) pauseMs = SHORTEST_PAUSE_MS
      onExit(worker, code)
    })
    return promise
  }

  function onExit(worker: Worker, code: number) {
    if (leaving.delete(worker)) return
    if (code === CANNOT_START) stop(1)
    if (isStopping) return
    say(`A process ended (${code}); another takes its place.`)
    void startLater()
  }

  async function startLater() {
    const waitMs = pauseMs
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    await pause(waitMs)
    if (!isStopping) await start()
  }

  function stop(exitCode: number) {
    if (isStopping) return
    isStopping = true
    say('Stopping: requests in flight finish first…')
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    for (const worker of workers) worker.process.kill('SIGTERM')
    void Promise.all(workers.map(ended)).then(() => {
      say('Stopped.')
      process.exit(exitCode)
    })
  }

  async function renewAll() {
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (isStopping || !worker || leaving.has(worker)) continue
      // Its successor could not start: then the old one goes on serving.
      if ((await start()) === null) return
      leaving.add(worker)
      worker.process.kill('SIGTERM')
      await ended(worker)
    }
    say('Every process was replaced.')
  }

  process.on('SIGINT', () => stop(0))
  process.on('SIGTERM', () => stop(0))
  process.on('SIGHUP', () => {
    renewing = renewing.then(renewAll)
  })
  void Promise.all(Array.from({ length: count }, start)).then((ports) => {
    const port = ports.find((each) => each !== null)
    if (port !== undefined) onReady(port)
  })
}

function ended(worker: Worker): Promise<void> {
  if (worker.isDead()) return Promise.resolve()
  return new Promise((resolve) => worker.once('exit', () => resolve()))
}
