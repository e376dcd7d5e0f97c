import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

describe('readConfig', () => {
  it('works with nothing set', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      smtpUrl: null,
      mailProblem: null,
      rateLimits: true,
      requireAdminSecondFactor: false,
      trustedProxies: [],
    })
  })

  it('takes an empty value for none', () => {
    expect(readConfig({ PORT: '', HOST: ' ', PUBLIC_URL: '', DATABASE_URL: '' }).port).toBe(3000)
  })

  it('switches limits off on a loopback address only', () => {
    expect(readConfig({ RATE_LIMITS: 'off' }).rateLimits).toBe(false)
    expect(readConfig({ RATE_LIMITS: 'off', HOST: '0.0.0.0' }).rateLimits).toBe(true)
    expect(readConfig({ RATE_LIMITS: 'off', HOST: '127.evil.example' }).rateLimits).toBe(true)
  })

  it('says why mail would reach nobody, where others come', () => {
    const problem = (more: object) =>
      readConfig({ PUBLIC_URL: 'https://snug.example.org', ...more }).mailProblem
    expect(problem({})).toMatch(/^There is no SMTP_URL, so nobody who registers at https:.+\.$/)
    const SMTP_URL = 'smtp://mail.example.org'
    expect(problem({ SMTP_URL })).toMatch(/^Snug <snug@localhost> would be the sender, /)
    expect(problem({ SMTP_URL, MAIL_FROM: 'Snug <snug@example.org>' })).toBeNull()
    expect(problem({ PUBLIC_URL: 'http://localhost:3000' })).toBeNull()
  })

  it('keeps only the origin of PUBLIC_URL', () => {
    expect(readConfig({ PUBLIC_URL: 'https://snug.example.org/' }).publicUrl).toBe(
      'https://snug.example.org',
    )
  })

  it.each([
    ['PORT', '70000'],
    ['PORT', '3000x'],
    ['PUBLIC_URL', 'snug.example.org'],
    ['PUBLIC_URL', 'ftp://snug.example.org'],
    ['PUBLIC_URL', 'https://snug.example.org/below'],
    ['SMTP_URL', 'http://user:secret@mail.example.org'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'Snug <a@b>\nBcc: c@d'],
    ['HOST', '0.0.0.0:3000'],
    ['HOST', 'http://0.0.0.0'],
    ['TRUSTED_PROXIES', 'everyone'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '::1/129'],
    ['TRUSTED_PROXIES', '127.0.0.1/8/9'],
    ['RATE_LIMITS', 'no'],
    ['LOG_ADDRESSES', 'yes'],
    ['REQUIRE_ADMIN_2FA', 'yes'],
    ['METRICS_TOKEN', 'secret'],
    ['UPDATE_FEED', 'http://example.org/snug.json'],
    ['BACKUP_KEEP_DAYS', '0'],
    ['BACKUP_EVERY', '24'],
    ['BACKUP_EVERY', '32d'],
    ['BACKUP_KEEP', '7'],
    ['BACKUP_DIR', '/backup'],
    ['SECRET_KEY', 'secret'],
    ['SECRET_KEY', 'secret'.repeat(10)],
    ['DATABASE_URL', 'mysql://root:secret@localhost/snug'],
    ['DATABASE_URL', 'postgres://user:secret@localhost'],
    ['DATABASE_REPLICA_URLS', 'postgres://user:secret@one/snug, two'],
    ['DATABASE_REPLICA_URLS', 'postgres://user:secret@one/snug'],
    ['REDIS_URL', 'http://:secret@localhost'],
    ['REDIS_URL', 'localhost:6379'],
    ['REDIS_URL', 'redis://:50%off-secret@localhost'],
    ['WORKERS', '0'],
    ['WORKERS', '4'],
  ])('refuses %s=%s in one line that names it', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name} .*`))
    expect(read).not.toThrow(/secret/)
  })

  it('has backups made as often as is said, and says how long they are kept', () => {
    const backupsOf = (more: Record<string, string>) =>
      readConfig({ DATA_DIR: '/var/lib/snug/data', ...more })
    expect(backupsOf({ BACKUP_EVERY: '12h' })).toMatchObject({
      backups: {
        schedule: {
          everyMs: 43_200_000,
          keep: 7,
          folder: '/var/lib/snug/backups',
        },
        encryptTo: null,
      },
      backupKeepDays: 5,
    })
    const kept = { BACKUP_EVERY: '7d', BACKUP_KEEP: '4', BACKUP_KEEP_DAYS: '3' }
    expect(backupsOf(kept).backupKeepDays).toBe(29)
    expect(backupsOf({ ...kept, BACKUP_KEEP_DAYS: '90' }).backupKeepDays).toBe(90)
    const none = { schedule: null, encryptTo: null, areExpected: false }
    const off = { BACKUP_EVERY: 'off' }
    expect(backupsOf(off)).toMatchObject({ backups: none, backupKeepDays: null })
    expect(backupsOf({}).backups).toEqual(none)
    const open = { PUBLIC_URL: 'https://snug.example.org' }
    expect(backupsOf(open).backups).toEqual({ ...none, areExpected: true })
    expect(backupsOf({ ...open, ...off }).backups).toEqual(none)
    // As on a machine beside the one that makes them, with the same lines but one.
    const lines = {
      BACKUP_KEEP: '7',
      BACKUP_DIR: '/backup',
      BACKUP_ENCRYPT_TO: `age1${'q'.repeat(58)}`,
    }
    const encrypted = { ...none, encryptTo: lines.BACKUP_ENCRYPT_TO }
    expect(backupsOf({ ...lines, ...off }).backups).toEqual(encrypted)
    // Who makes them by hand, or by cron, has them encrypted as well.
    const { BACKUP_ENCRYPT_TO } = lines
    expect(backupsOf({ BACKUP_ENCRYPT_TO }).backups).toEqual(encrypted)
    const scheduled = backupsOf({ BACKUP_EVERY: '24h', ...lines }).backups
    expect(scheduled).toMatchObject({
      schedule: { keep: 7, folder: '/backup' },
      ...{ encryptTo: encrypted.encryptTo },
    })
    for (const [name, value] of [
      ['BACKUP_KEEP', '0'],
      ['BACKUP_ENCRYPT_TO', 'AGE-SECRET-KEY-1'],
      ['BACKUP_DIR', '/var/lib/snug/data/backups'],
      ['BACKUP_DIR', '/var/lib/snug/other/../data/'],
    ] as const)
      expect(() => backupsOf({ BACKUP_EVERY: '24h', [name]: value })).toThrow(
        new RegExp(`^${name} must (be|lie outside of DATA_DIR)`),
      )
    const beside = { BACKUP_EVERY: '24h', BACKUP_DIR: '/var/lib/snug/data..backups' }
    expect(backupsOf(beside).backups.schedule?.folder).toBe(beside.BACKUP_DIR)
  })

  const bucket = {
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'snug',
    S3_SECRET_ACCESS_KEY: 'secret',
  }

  it('takes a Redis and a bucket, with or without an endpoint', () => {
    const config = readConfig({ ...bucket, REDIS_URL: 'rediss://:secret@redis:6380/2' })
    expect(config).toMatchObject({
      redisUrl: 'rediss://:secret@redis:6380/2',
      s3: { endpoint: null, bucket: 'pictures', region: 'us-east-1', accessKeyId: 'snug' },
    })
    const own = { ...bucket, S3_ENDPOINT: 'http://minio:9000', S3_REGION: 'eu' }
    expect(readConfig(own).s3).toMatchObject({ endpoint: 'http://minio:9000', region: 'eu' })
    expect(readConfig({})).toMatchObject({ redisUrl: null, s3: null })
  })

  it.each(Object.keys(bucket))('refuses a bucket without %s', (name) => {
    const read = () => readConfig({ ...bucket, S3_REGION: 'eu', [name]: '' })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name} is missing`))
    expect(read).not.toThrow(/secret/)
  })

  it('refuses an S3 endpoint that is no address', () => {
    expect(() => readConfig({ ...bucket, S3_ENDPOINT: 'minio:9000' })).toThrow(/^S3_ENDPOINT /)
  })
})
