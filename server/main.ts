import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildServer, type SnugServer } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { holdDataFolder } from './platform/data-folder.ts'
import { createHttpServer, type HttpServer } from './platform/http/http-server.ts'
import { createLog } from './platform/log.ts'
import { capturedMailsFolder, capturedTransport } from './platform/mail/captured-mails.ts'
import type { MailTransport } from './platform/mail/mail.ts'
import { createSafeFetch } from './platform/safe-fetch/safe-fetch.ts'
import { startProblem } from './start-problem.ts'
import {
  EXIT_CANNOT_START,
  isReplacement,
  isWorker,
  type Ready,
  reportReady,
  superviseWorkers,
} from './workers.ts'

// The one command: environment → start → graceful stop. Nothing else reads the environment.

// A stop that hangs is cut short: first what visitors hold open, then all the rest, such as a mail
// being sent. The database is safe at any moment.
const CUT_CONNECTIONS_AFTER_MS = 8_000
const STOP_WITHIN_MS = 9_500

/** While one of several processes leaves, the others serve already. */
const LAST_REQUESTS_MS = 1_000

// Whatever the umask was: what a server keeps is for its own user.
process.umask(0o077)

const clientFolder = fileURLToPath(new URL('../dist/web', import.meta.url))

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
  if (config.workers === 1 || isWorker) return serve(config)
  superviseWorkers(config.workers, { print, onReady: (ready) => printReady(config, ready) })
}

async function serve(config: Config) {
  const log = createLog({ pretty: process.stdout.isTTY })
  const door = createHttpServer({ lastRequestsMs: isWorker ? LAST_REQUESTS_MS : 0 })
  const listen = () => door.listen(config.port, config.host)
  const early = isReplacement(config.workers) ? null : await listen()
  const server = await buildServer(
    config,
    {
      clock: systemClock,
      log,
      mailTransport: await mailTransportOf(config),
      safeFetch: createSafeFetch(),
      clientFolder,
    },
    door,
  )
  stopOnSignal(server, door)
  const port = early ?? (await listen())
  const hostLink = await server.services.hostLink.url(server.services.db)
  if (isWorker) reportReady({ port, hostLink })
  else printReady(config, { port, hostLink })
}

function printReady({ publicUrl }: Config, { port, hostLink }: Ready) {
  print(`Snug is ready at ${publicUrl.replace(/:0$/, `:${port}`)}`)
  if (hostLink !== null)
    print(`There is no administrator yet. Who registers here becomes it: ${hostLink}`)
  if (!existsSync(join(clientFolder, 'index.html')))
    print('The web client is not built; start with "npm start" to build it.')
}

async function mailTransportOf({ smtpUrl, mailFrom, dataDir }: Config): Promise<MailTransport> {
  if (smtpUrl !== null) {
    // Not even loaded where nobody uses it.
    const { smtpTransport } = await import('./platform/mail/smtp-transport.ts')
    return smtpTransport({ url: smtpUrl, from: mailFrom })
  }
  return capturedTransport({ folder: capturedMailsFolder(dataDir), from: mailFrom, publish: print })
}

// A terminal's Ctrl-C reaches npm, its shell and us, and npm passes it on: only the first counts.
function stopOnSignal(server: SnugServer, door: HttpServer) {
  let isStopping = false
  async function stop() {
    if (isStopping) return
    isStopping = true
    if (!isWorker) print('Stopping: requests in flight finish first…')
    setTimeout(() => door.server.closeAllConnections(), CUT_CONNECTIONS_AFTER_MS)
    setTimeout(printStopped, STOP_WITHIN_MS)
    await server.close()
    printStopped()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function printStopped(): never {
  if (!isWorker) print('Stopped.')
  process.exit(0)
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}

function printAndExit(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(isWorker ? EXIT_CANNOT_START : 1)
}
