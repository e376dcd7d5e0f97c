import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '../../contract/durations.ts'
import { removeUnusedCode } from './compiled-code.ts'

const NOW = Date.parse('2026-06-01')
const OURS = 'v26.10.0-x64-310b2ce3-998'
const FORMER = 'v26.9.1-x64-aa0b2ce3-998'

let cache: string
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'snug-compiled-'))
})
afterEach(() => rm(cache, { recursive: true }))

/** A file that was written, and read for the last time, so many days ago. */
async function keep(path: string, written: number, read: number) {
  const file = join(cache, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, 'code')
  await utimes(file, new Date(NOW - read * DAY_MS), new Date(NOW - written * DAY_MS))
}

async function left(): Promise<string[]> {
  const found = await readdir(cache, { recursive: true })
  return found.sort()
}

it('what no start has read for 30 days goes, also of another Node, and nothing else does', async () => {
  await keep(`${OURS}/00000001`, 90, 1)
  await keep(`${OURS}/00000002`, 2, 31)
  await keep(`${OURS}/00000003`, 31, 31)
  await keep(`${OURS}/00000004.tmp`, 31, 31)
  await keep(`${OURS}/notes of mine.txt`, 90, 90)
  await keep(`${FORMER}/00000001`, 90, 31)
  await keep('0000000f', 90, 90)
  await keep('other/00000001', 90, 90)
  await removeUnusedCode(cache, OURS, NOW)
  expect(await left()).toEqual([
    ...['0000000f', 'other', 'other/00000001', OURS],
    ...['00000001', '00000002', 'notes of mine.txt'].map((name) => `${OURS}/${name}`),
  ])
})

it('the folder of this process stays when it is empty, and that of another version while it is used', async () => {
  await keep(`${OURS}/00000001`, 31, 31)
  await keep(`${FORMER}/00000001`, 31, 29)
  await removeUnusedCode(cache, OURS, NOW)
  expect(await left()).toEqual([OURS, FORMER, `${FORMER}/00000001`])
})

it('two processes look at once, and one without a folder', async () => {
  for (let entry = 10; entry < 99; entry++) await keep(`${FORMER}/000000${entry}`, 31, 31)
  await Promise.all([removeUnusedCode(cache, OURS, NOW), removeUnusedCode(cache, OURS, NOW)])
  expect(await left()).toEqual([])
  await removeUnusedCode(join(cache, 'nowhere'), OURS, NOW)
})
