// A PostgreSQL of our own that is thrown away: for the server's tests, and for those that pull it
// from under a running server. It listens on a free port of this machine, in a temporary folder.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './free-port.ts'

/** Where Debian keeps each version's programs; elsewhere they are in the path. */
const DEBIAN_VERSIONS = '/usr/lib/postgresql'
const OLDEST_VERSION = 15
const READY_WITHIN_MS = 60_000

export interface Postgres {
  /** The address of the database `postgres`, for a user that may make others. */
  url: string
  /** As `systemctl restart` does: sessions are ended at once. */
  stop(): Promise<void>
  /** As a power cut does, to every process of it. */
  kill(): Promise<void>
  /** Nothing happens where it runs. */
  start(): Promise<void>
  /** Starts another that follows this one and can be read from. */
  replicate(): Promise<Postgres>
  /** Stops it and removes what it kept. */
  remove(): Promise<void>
}

/**
 * The folder with PostgreSQL's programs, the newest there is; undefined where it is not installed.
 */
export function findPostgres(): string | undefined {
  const debian = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS) : []
  const versions = debian.map(Number).filter((version) => version >= OLDEST_VERSION)
  const folders = versions
    .toSorted((one, other) => other - one)
    .map((version) => join(DEBIAN_VERSIONS, String(version), 'bin'))
  const path = process.env.PATH?.split(delimiter) ?? []
  return [...folders, ...path].find((folder) => existsSync(join(folder, 'initdb')))
}

/** Without `isDurable` nothing is flushed to the disk, which is what most tests can do without. */
export async function startPostgres(
  programs: string,
  { isDurable = false } = {},
): Promise<Postgres> {
  // Sorted as people do, so that a query which needs the order of bytes is found out.
  const order = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US']
  const trusting = ['--username=snug', '--auth=trust', '--encoding=UTF8', '--no-sync', ...order]
  return run(programs, isDurable, ['initdb', ...trusting])
}

/** Has a program fill a folder of data, and starts a server on it. */
async function run(
  programs: string,
  isDurable: boolean,
  [program, ...args]: [string, ...string[]],
): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'snug-postgres-'))
  const data = join(folder, 'data')
  execFileSync(join(programs, program), [`--pgdata=${data}`, ...args], {
    ...ownerFor(folder),
    cwd: folder,
    stdio: 'pipe',
  })
  const port = await freePort()
  const server = serverOn({ programs, folder, data, port, isDurable })
  await server.start()
  return {
    url: server.url,
    start: server.start,
    stop: () => server.end('SIGINT'),
    kill: () => server.end('SIGKILL'),
    replicate() {
      const primary = `--dbname=${server.url}`
      const fast = ['--checkpoint=fast', '--no-sync', '--write-recovery-conf']
      return run(programs, isDurable, ['pg_basebackup', primary, ...fast])
    },
    async remove() {
      await server.end('SIGINT')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

interface ServerOptions {
  programs: string
  folder: string
  data: string
  port: number
  isDurable: boolean
}

/** The server of a folder of data, which may end and start again. */
function serverOn({ programs, folder, data, port, isDurable }: ServerOptions) {
  const careless = ['fsync', 'synchronous_commit', 'full_page_writes'].map((name) => `${name}=off`)
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    ...(isDurable ? [] : careless),
  ].flatMap((setting) => ['-c', setting])
  const url = `postgres://snug@127.0.0.1:${port}/postgres`
  let server: ChildProcess | undefined
  process.once('exit', () => server?.kill('SIGINT'))

  const isRunning = () => server?.exitCode === null && server.signalCode === null

  async function start() {
    if (isRunning()) return
    const deadline = Date.now() + READY_WITHIN_MS
    while (Date.now() < deadline) {
      // Killed a moment ago, the one before may still hold what they share: then it ends at once.
      if (!isRunning()) server = launch()
      if (await isAnswering(url)) return
      await pause(50)
    }
    throw new Error('The PostgreSQL for tests did not start.')
  }

  function launch(): ChildProcess {
    return spawn(join(programs, 'postgres'), ['-D', data, ...settings], {
      ...ownerFor(folder),
      cwd: folder,
      stdio: 'ignore',
    })
  }

  async function end(signal: 'SIGINT' | 'SIGKILL') {
    const child = server
    if (!child?.pid || !isRunning()) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    // Those that are not found end by themselves when they miss their parent.
    const helpers = signal === 'SIGKILL' ? childrenOf(child.pid) : []
    child.kill(signal)
    for (const pid of helpers) killIfThere(pid)
    await ended
  }

  return { url, start, end }
}

/** PostgreSQL refuses to run as root: then it runs as the user it brought along. */
function ownerFor(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  owner ??= { uid: idOf('-u'), gid: idOf('-g') }
  chownSync(folder, owner.uid, owner.gid)
  return owner
}

let owner: { uid: number; gid: number } | undefined

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim())
}

/** The processes it started; none where the system does not tell. */
export function childrenOf(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`
  return existsSync(list) ? readFileSync(list, 'utf8').split(' ').filter(Boolean).map(Number) : []
}

function killIfThere(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was quicker.
  }
}

/**
 * Asked by a connection: each process of the program that is there for it takes as long as twenty.
 */
async function isAnswering(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
