import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts'
import { runAlways } from '../platform/run-once-per.ts'
import { backupProblem } from './backup-problem.ts'
import { lastBackupFailure, recordBackup } from './last-backup.ts'
import { scheduleBackups } from './scheduled-backups.ts'
import type { BackupSchedule } from './settings.ts'

// Two communities whose settings name one folder for their backups.

let base: string
let schedule: BackupSchedule
let now: number
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'snug-owner-'))
  schedule = { everyMs: DAY_MS, keep: 2, folder: join(base, 'backups') }
  now = Date.UTC(2026, 0, 1, 3, 30)
})
afterEach(() => rm(base, { recursive: true, force: true }))

async function open(community: string, readCommunity = async () => community) {
  const dataDir = join(base, community)
  await mkdir(dataDir, { recursive: true })
  const backups = scheduleBackups({
    ...{ schedule, encryptTo: null, dataDir, runOncePer: runAlways, clock: () => now },
    community: readCommunity,
    log: { info() {}, error() {} },
    async makeBackup(file) {
      await writeFile(file, community)
      await recordBackup(dataDir, now)
    },
  })
  return {
    makeIfDue: backups.makeIfDue,
    async problem() {
      const failure = await lastBackupFailure(dataDir)
      return backupProblem(
        { schedule, areExpected: true },
        { at: null, failure, daysServed: 0 },
        now,
      )
    },
  }
}

const at = (name: string) => join(schedule.folder, name)
const archives = async () => (await readdir(schedule.folder)).filter((name) => /tar/.test(name))
const refusal = (day: string) =>
  `The backup of ${day} could not be made: ${schedule.folder} holds the backups of another community. Name another folder in BACKUP_DIR, or delete ${at('snug-community')} if they are of this one.`

it('is said to whoever comes second, though there is a backup of today, and nothing of the first goes', async () => {
  const ours = await open('ours')
  const theirs = await open('theirs')
  await ours.makeIfDue()
  await theirs.makeIfDue()
  expect([await ours.problem(), await theirs.problem()]).toEqual([null, refusal('2026-01-01')])
  for (let day = 2; day < 5; day++) {
    now += DAY_MS
    await ours.makeIfDue()
    await writeFile(at('snug-2026-01-05T00-00-00Z.tar.partial'), 'under way')
    await theirs.makeIfDue()
    expect(await theirs.problem()).toBe(refusal(`2026-01-0${day}`))
  }
  expect((await archives()).sort()).toEqual([
    'snug-2026-01-03T03-30-00Z.tar',
    'snug-2026-01-04T03-30-00Z.tar',
    'snug-2026-01-05T00-00-00Z.tar.partial',
  ])

  // With a folder of its own it is well within the hour.
  schedule = { ...schedule, folder: join(base, 'other backups') }
  const moved = await open('theirs')
  now += HOUR_MS
  await moved.makeIfDue()
  expect([await moved.problem(), await archives()]).toEqual([
    null,
    ['snug-2026-01-04T04-30-00Z.tar'],
  ])
})

it('belongs to one of two that begin at once', async () => {
  const both = [await open('ours'), await open('theirs')]
  await Promise.all(both.map(({ makeIfDue }) => makeIfDue()))
  const problems = await Promise.all(both.map(({ problem }) => problem()))
  expect(problems.filter((problem) => problem === null)).toHaveLength(1)
  expect(problems).toContain(refusal('2026-01-01'))
  const [name = ''] = await archives()
  const owner = await readFile(at('snug-community'), 'utf8')
  expect([await archives(), await readFile(at(name), 'utf8')]).toEqual([[name], owner.trim()])
})

it('is that of a version which knew no owners, with what it made', async () => {
  await mkdir(schedule.folder)
  for (const day of ['30', '31']) await writeFile(at(`snug-2025-12-${day}T03-30-00Z.tar`), 'ours')
  const ours = await open('ours')
  await ours.makeIfDue()
  expect(await ours.problem()).toBeNull()
  expect((await archives()).sort()).toEqual([
    'snug-2025-12-31T03-30-00Z.tar',
    'snug-2026-01-01T03-30-00Z.tar',
  ])
})

it('is of a community again that says so by deleting the file', async () => {
  await (await open('ours')).makeIfDue()
  const restored = await open('ours under another name')
  await restored.makeIfDue()
  expect(await restored.problem()).toBe(refusal('2026-01-01'))
  await rm(at('snug-community'))
  now += DAY_MS
  await restored.makeIfDue()
  expect([await restored.problem(), (await archives()).length]).toEqual([null, 2])
})

it('is nobody’s while the database cannot say who asks, and that is no failure of a backup', async () => {
  await (await open('ours')).makeIfDue()
  const blinking = await open('ours', () => Promise.reject(new Error('The database is away.')))
  now += HOUR_MS
  await expect(blinking.makeIfDue()).rejects.toThrow('The database is away.')
  expect(await blinking.problem()).toBeNull()
})

it('whose owner a power cut left out is said to be nobody’s, with the way out', async () => {
  await mkdir(schedule.folder)
  await writeFile(at('snug-community'), '')
  const ours = await open('ours')
  await ours.makeIfDue()
  expect(await ours.problem()).toContain(`${at('snug-community')} is empty`)
})
