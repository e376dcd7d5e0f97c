import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, ReverseProxy } from './reverse-proxy.ts'
import { type Running, snug, startSnug, switchTo, type Trial } from './running-release.ts'

// An upgrade while visitors reload, and the way back, as docs/self-hosting.md says.

const NEXT_VERSION = '99.0.0'
const NEXT_MIGRATION = '9999-next'
const MIGRATIONS = `import { migrations as former } from './former.ts'
const up = (db) => db.schema.createTable('next').addColumn('id', 'integer').execute()
export const migrations = { ...former, '${NEXT_MIGRATION}': { up } }
`
const VISIT_EVERY_MS = 100
const VISITORS = 4

/** The same files under a later number, and with a migration more: what is tried is the switch. */
export async function layNextVersion({ opt }: Trial) {
  const [from, to] = [join(opt, 'snug-this'), join(opt, 'snug-next')]
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const folder = join(to, entry.parentPath.slice(from.length))
    await mkdir(folder, { recursive: true })
    if (entry.isFile()) await link(join(entry.parentPath, entry.name), join(folder, entry.name))
  }
  const manifest = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'))
  await rm(join(to, 'package.json'))
  const next = { ...manifest, version: NEXT_VERSION }
  await writeFile(join(to, 'package.json'), JSON.stringify(next))
  const migrations = join(to, 'server/migrations')
  await rename(join(migrations, 'all.ts'), join(migrations, 'former.ts'))
  await writeFile(join(migrations, 'all.ts'), MIGRATIONS)
}

export async function upgrade(trial: Trial, server: Running | undefined): Promise<Running> {
  const next = { ...trial, version: 'snug-next' }
  const ahead = await snug(next, 'migrate', '--check')
  if (!ahead.includes(`There is no way back from ${NEXT_MIGRATION}`))
    throw new Error(`The next version says ahead: ${ahead}`)
  const tried = await snug(next, 'start', '--check')
  if (!tried.startsWith(`Snug ${NEXT_VERSION} starts on this machine. What it compiled is in `))
    throw new Error(`The next version, tried ahead, says: ${tried}`)
  await switchTo(trial, 'snug-next')
  await server?.stop()
  const started = await startSnug(trial)
  await requireVersion(trial, NEXT_VERSION)
  return started
}

/**
 * The version of before does not know this database: it says so, and serves the copy that was kept.
 */
export async function goBack(trial: Trial, server: Running | undefined): Promise<Running> {
  await switchTo(trial, 'snug-this')
  await server?.stop()
  const refusal = await startSnug(trial).then(
    () => 'nothing',
    (error: Error) => error.message,
  )
  if (!refusal.includes('The database was used by a newer version of Snug.'))
    throw new Error(`The version of before says ${refusal}.`)
  const database = join(trial.env.DATA_DIR ?? '', 'snug.db')
  for (const end of ['', '-wal', '-shm']) await rm(`${database}${end}`, { force: true })
  await rename(`${database}.before-${NEXT_MIGRATION}`, database)
  return startSnug(trial)
}

async function requireVersion(trial: Trial, expected: string) {
  const version = (await snug(trial, '--version')).trim()
  if (version !== expected) throw new Error(`${expected} says that it is ${version}.`)
}

interface Seen {
  /** How often which status. */
  answers: Record<string, number>
  /** The longest that one of the visitors was told to come back. */
  awayMs: number
}

/**
 * Reloads a page and asks the API by every proxy all the while. Whoever comes sees the page, or
 * one that comes back by itself. Returns how often which, and how long it was the second at a
 * segment.
 */
export async function visitDuring(
  { proxies }: Trial,
  work: () => Promise<void>,
): Promise<string[]> {
  let isOver = false
  const visit = async (proxy: ReverseProxy, seen: Seen) => {
    let awaySince = Number.POSITIVE_INFINITY
    while (!isOver) {
      const [page, call] = await Promise.all([proxy.ask('/'), proxy.ask('/api/health')])
      for (const { status } of [page, call]) seen.answers[status] = (seen.answers[status] ?? 0) + 1
      requireGentle(proxy.name, page, /http-equiv="refresh"/)
      requireGentle(proxy.name, call, /^\{"error":"Server not ready"/)
      const now = performance.now()
      const isAway = page.status !== 200 || call.status !== 200
      awaySince = isAway ? Math.min(awaySince, now) : Number.POSITIVE_INFINITY
      seen.awayMs = Math.max(seen.awayMs, now - awaySince)
      await wait(VISIT_EVERY_MS)
    }
  }
  const visitBy = async (proxy: ReverseProxy) => {
    const seen: Seen = { answers: {}, awayMs: 0 }
    await Promise.all(Array.from({ length: VISITORS }, () => visit(proxy, seen)))
    const seconds = (seen.awayMs / 1_000).toFixed(1)
    return `  ${VISITORS} visitors by ${proxy.name} got ${JSON.stringify(seen.answers)}, away for ${seconds} s`
  }
  const visits = Promise.all(proxies.map(visitBy))
  // Told below, and not before the work has ended.
  visits.catch(() => {})
  await work().finally(() => {
    isOver = true
  })
  return visits
}

function requireGentle(name: string, { status, headers, body }: Answer, expected: RegExp) {
  const isGentle = status === 503 && headers['retry-after'] === '2' && expected.test(String(body))
  if (status !== 200 && !isGentle) throw new Error(`${name} answered ${status}: ${body}`)
}
