import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts'
import { daysServedSince, recordFreeDisk } from '../platform/free-disk-history.ts'
import { type RunOncePer, runAlways } from '../platform/run-once-per.ts'
import { backupProblem } from './backup-problem.ts'
import { lastBackupFailure, recordBackup } from './last-backup.ts'
import { type MakeBackup, scheduleBackups } from './scheduled-backups.ts'
import type { BackupSchedule, BackupSettings } from './settings.ts'

let base: string
let dataDir: string
let schedule: BackupSchedule
let now: number
let failing: string | null
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'snug-schedule-'))
  dataDir = base
  schedule = { everyMs: DAY_MS, keep: 3, folder: join(base, 'backups') }
  now = Date.UTC(2026, 0, 1, 3, 30)
  failing = null
})
afterEach(() => rm(base, { recursive: true, force: true }))

const makeBackup: MakeBackup = async (file) => {
  await writeFile(`${file}.partial`, 'half')
  if (failing !== null) throw new Error(failing)
  await rm(`${file}.partial`)
  await writeFile(file, 'whole')
  await recordBackup(dataDir, now)
}
const backups = (runOncePer: RunOncePer = runAlways, make = makeBackup) =>
  scheduleBackups({
    ...{ schedule, encryptTo: null, dataDir, makeBackup: make, runOncePer, clock: () => now },
    community: async () => 'ours',
    log: { info() {}, error() {} },
  })
it('is left to one of several processes', async () => {
  const turns: string[] = []
  const another: RunOncePer = async (name) => {
    turns.push(name)
  }
  await backups(another).makeIfDue()
  expect([turns, await readdir(base)]).toEqual([['backup'], []])
})

it('is made by one of them however long that takes', async () => {
  let takenUntil = 0
  const turns: RunOncePer = async (_name, ms, work) => {
    if (takenUntil > now) return
    takenUntil = now + ms
    await work()
  }
  const begun: string[] = []
  const finish = Promise.withResolvers<void>()
  const slow: MakeBackup = async (file) => {
    begun.push(file)
    await finish.promise
  }
  const first = backups(turns, slow).makeIfDue()
  await vi.waitFor(() => expect(begun).toHaveLength(1))
  now += HOUR_MS / 2
  await backups(turns, slow).makeIfDue()
  finish.resolve()
  await first.catch(() => {})
  expect(begun).toHaveLength(1)
})

it('is made by one of a machine where no turns are to be had, and fails for none', async () => {
  const begun: string[] = []
  const finish = Promise.withResolvers<void>()
  const slow: MakeBackup = async (file, options) => {
    begun.push(file)
    await writeFile(`${file}.partial`, 'half')
    await finish.promise
    // Another may have taken it away.
    await stat(`${file}.partial`)
    await makeBackup(file, options)
  }
  const first = Array.from({ length: 4 }, () => backups(runAlways, slow).makeIfDue())
  const slower: RunOncePer = async (_name, _ms, work) => {
    await Promise.all(first)
    await work()
  }
  const last = backups(slower, slow).makeIfDue()
  await vi.waitFor(() => expect(begun).toHaveLength(1))
  now += 60_000
  await backups(runAlways, slow).makeIfDue()
  finish.resolve()
  await last
  expect(begun).toHaveLength(1)
  expect(await lastBackupFailure(dataDir)).toBeNull()
  expect(await kept()).toEqual(['snug-2026-01-01T03-30-00Z.tar'])
})

/** Beside the file that says whose they are. */
const kept = async () => {
  const names = await readdir(schedule.folder)
  expect(names).toContain('snug-community')
  return names.filter((name) => name !== 'snug-community').sort()
}

it('makes one when it is time, and keeps so many as are asked for', async () => {
  const made = backups()
  await made.makeIfDue()
  expect(await kept()).toEqual(['snug-2026-01-01T03-30-00Z.tar'])
  now += DAY_MS - 1
  await made.makeIfDue()
  expect(await kept()).toHaveLength(1)
  // What others put there is theirs.
  await writeFile(join(schedule.folder, 'snug-before-upgrade.tar'), 'mine')
  now += 1
  for (let day = 0; day < 4; day++) {
    await made.makeIfDue()
    now += DAY_MS
  }
  expect(await kept()).toEqual([
    'snug-2026-01-03T03-30-00Z.tar',
    'snug-2026-01-04T03-30-00Z.tar',
    'snug-2026-01-05T03-30-00Z.tar',
    'snug-before-upgrade.tar',
  ])
})

