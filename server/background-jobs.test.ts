import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HOUR_MS } from '../contract/durations.ts'
import { openTestServer, type TestServer } from '../tests/test-server.ts'
import { backgroundJobs } from './background-jobs.ts'
import type { RunOncePer } from './platform/run-once-per.ts'

const OLD_MAIL = '2020-01-01T00-00-00.000Z-id-box.eml'

let server: TestServer
let otherDir: string
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await openTestServer()
  otherDir = await mkdtemp(join(tmpdir(), 'snug-machine-'))
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
  await rm(otherDir, { recursive: true })
})

it('looks after the data folder of each machine, and once after what they share', async () => {
  const taken: string[] = []
  const shared: RunOncePer = async (name, _ms, work) => {
    if (taken.includes(name)) return
    taken.push(name)
    await work()
  }
  const { dataDir } = server
  const mails = async () =>
    (await Promise.all([dataDir, otherDir].map((dir) => readdir(join(dir, 'mail'))))).flat()
  for (const dir of [dataDir, otherDir]) {
    await mkdir(join(dir, 'mail'), { recursive: true })
    await writeFile(join(dir, 'mail', OLD_MAIL), 'mail')
  }
  const log = server.app.log
  // The second process of the first machine, and then the other machine.
  const processes = [dataDir, dataDir, otherDir].map((dir) =>
    backgroundJobs({ ...server.services, dataDir: dir }, shared, log).slice(0, 2),
  )
  for (const job of processes.flat()) job.start()
  vi.advanceTimersByTime(HOUR_MS)
  await Promise.all(processes.flat().map((job) => job.stop()))
  expect(await mails()).toEqual([])
  const turnsOf = (task: string) => taken.filter((name) => name.split(':')[0] === task).length
  expect(turnsOf('deleteOldReports')).toBe(1)
  expect(turnsOf('removeFormerFolders')).toBe(2)
})
