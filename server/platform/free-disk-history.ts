import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts'
import { freeBytes } from './files/free-disk-space.ts'

// How much room there was on each of the last days, so that it can be told when there will be none.

/** A little less, so that no day is missed. */
const NOTE_EVERY_MS = 23 * HOUR_MS
export const DAYS_KEPT = 30
/** Before, one large upload would look like a flood. */
const DAYS_NEEDED = 3

const record = z.array(z.object({ at: z.number(), freeBytes: z.number() })).max(DAYS_KEPT)
type DiskRecord = z.infer<typeof record>

const fileOf = (dataDir: string) => join(dataDir, 'free-disk')

/** Once a day; more often it does nothing. `now` in milliseconds. */
export async function recordFreeDisk(dataDir: string, now: number): Promise<void> {
  // What a clock that was ahead noted would keep every day until then from being noted.
  const noted = (await readRecord(dataDir)).filter(({ at }) => at <= now)
  if (now - (noted.at(-1)?.at ?? 0) < NOTE_EVERY_MS) return
  const kept = [...noted, { at: now, freeBytes: await freeBytes(dataDir) }].slice(-DAYS_KEPT)
  const unfinished = `${fileOf(dataDir)}.unfinished`
  await writeFile(unfinished, `${JSON.stringify(kept)}\n`, { mode: 0o600 })
  await rename(unfinished, fileOf(dataDir))
}

/** In how many days nothing is left, at the pace so far; null where it does not become less. */
export async function daysUntilFull(
  dataDir: string,
  free: number,
  now: number,
): Promise<number | null> {
  const first = (await readRecord(dataDir)).find(({ at }) => now - at <= DAYS_KEPT * DAY_MS)
  const days = first ? (now - first.at) / DAY_MS : 0
  if (!first || days < DAYS_NEEDED || free >= first.freeBytes) return null
  return free / ((first.freeBytes - free) / days)
}

/** Tells time that went by from a clock that was set ahead. At most as many days as are kept. */
export async function daysServedSince(dataDir: string, since: number, now: number) {
  const noted = await readRecord(dataDir)
  return noted.filter(({ at }) => at > since && at <= now).length
}

async function readRecord(dataDir: string): Promise<DiskRecord> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => '[]')
  try {
    return record.parse(JSON.parse(text))
  } catch {
    return []
  }
}
