import { readdirSync, readFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { childrenOf } from '../scripts/postgres.ts'
import type { RunningServer } from './servers.ts'

// What a load costs each part: the processor time of the server's processes, of PostgreSQL and of
// Redis, from /proc.

/** The kernel counts a process in hundredths of a second, and its threads to the nanosecond. */
const TICK_MICROS = 10_000

/** Processor time in microseconds. */
export interface CpuUsage {
  app: number
  database: number
  redis: number
}

export interface Engines {
  postgresUrl: string
  redisUrl: string
}

/** A meter of one server and of those engines behind it that are given. */
export async function openCpuMeter(
  server: RunningServer,
  engines?: Partial<Engines>,
): Promise<() => CpuUsage> {
  const { postgresUrl, redisUrl } = engines ?? {}
  const postgres = postgresUrl ? await postmasterOf(postgresUrl) : undefined
  const redis = redisUrl ? await redisProcessOf(redisUrl) : undefined
  return () => ({
    app: sum(server.processes().map(cpuMicros)),
    database: postgres === undefined ? 0 : microsWithEnded(postgres),
    redis: redis === undefined ? 0 : cpuMicros(redis),
  })
}

/** What was used between two readings, for each of so many. */
export function usedPerCall(before: CpuUsage, after: CpuUsage, times: number): CpuUsage {
  return {
    app: (after.app - before.app) / times,
    database: (after.database - before.database) / times,
    redis: (after.redis - before.redis) / times,
  }
}

/** What was known of a process when it was read last. */
interface Known {
  threads: ReadonlyMap<string, number>
  /** Of threads that are no more. */
  endedMicros: number
}

const knownOf = new Map<number, Known>()

/**
 * User and system time of a process, in microseconds: to the nanosecond, but for what a thread took
 * that ended since it was read last, which shows once it makes a tick.
 */
export function cpuMicros(pid: number): number {
  const [, , , , , , , , , , , user, system] = statOf(pid)
  const coarse = (Number(user) + Number(system)) * TICK_MICROS
  const threads = threadsOf(pid)
  const fine = sum(threads.values())
  const known = knownOf.get(pid)
  const ended = known ? known.endedMicros + endedSince(known.threads, threads) : 0
  const missing = coarse - fine - ended
  // A thread that runs is a little further than what is counted of it.
  const endedMicros = missing > (known ? TICK_MICROS : 0) ? ended + missing : ended
  knownOf.set(pid, { threads, endedMicros })
  return fine + endedMicros
}

function threadsOf(pid: number): Map<string, number> {
  const ids = readdirSync(`/proc/${pid}/task`)
  return new Map(ids.map((thread) => [thread, whileThere(() => threadMicros(pid, thread))]))
}

function endedSince(before: Known['threads'], now: Known['threads']): number {
  return sum([...before].flatMap(([thread, micros]) => (now.has(thread) ? [] : [micros])))
}

function threadMicros(pid: number, thread: string): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1_000
}

/** PostgreSQL has a process for each connection, and adds up those that ended. */
function microsWithEnded(postmaster: number): number {
  const fields = statOf(postmaster)
  const ended = (Number(fields[13]) + Number(fields[14])) * TICK_MICROS
  const running = childrenOf(postmaster).map((pid) => whileThere(() => cpuMicros(pid)))
  return cpuMicros(postmaster) + ended + sum(running)
}

function whileThere(read: () => number): number {
  try {
    return read()
  } catch {
    return 0
  }
}

async function postmasterOf(url: string): Promise<number> {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const parent = Number(statOf(rows[0]?.pid ?? 0)[1])
  await client.end()
  return parent
}

async function redisProcessOf(url: string): Promise<number> {
  const redis = new Redis(url)
  const info = await redis.info('server')
  redis.disconnect()
  return Number(/process_id:(\d+)/.exec(info)?.[1])
}

/** The fields of /proc/PID/stat from the state on. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0)
}
