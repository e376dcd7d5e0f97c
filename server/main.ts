import { setTimeout as pause } from 'node:timers/promises'
import type { SnugServer } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { removeUnusedCodeSoon } from './platform/compiled-code.ts'
import { holdDataFolder } from './platform/data-folder.ts'
import type { HttpServer } from './platform/http/http-server.ts'
import type { Bus } from './realtime/bus.ts'
import { startProblem } from './start-problem.ts'
import { print, printReady } from './stdout.ts'
import { EXIT_CANNOT_START, isWorker, reportReady, superviseWorkers } from './workers.ts'

// What `cli/start.ts` runs: environment → start → graceful stop.

// A stop that hangs is cut short: first what visitors hold open, then all the rest, such as a mail
// being sent. The database is safe at any moment.
const CUT_CONNECTIONS_AFTER_MS = 8_000
const STOP_WITHIN_MS = 9_500
const GOODBYE_WITHIN_MS = 400

// Whatever the umask was: what a server keeps is for its own user.
process.umask(0o077)

/** What went wrong is told by them, once they are read. */
let known: Config | null = null
await start().catch((error: unknown) => {
  const problem = startProblem(error, known)
  if (problem !== null) printAndExit(problem)
  throw error
})

async function start() {
  const config = readConfig(process.env)
  known = config
  // Until the process ends; those that it starts work in the same one.
  if (!isWorker) process.once('exit', holdDataFolder(config.dataDir))
  if (config.workers === 1 || isWorker) return serveUntilStopped(config)
  superviseWorkers(config.workers, { print, onReady: (ready) => printReady(config, ready) })
}

async function serveUntilStopped(config: Config) {
  // Neither who only looks after others that serve, nor a start that ends at a setting, needs any
  // of it.
  const { serve } = await import('./serve.ts')
  const { server, httpServer, ready } = await serve(config, process.env)
  stopOnSignal(server, httpServer)
  if (isWorker) reportReady(ready)
  else printReady(config, ready)
  removeUnusedCodeSoon()
}

// A terminal's Ctrl-C reaches npm, its shell and us, and npm passes it on: only the first counts.
function stopOnSignal(server: SnugServer, httpServer: HttpServer) {
  let isStopping = false
  async function stop() {
    if (isStopping) return
    isStopping = true
    if (!isWorker) print('Stopping: requests in flight finish first…')
    setTimeout(() => httpServer.server.closeAllConnections(), CUT_CONNECTIONS_AFTER_MS)
    setTimeout(() => stopNow(server.services.bus), STOP_WITHIN_MS)
    await server.close()
    printStopped()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/**
 * Who goes without a word may have had something to say: the sockets of all others would come back.
 */
async function stopNow(bus: Bus) {
  await Promise.race([bus.close(), pause(GOODBYE_WITHIN_MS)]).catch(() => {})
  printStopped()
}

function printStopped(): never {
  if (!isWorker) print('Stopped.')
  process.exit(0)
}

function printAndExit(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(isWorker ? EXIT_CANNOT_START : 1)
}
