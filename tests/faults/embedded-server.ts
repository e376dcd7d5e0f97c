import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/free-port.ts'
import { COMPILE_CACHE } from '../setup/compile-cache.ts'

// The real command on its embedded database, whatever database the other tests use: what it
// promises of its own file can be tried on no other.

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

export interface EmbeddedServer {
  readonly origin: string
  readonly dataDir: string
  /** What it wrote, in lines. */
  readonly lines: readonly string[]
  /** False once it ended by itself. */
  readonly isRunning: boolean
  readonly pid: number | undefined
  /** What it ended with by itself. */
  readonly exitCode: number | null | undefined
  /** Resolves once it is ready; throws when it ends before. */
  start(environment?: Record<string, string>): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Stops it as an administrator would. */
  stop(): Promise<void>
  /** Stops it and removes its data. */
  close(): Promise<void>
}

/** `parent`: where the data folder is made. */
export async function openEmbeddedServer(parent = tmpdir()): Promise<EmbeddedServer> {
  const dataDir = await mkdtemp(join(parent, 'snug-embedded-'))
  const port = await freePort()
  const lines: string[] = []
  let child: ChildProcess | undefined

  async function start(environment: Record<string, string> = {}) {
    const started = spawn(process.execPath, [MAIN], {
      env: {
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        RATE_LIMITS: 'off',
        ...COMPILE_CACHE,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
    for (const input of [started.stdout, started.stderr])
      createInterface(input).on('line', (line) => {
        lines.push(line)
        if (line.startsWith('Snug is ready')) resolve()
      })
    started.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${lines.join('\n')}`)))
    await ready
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM') {
    if (!child || child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    child = undefined
    await exited
  }

  await start()
  return {
    ...{ origin: `http://127.0.0.1:${port}`, dataDir, lines, start },
    get isRunning() {
      return child?.exitCode === null && child.signalCode === null
    },
    get exitCode() {
      return child?.exitCode
    },
    get pid() {
      return child?.pid
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async close() {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
