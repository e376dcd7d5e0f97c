import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rename, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ReverseProxy } from './reverse-proxy.ts'

// A release that is unpacked, in an empty environment: started, asked and commanded.

const READY = 'Snug is ready'
const PATIENCE_MS = 60_000

const run = promisify(execFile)

export interface Trial {
  /** `/opt/snug` of the pages. */
  opt: string
  env: Record<string, string>
  proxies: ReverseProxy[]
  /** What was done, and how long it took. */
  told: string[]
}

export interface Running {
  said: string[]
  stop(): Promise<void>
}

export async function timed<T>({ told }: Trial, step: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work()
  told.push(`${step}: ${((performance.now() - start) / 1_000).toFixed(1)} s`)
  return result
}

/** As `ln -sfn` does, at once. */
export async function switchTo({ opt }: Trial, version: string) {
  await symlink(version, join(opt, 'current.next'))
  await rename(join(opt, 'current.next'), join(opt, 'current'))
}

export async function startSnug({ opt, env }: Trial): Promise<Running> {
  const snug = join(opt, 'current/snug')
  const server = spawn(snug, ['start'], { cwd: opt, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  const exited = once(server, 'close')
  const isReady = new Promise<void>((resolve) => {
    for (const stream of [server.stdout, server.stderr])
      createInterface(stream).on('line', (line) => {
        said.push(line)
        if (line.startsWith(READY)) resolve()
      })
  })
  await Promise.race([isReady, exited])
  if (!said.some((line) => line.startsWith(READY)))
    throw new Error(['The server did not start.', ...said].join('\n'))
  let stopping: Promise<void> | undefined
  const stop = async () => {
    server.kill('SIGTERM')
    const [code] = await exited
    if (code !== 0) throw new Error([`The server ended with ${code}.`, ...said].join('\n'))
  }
  return { said, stop: () => (stopping ??= stop()) }
}

/** By the version that is switched to, or by another one that lies there. */
export async function snug(
  { opt, env, version = 'current' }: Trial & { version?: string },
  ...words: string[]
): Promise<string> {
  const { stdout } = await run(join(opt, version, 'snug'), words, { cwd: opt, env })
  return stdout
}

/** By a proxy where there is one, else directly. */
export async function ask(
  { proxies, env }: Trial,
  expected: number,
  path: string,
  init?: RequestInit,
) {
  const answer = (await proxies[0]?.ask(path, init)) ?? (await askDirectly(env.PORT, path, init))
  if (answer.status !== expected)
    throw new Error(`${basename(path)} answered ${answer.status}: ${answer.body}`)
  return answer
}

async function askDirectly(port = '', path: string, init?: RequestInit) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
}

export function json(body: object): RequestInit {
  const headers = { 'content-type': 'application/json' }
  return { method: 'POST', headers, body: JSON.stringify(body) }
}

/** What this finds in the text, once it is there. */
export async function sayingMatch(
  read: () => string | Promise<string>,
  pattern: RegExp,
): Promise<string> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    const found = pattern.exec(await read())?.[1]
    if (found) return found
    await wait(50)
  }
  throw new Error(`Nothing said ${pattern}.`)
}
