import { hash, randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { hostname } from 'node:os'
import type { RedisConnections } from './redis.ts'

/**
 * Runs the work unless any process of the server ran what has this name within `ms`. It only saves
 * work: when it cannot be known the work is done, so nothing may go wrong if two do it at once.
 */
export type RunOncePer = (name: string, ms: number, work: () => Promise<void>) => Promise<void>

/** For a server that is one process. */
export const runAlways: RunOncePer = (_name, _ms, work) => work()

/**
 * Among the processes of one machine, which share its data folder: each machine has its own turn.
 */
export function oncePerMachine(runOncePer: RunOncePer, dataDir: string): RunOncePer {
  // Machines made of one image may be called the same.
  const { dev, ino, birthtimeMs } = statSync(dataDir)
  const machine = hash('sha256', [hostname(), dev, ino, birthtimeMs].join()).slice(0, 16)
  return (name, ms, work) => runOncePer(`${name}:${machine}`, ms, work)
}

// Gives back only what is still ours: the time may have run out, and another may hold it.
const GIVE_BACK = `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end`

/** Among the processes that share a Redis. Work that fails may be tried by another at once. */
export function runOncePerInRedis({ prefix, commands }: RedisConnections): RunOncePer {
  async function take(key: string, token: string, ms: number): Promise<boolean> {
    try {
      return (await commands.set(key, token, 'PX', ms, 'NX')) === 'OK'
    } catch {
      return true
    }
  }

  return async (name, ms, work) => {
    const key = `${prefix}turn:${name}`
    const token = randomUUID()
    if (!(await take(key, token, ms))) return
    try {
      await work()
    } catch (error) {
      await commands.eval(GIVE_BACK, 1, key, token).catch(() => {})
      throw error
    }
  }
}
