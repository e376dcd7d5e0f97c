import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts'
import { recordBackup, recordBackupFailure } from '../../server/backups/last-backup.ts'
import { startSmtpServer } from '../../server/mail/test-smtp-server.ts'
import { snug } from '../../tests/commands.ts'
import { ada } from '../../tests/people.ts'
import { openTestServer } from '../../tests/test-server.ts'

it('doctor fails what is fatal to a public server, and says what to do', async () => {
  const server = await openTestServer()
  const { dataDir } = server
  const folder = await mkdtemp(join(tmpdir(), 'snug-doctor-'))
  await server.join(ada)
  const open = { PUBLIC_URL: 'https://snug.example.org' }
  const problemsOf = async (more: Record<string, string> = {}) => {
    const { code, out } = await snug(['doctor'], { DATA_DIR: dataDir, ...open, ...more })
    const problems = out.split('\n').filter((line) => line.startsWith('problem'))
    expect(code).toBe(problems.length > 0 ? 1 : 0)
    return problems.map((line) => line.replace(/^problem +/, ''))
  }
  expect(await problemsOf()).toEqual([
    expect.stringMatching(/^backups: No backup was ever made\. Run "snug backup FILE", or set /),
    expect.stringMatching(/^mail: There is no SMTP_URL, so nobody who registers .+: set it/),
    expect.stringMatching(/^TRUSTED_PROXIES: .+ set it to the address of the proxy/),
  ])
  const smtp = await startSmtpServer()
  const anonymous = { SMTP_URL: smtp.url, TRUSTED_PROXIES: 'loopback', BACKUP_EVERY: 'off' }
  expect(await problemsOf(anonymous)).toEqual([
    expect.stringMatching(/^mail: Snug <snug@localhost> would be the sender, .+: set MAIL_FROM to/),
  ])
  const well = {
    ...{ SMTP_URL: smtp.url, TRUSTED_PROXIES: 'loopback' },
    MAIL_FROM: 'Snug <snug@example.org>',
  }
  expect(await problemsOf({ ...well, BACKUP_EVERY: 'off' })).toEqual([])

  const now = Date.now()
  await recordBackup(dataDir, now - 9 * DAY_MS)
  const { bavail, bsize } = await statfs(dataDir)
  // A third of what there was is gone in ten days: the rest is gone in twenty.
  const freeBytes = bavail * bsize * 1.5
  await writeFile(
    join(dataDir, 'free-disk'),
    JSON.stringify([{ at: now - 10 * DAY_MS, freeBytes }]),
    {
      mode: 0o600,
    },
  )
  await server.services.db.updateTable('posts').set({ created_at: now }).execute()
  await server.services.db
    .updateTable('users')
    .set({ created_at: now + HOUR_MS })
    .execute()
  const backups = join(folder, 'backups')
  await mkdir(backups, { mode: 0o755 })
  expect(await problemsOf(well)).toEqual([
    expect.stringMatching(/^free disk: .+ it is full in (19|20) days: make room/),
    expect.stringMatching(/^backups: The last backup is of 20\S+\. Run "snug backup FILE"/),
    expect.stringMatching(/^clock: .+ something was made on .+ set by the network/),
  ])
  await recordBackup(dataDir, now)
  const scheduled = { ...well, BACKUP_EVERY: '24h', BACKUP_DIR: backups }
  expect(await problemsOf(scheduled)).toContainEqual(
    expect.stringMatching(/^backups: other users .+ get at .+\/backups: run "chmod/),
  )
  await recordBackupFailure(dataDir, { at: now, reason: 'The disk is full.' })
  expect(await problemsOf(scheduled)).toContainEqual(
    expect.stringMatching(/^backups: The backup of 20\S+ could not be made: The disk is full\./),
  )
  await smtp.close()
  await server.close()
  await rm(folder, { recursive: true })
})