it('keeps the last good one for as long as none can be made, and says why', async () => {
  const made = backups()
  await made.makeIfDue()
  failing = 'There is too little room.'
  for (let day = 0; day < 40; day++) {
    now += DAY_MS
    await recordFreeDisk(dataDir, now)
  }
  await made.makeIfDue()
  expect(await kept()).toEqual([
    'snug-2026-01-01T03-30-00Z.tar',
    'snug-2026-02-10T03-30-00Z.tar.partial',
  ])
  const failure = await lastBackupFailure(dataDir)
  expect(failure).toEqual({ at: now, reason: 'There is too little room.' })
  const settings = { schedule, areExpected: true }
  expect(backupProblem(settings, { at: now - 40 * DAY_MS, failure, daysServed: 30 }, now)).toBe(
    'The backup of 2026-02-10 could not be made: There is too little room.',
  )

  // Not again at once, but before the next turn; then what was half made goes.
  failing = null
  now += HOUR_MS - 1
  await made.makeIfDue()
  expect(await kept()).toHaveLength(2)
  now += 1
  await made.makeIfDue()
  expect(await kept()).toEqual(['snug-2026-02-10T04-30-00Z.tar'])
  expect(await lastBackupFailure(dataDir)).toBeNull()
})

it.each([1, 3])('is not kept from the next by one of a clock that was wrong', async (keep) => {
  schedule = { ...schedule, keep }
  const made = backups()
  now += 365 * DAY_MS
  await made.makeIfDue()
  now -= 365 * DAY_MS
  for (let day = 0; day < 4; day++) {
    await made.makeIfDue()
    now += DAY_MS
  }
  const days = (await kept()).map((name) => name.slice(5, 15))
  expect(days).toEqual(['2026-01-02', '2026-01-03', '2026-01-04', '2027-01-01'].slice(-1 - keep))
})

it('removes none for its age by a clock that one boot had wrong, only for their number', async () => {
  const made = backups()
  const serveADay = async () => {
    await recordFreeDisk(dataDir, now)
    await made.makeIfDue()
    now += DAY_MS
  }
  for (let day = 0; day < 3; day++) await serveADay()
  now += 365 * DAY_MS
  await serveADay()
  expect(await kept()).toEqual([
    'snug-2026-01-02T03-30-00Z.tar',
    'snug-2026-01-03T03-30-00Z.tar',
    'snug-2027-01-04T03-30-00Z.tar',
  ])
  now -= 366 * DAY_MS
  await serveADay()
  expect(await kept()).toHaveLength(4)
  // The day is noted again although one of a year later was.
  expect(await daysServedSince(dataDir, now - 2 * DAY_MS, now)).toBe(1)
})

it('says what is old, by whoever makes them', () => {
  const scheduled = { schedule, areExpected: true }
  const byHand = { schedule: null, areExpected: true }
  const elsewhere = { schedule: null, areExpected: false }
  const problem = (
    settings: Omit<BackupSettings, 'encryptTo'>,
    at: number | null,
    daysServed = 0,
  ) => backupProblem(settings, { at, failure: null, daysServed }, now)
  expect(problem(scheduled, now - 2 * DAY_MS)).toBeNull()
  expect(problem(scheduled, now - 3 * DAY_MS)).toBe('The last backup is of 2025-12-29.')
  expect(problem(byHand, now - 7 * DAY_MS)).toBeNull()
  expect(problem(byHand, now - 9 * DAY_MS)).toBe('The last backup is of 2025-12-23.')
  expect(problem(byHand, null)).toBe('No backup was ever made.')
  expect(problem(elsewhere, null)).toBeNull()
  // Whatever keeps the server from its first one: two turns, and the day on which it began.
  expect(problem(scheduled, null, 3)).toBeNull()
  expect(problem(scheduled, null, 4)).toBe('No backup was ever made.')
  const monthly = { ...scheduled, schedule: { ...schedule, everyMs: 31 * DAY_MS } }
  expect(problem(monthly, null, 29)).toBeNull()
  expect(problem(monthly, null, 30)).toBe('No backup was ever made.')
  // Of a clock that was ahead: it would be young for a year.
  for (const settings of [scheduled, byHand])
    expect(problem(settings, now + 365 * DAY_MS)).toBe('The last backup is of 2027-01-01.')
})
