// A Redis or Valkey of our own that is thrown away, for the tests that pull it from under a running
// server. It listens on a free port of this machine and keeps nothing on the disk.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const PROGRAMS = ['redis-server', 'valkey-server']
const READY_WITHIN_MS = 10_000

export interface TestRedis {
  url: string
  /** It takes connections, but answers nothing until it goes on. */
  hang(): void
  goOn(): void
  /** As a power cut does. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends it for good. */
  remove(): Promise<void>
}

/** The program of a Redis or Valkey in the path; undefined where none is installed. */
export function findRedis(): string | undefined {
  const folders = process.env.PATH?.split(delimiter) ?? []
  const programs = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name)))
  return programs.find((program) => existsSync(program))
}

export async function startRedis(program: string): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'snug-redis-'))
  const port = await freePort()
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '']
  const run = () => spawn(program, [...options, '--dir', folder], { stdio: 'ignore' })
  let server = run()

  async function kill() {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    const isRunning = server.exitCode === null && server.signalCode === null
    server.kill('SIGKILL')
    if (isRunning) await ended
  }

  await listening(port)
  return {
    url: `redis://127.0.0.1:${port}`,
    hang: () => void server.kill('SIGSTOP'),
    goOn: () => void server.kill('SIGCONT'),
    kill,
    async start() {
      server = run()
      await listening(port)
    },
    async remove() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function listening(port: number) {
  const deadline = Date.now() + READY_WITHIN_MS
  while (!(await isListening(port))) {
    if (Date.now() > deadline) throw new Error(`Nothing listens on port ${port}.`)
    await pause(20)
  }
}

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}
