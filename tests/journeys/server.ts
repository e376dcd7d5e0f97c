import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/free-port.ts'
import { openTestDatabase } from '../database.ts'
import { COMPILE_CACHE } from '../setup/compile-cache.ts'
import type { Order } from './server-host.ts'

// A server of the journey's own, in another process, on a database and a data folder of its own. It
// can be killed and started again on the same port and data.

const HOST = fileURLToPath(new URL('./server-host.ts', import.meta.url))
const ERROR_LEVEL = 50

export interface JourneyServer {
  /** Where it is reached, without a trailing slash. */
  readonly origin: string
  readonly dataDir: string
  /** As the settings name it; null: the embedded one. */
  readonly databaseUrl: string | null
  /** What it complained of: log lines of level error, and all it wrote to stderr. */
  readonly complaints: readonly string[]
  /** Each line of its log. */
  readonly output: readonly string[]
  /** Resolves once it is ready. */
  start(): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Stops it as an administrator would and returns its exit code; its data is gone after that. */
  close(): Promise<number | null>
}

interface ServerChoices {
  /** The command of another copy of the server, with a client of its own. */
  main?: string
  rateLimits?: 'on' | 'off'
  /** By which name browsers reach it. */
  hostname?: '127.0.0.1' | 'localhost'
  /** Others of the operator, by name. */
  settings?: Record<string, string>
}

export async function openServer({
  main,
  rateLimits = 'off',
  hostname = '127.0.0.1',
  settings = {},
}: ServerChoices = {}): Promise<JourneyServer> {
  const { dataDir, databaseUrl, close } = await openTestDatabase({ isMigrated: false })
  // Not PORT=0: links in mail must name the port.
  const port = await freePort()
  const origin = `http://${hostname}:${port}`
  const written: Written = { complaints: [], output: [] }
  // Nothing of this terminal's environment may set the server up.
  const environment = {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    RATE_LIMITS: rateLimits,
    ...settings,
  }
  let running: Running | undefined

  async function start() {
    running = main === undefined ? host() : command(main, environment)
    const ready = untilPrinted(running, 'Snug is ready', written)
    if (main === undefined) running.child.send(environment satisfies Order)
    await ready
  }

  async function stop() {
    if (!running) return 0
    const { child } = running
    if (main !== undefined) return end(child, 'SIGTERM')
    const stopped = untilPrinted(running, 'Stopped.', written)
    child.send('close' satisfies Order)
    await stopped
    return 0
  }

  await start()
  return {
    ...{ origin, dataDir, databaseUrl, ...written, start },
    async kill() {
      if (running) await end(running.child, 'SIGKILL')
      running = undefined
    },
    async close() {
      const code = await stop()
      await close()
      return code
    },
  }
}

/** A process whose lines are read. */
interface Running {
  child: ChildProcess
  out: Interface
  err: Interface
}

let hosting: Running | undefined

/** The process for the servers of this worker's journeys; another where that was killed. */
function host(): Running {
  if (hosting?.child.connected) return hosting
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const
  hosting = linesOf(fork(HOST, { env: COMPILE_CACHE, execArgv: [], stdio: [...stdio] }))
  return hosting
}

function command(main: string, environment: Record<string, string>): Running {
  const env = { ...environment, ...COMPILE_CACHE }
  return linesOf(spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] }))
}

function linesOf(child: ChildProcess): Running {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('The server has no output to read.')
  return { child, out: createInterface(stdout), err: createInterface(stderr) }
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') {
  const exited = once(child, 'exit')
  child.kill(signal)
  const [code] = await exited
  return code as number | null
}

interface Written {
  complaints: string[]
  output: string[]
}

/** Keeps what it writes for this server from now on, whose it is until another is opened. */
function untilPrinted({ child, out, err }: Running, word: string, written: Written) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const { complaints, output } = written
  out.removeAllListeners('line').on('line', (line) => {
    output.push(line)
    if (line.startsWith(word)) resolve()
    if (line.includes('client is not built'))
      complaints.push(`${line} Here: node scripts/setup.js client`)
    if (isError(line)) complaints.push(line)
  })
  err.removeAllListeners('line').on('line', (line) => complaints.push(line))
  const onExit = (code: number | null) =>
    reject(new Error(`The server ended with ${code}:\n${complaints.join('\n')}`))
  child.once('exit', onExit)
  return promise.finally(() => child.off('exit', onExit))
}

/** The log is JSON, among plain lines for the terminal. */
function isError(line: string): boolean {
  return line.startsWith('{') && JSON.parse(line).level >= ERROR_LEVEL
}
