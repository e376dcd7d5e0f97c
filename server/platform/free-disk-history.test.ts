import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { daysUntilFull, recordFreeDisk } from './free-disk-history.ts'

const DAY = 24 * 60 * 60_000

it('is noted once a day, for a month, and tells when there will be no room', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'snug-disk-'))
  const file = join(dataDir, 'free-disk')
  const noted = async () => JSON.parse(await readFile(file, 'utf8')) as { at: number }[]
  await writeFile(file, 'half of a li')
  for (let hour = 0; hour < 24 * 40; hour += 8)
    await recordFreeDisk(dataDir, DAY + (hour * DAY) / 24)
  const days = await noted()
  expect([days.length, days.at(-1)?.at, days[0]?.at]).toEqual([30, 40 * DAY, 11 * DAY])

  const since = (freeBytes: number, day: number) =>
    writeFile(file, JSON.stringify([{ at: day * DAY, freeBytes }]))
  const left = (now: number) => daysUntilFull(dataDir, 600, now * DAY)
  await since(1_000, 0)
  expect([await left(2), await left(10), await left(31)]).toEqual([null, 15, null])
  await since(500, 0)
  expect(await left(10)).toBeNull()
  await rm(dataDir, { recursive: true })
})
