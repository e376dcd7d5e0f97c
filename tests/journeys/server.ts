import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/free-port.ts'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { openTestDatabase } from '../database.ts'

// A server of the journey's own: the real command, as a process, on a database and a data folder
// of its own. It can be killed and started again on the same port and data.

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
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

/** `main`: another copy of the server, with a client of its own. */
export async function openServer(main = MAIN): Promise<JourneyServer> {
  const { dataDir, databaseUrl, close } = await openTestDatabase({ isMigrated: false })
  // Not PORT=0: links in mail must name the port.
  const port = await freePort()
  const complaints: string[] = []
  const output: string[] = []
  let child: ChildProcess | undefined

  async function start() {
    child = spawn(process.execPath, [main], {
      // Nothing of this terminal's environment may set the server up.
      env: {
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl ?? '',
        RATE_LIMITS: 'off',
        ...COMPILE_CACHE,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await untilReady(child, { complaints, output })
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM') {
    if (!child) return 0
    const exited = once(child, 'exit')
    child.kill(signal)
    child = undefined
    const [code] = await exited
    return code as number | null
  }

  await start()
  return {
    ...{ origin: `http://127.0.0.1:${port}`, dataDir, databaseUrl, complaints, output, start },
    kill: async () => void (await end('SIGKILL')),
    async close() {
      const code = await end('SIGTERM')
      await close()
      return code
    },
  }
}

interface Written {
  complaints: string[]
  output: string[]
}

async function untilReady(child: ChildProcess, { complaints, output }: Written) {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('The server has no output to read.')
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  createInterface(stderr).on('line', (line) => complaints.push(line))
  createInterface(stdout).on('line', (line) => {
    output.push(line)
    if (line.startsWith('Snug is ready')) resolve()
    if (line.includes('client is not built'))
      complaints.push(`${line} Here: node scripts/setup.js client`)
    if (isError(line)) complaints.push(line)
  })
  child.once('exit', (code) =>
    reject(new Error(`The server ended with ${code}:\n${complaints.join('\n')}`)),
  )
  await ready
}

/** The log is JSON, among plain lines for the terminal. */
function isError(line: string): boolean {
  return line.startsWith('{') && JSON.parse(line).level >= ERROR_LEVEL
}
