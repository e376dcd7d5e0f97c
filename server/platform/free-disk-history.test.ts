import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DAY_MS } from '../../contract/durations.ts'
import { daysUntilFull, recordFreeDisk } from './free-disk-history.ts'

it('is noted once a day, for a month, and tells when there will be no room', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'snug-disk-'))
  const file = join(dataDir, 'free-disk')
  const noted = async () => JSON.parse(await readFile(file, 'utf8')) as { at: number }[]
  await writeFile(file, 'half of a li')
  for (let hour = 0; hour < 24 * 40; hour += 8)
    await recordFreeDisk(dataDir, DAY_MS + (hour * DAY_MS) / 24)
  const days = await noted()
  expect([days.length, days.at(-1)?.at, days[0]?.at]).toEqual([30, 40 * DAY_MS, 11 * DAY_MS])

  const since = (freeBytes: number, day: number) =>
    writeFile(file, JSON.stringify([{ at: day * DAY_MS, freeBytes }]))
  const left = (now: number) => daysUntilFull(dataDir, 600, now * DAY_MS)
  await since(1_000, 0)
  expect([await left(2), await left(10), await left(31)]).toEqual([null, 15, null])
  await since(500, 0)
  expect(await left(10)).toBeNull()
  await rm(dataDir, { recursive: true })
})
