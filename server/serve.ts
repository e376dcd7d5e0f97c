import type { Logger } from 'pino'
import { buildServer, type SnugServer } from './app.ts'
import { clientFolder } from './client-folder.ts'
import type { Config } from './config.ts'
import { giveBackMemory, giveBackWhenQuiet } from './give-back-memory.ts'
import { capturedMailsFolder, capturedTransport } from './mail/captured-mails.ts'
import type { MailTransport } from './mail/mail.ts'
import { systemClock } from './platform/clock.ts'
import { createHttpServer, type HttpServer } from './platform/http/http-server.ts'
import { createLog } from './platform/log.ts'
import { createSafeFetch, type SafeFetch } from './platform/safe-fetch/safe-fetch.ts'
import { print } from './stdout.ts'
import { isReplacement, isWorker, type Ready } from './workers.ts'

/** While one of several processes leaves, the others serve already. */
const LAST_REQUESTS_MS = 1_000

const UNFLUSHED =
  'the disk failed to keep what was written, so this process ends and is to be started again; nothing of it was acknowledged'
/** Not the code of a start that would be no better the next time. */
const EXIT_UNFLUSHED = 1

interface Served {
  server: SnugServer
  httpServer: HttpServer
  log: Logger
  ready: Ready
}

/** A server with all that is real, behind an HTTP server that listens. */
export async function serve(
  config: Config,
  environment: Record<string, string | undefined>,
  { safeFetch = createSafeFetch() }: { safeFetch?: SafeFetch } = {},
): Promise<Served> {
  const log = createLog({ pretty: process.stdout.isTTY })
  const httpServer = createHttpServer({ lastRequestsMs: isWorker ? LAST_REQUESTS_MS : 0 })
  const listen = () => httpServer.listen(config.port, config.host)
  const early = isReplacement(config.workers) ? null : await listen()
  const server = await buildServer(
    config,
    {
      clock: systemClock,
      log,
      mailTransport: await mailTransportOf(config),
      safeFetch,
      clientFolder,
      environment,
      onUnflushed: (error) => endUnflushed(log, error),
    },
    httpServer,
  )
  const port = early ?? (await listen())
  const hostLink = await server.services.hostLink.url(server.services.db)
  giveBackMemory()
  giveBackWhenQuiet()
  return { server, httpServer, log, ready: { port, hostLink } }
}

/**
 * Nobody can know what the disk holds, and trying again would only seem to help. Whoever supervises
 * this process starts it anew, from what is in the file.
 */
function endUnflushed(log: Logger, error: unknown): never {
  log.fatal({ err: error }, UNFLUSHED)
  process.exit(EXIT_UNFLUSHED)
}

async function mailTransportOf({ smtpUrl, mailFrom, dataDir }: Config): Promise<MailTransport> {
  if (smtpUrl !== null) {
    // Not even loaded where nobody uses it.
    const { smtpTransport } = await import('./mail/smtp-transport.ts')
    return smtpTransport({ url: smtpUrl, from: mailFrom })
  }
  return capturedTransport({ folder: capturedMailsFolder(dataDir), from: mailFrom, publish: print })
}
