import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type House, openHouse } from './app.ts'
import { systemClock } from './platform/clock.ts'
import { createFrontDoor, type FrontDoor } from './platform/http/front-door.ts'
import { createLog } from './platform/log.ts'
import { capturedTransport } from './platform/mail/captured-transport.ts'
import { smtpTransport } from './platform/mail/smtp-transport.ts'
import { readSettings, type Settings, SettingsError } from './settings.ts'

// The one command: environment → start → graceful stop. Nothing else reads the environment.

/** A stop that hangs longer than this is cut short; the database is safe at any moment. */
const STOP_WITHIN_MS = 10_000

const clientFolder = fileURLToPath(new URL('../dist/web', import.meta.url))

await start().catch((error: unknown) => {
  if (error instanceof SettingsError || isPortTaken(error)) sayAndExit(startProblem(error))
  throw error
})

async function start() {
  const settings = readSettings(process.env)
  const log = createLog({ pretty: process.stdout.isTTY })
  const door = createFrontDoor()
  const port = await door.listen(settings.port, settings.host)
  const house = await openHouse(
    settings,
    { clock: systemClock, log, mailTransport: mailTransportOf(settings), clientFolder },
    door,
  )
  say(`Snug is ready at ${settings.publicUrl.replace(/:0$/, `:${port}`)}`)
  if (!existsSync(join(clientFolder, 'index.html')))
    say('The web client is not built; start with "npm start" to build it.')
  stopOnSignal(house, door)
}

function mailTransportOf({ smtpUrl, mailFrom, dataDir }: Settings) {
  if (smtpUrl !== null) return smtpTransport({ url: smtpUrl, from: mailFrom })
  return capturedTransport({ folder: join(dataDir, 'mail'), from: mailFrom, announce: say })
}

// A terminal's Ctrl-C reaches npm, its shell and us, and npm passes it on: only the first counts.
function stopOnSignal(house: House, door: FrontDoor) {
  let isStopping = false
  async function stop() {
    if (isStopping) return
    isStopping = true
    say('Stopping: requests in flight finish first…')
    setTimeout(() => {
      door.server.closeAllConnections()
    }, STOP_WITHIN_MS).unref()
    await house.close()
    say('Stopped.')
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function isPortTaken(error: unknown): error is Error & { code: string; port: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

function startProblem(error: unknown) {
  if (isPortTaken(error)) return `PORT ${error.port} is taken by another program.`
  return error instanceof Error ? error.message : String(error)
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}

function sayAndExit(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
