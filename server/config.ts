import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { backupKeepDaysOf, backupsOf } from './backups/config-backups.ts'
import type { BackupSettings } from './backups/settings.ts'
import { ConfigError } from './config-error.ts'
import { mailProblemOf } from './mail/config-mail.ts'
import type { S3Config } from './platform/files/s3-files.ts'
import { isLoopbackHost } from './platform/http/loopback.ts'
import { parseSecret } from './platform/secret.ts'

/** How this server is set up. Read once from the environment, at the start. */
export interface Config {
  port: number
  host: string
  /** Absolute folder of the database, the images and the captured mail. */
  dataDir: string
  /** The PostgreSQL that holds the data; null: a SQLite file in the data folder. */
  databaseUrl: string | null
  /** Its streaming replicas, for reads; empty: none. */
  databaseReplicaUrls: string[]
  /** What all keys are made of, 32 bytes; null: a file in the data folder holds it. */
  secretKey: Buffer | null
  workers: number
  /** The Redis or Valkey that several processes share; null: one process, which needs none. */
  redisUrl: string | null
  /** The bucket that holds the pictures; null: files in the data folder. */
  s3: S3Config | null
  /** Where members reach this server, without a trailing slash: links in mail begin with it. */
  publicUrl: string
  smtpUrl: string | null
  mailFrom: string
  /** Why mail reaches nobody as it is set up, in a sentence; null where it may, or need not. */
  mailProblem: string | null
  /** The proxies whose X-Forwarded-For is believed; empty: none. */
  trustedProxies: string[]
  rateLimits: boolean
  /** Whether the server calls the links in posts and messages, to say where they lead. */
  linkCards: boolean
  /** Whether administrators act as such only with a second factor. */
  requireAdminSecondFactor: boolean
  /** Whether the log names addresses of who was refused. */
  logAddresses: boolean
  backups: BackupSettings
  /** So long backups are kept, as members are told who leave; null: nobody said. */
  backupKeepDays: number | null
  /** Lets who sends it read the metrics from elsewhere; null: only programs on this machine. */
  metricsToken: string | null
  /** Where a newer Snug is asked for; null: nowhere. */
  updateFeed: string | null
}

type Environment = Record<string, string | undefined>

/** Throws ConfigError. An empty value counts as not set. */
export function readConfig(environment: Environment): Config {
  const given = (name: string) => environment[name]?.trim() || undefined
  const host = hostOf(given('HOST') ?? '127.0.0.1')
  const port = portOf(given('PORT') ?? '3000')
  const dataDir = resolve(given('DATA_DIR') ?? './data')
  const publicUrl = publicUrlOf(given('PUBLIC_URL') ?? `http://${inUrl(host)}:${port}`)
  const isPublic = !isLoopbackUrl(publicUrl)
  const backups = backupsOf(given, { dataDir, isPublic })
  const smtpUrl = smtpUrlOf(given('SMTP_URL'))
  const mailFrom = mailFromOf(given('MAIL_FROM') ?? 'Snug <snug@localhost>')
  return {
    port,
    host,
    dataDir,
    databaseUrl: databaseUrlOf(given('DATABASE_URL')),
    databaseReplicaUrls: databaseReplicaUrlsOf(given),
    secretKey: secretKeyOf(given('SECRET_KEY')),
    workers: workersOf(given),
    redisUrl: redisUrlOf(given('REDIS_URL')),
    s3: s3Of(given),
    publicUrl,
    smtpUrl,
    mailFrom,
    mailProblem: mailProblemOf({ smtpUrl, mailFrom, publicUrl }, { isPublic }),
    trustedProxies: proxiesOf(given('TRUSTED_PROXIES')),
    rateLimits: switchOf(given, 'RATE_LIMITS', 'on') || !isLoopbackHost(host),
    linkCards: switchOf(given, 'LINK_CARDS', 'on'),
    requireAdminSecondFactor: switchOf(given, 'REQUIRE_ADMIN_2FA'),
    logAddresses: switchOf(given, 'LOG_ADDRESSES'),
    backups,
    backupKeepDays: backupKeepDaysOf(given, backups.schedule),
    metricsToken: metricsTokenOf(given('METRICS_TOKEN')),
    updateFeed: updateFeedOf(given('UPDATE_FEED')),
  }
}

/** Whether nobody but this machine reaches the server there. */
export function isLoopbackUrl(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname)
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new ConfigError(`PORT must be a whole number from 0 to 65535, not "${text}".`)
  return port
}

function inUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}

function publicUrlOf(text: string): string {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash)
    throw new ConfigError(`PUBLIC_URL must be an http or https address, not "${text}".`)
  if (url.pathname !== '/')
    throw new ConfigError('PUBLIC_URL must have no path: Snug is served at the root of its host.')
  return url.origin
}

function databaseUrlOf(text: string | undefined): string | null {
  if (text === undefined) return null
  // The value may hold a password, so it is not repeated.
  if (!isPostgresUrl(text))
    throw new ConfigError('DATABASE_URL must look like postgres://user:password@host:5432/snug.')
  return text
}

function isPostgresUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) return false
  return url.host !== '' && url.pathname.length > 1
}

function databaseReplicaUrlsOf(given: (name: string) => string | undefined): string[] {
  const urls = given('DATABASE_REPLICA_URLS')?.split(',') ?? []
  const trimmed = urls.map((url) => url.trim())
  if (!trimmed.every(isPostgresUrl))
    throw new ConfigError(
      'DATABASE_REPLICA_URLS must list addresses like postgres://user:password@host:5432/snug, with commas between them.',
    )
  if (trimmed.length > 0 && !given('DATABASE_URL'))
    throw new ConfigError(
      'DATABASE_REPLICA_URLS needs DATABASE_URL: the PostgreSQL that the replicas follow.',
    )
  return trimmed
}

function secretKeyOf(text: string | undefined): Buffer | null {
  if (text === undefined) return null
  const secret = parseSecret(text)
  // It is not repeated.
  if (!secret)
    throw new ConfigError(
      'SECRET_KEY must be 32 bytes in hexadecimal or base64, as "openssl rand -hex 32" writes them.',
    )
  return secret
}

const WORKERS_MAX = 64

function workersOf(given: (name: string) => string | undefined): number {
  const text = given('WORKERS') ?? '1'
  const workers = Number(text)
  if (!/^\d+$/.test(text) || workers < 1 || workers > WORKERS_MAX)
    throw new ConfigError(`WORKERS must be a whole number from 1 to ${WORKERS_MAX}.`)
  if (workers > 1 && !given('DATABASE_URL'))
    throw new ConfigError(
      'WORKERS needs DATABASE_URL: the embedded database serves one process; use PostgreSQL.',
    )
  if (workers > 1 && !given('REDIS_URL'))
    throw new ConfigError(
      'WORKERS needs REDIS_URL: without it the processes would not hear of each other’s events.',
    )
  return workers
}

function hostOf(text: string): string {
  if (isIP(text) === 0 && !/^[\w.-]+$/.test(text))
    throw new ConfigError(`HOST must be an address or a name to listen on, not "${text}".`)
  return text
}

function redisUrlOf(text: string | undefined): string | null {
  if (text === undefined) return null
  const url = URL.parse(text)
  // The value may hold a password, so it is not repeated.
  if (!url || !['redis:', 'rediss:'].includes(url.protocol) || !url.hostname)
    throw new ConfigError('REDIS_URL must look like redis://user:password@host:6379.')
  if (!isEscaped(url.username) || !isEscaped(url.password))
    throw new ConfigError('REDIS_URL must have %25 for each % of its user and password.')
  return text
}

function isEscaped(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const S3_NEEDS = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/**
 * All that a bucket needs, or nothing: half of it would keep pictures where nobody looks for them.
 */
function s3Of(given: (name: string) => string | undefined): S3Config | null {
  const named = ['S3_ENDPOINT', 'S3_REGION', ...S3_NEEDS].find(given)
  if (!named) return null
  const [bucket, accessKeyId, secretAccessKey] = S3_NEEDS.map((name) => {
    const value = given(name)
    if (!value) throw new ConfigError(`${name} is missing: ${named} is set, and pictures need it.`)
    return value
  }) as [string, string, string]
  const endpoint = s3EndpointOf(given('S3_ENDPOINT'))
  return {
    endpoint,
    bucket,
    region: given('S3_REGION') ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
  }
}

function s3EndpointOf(text: string | undefined): string | null {
  if (text === undefined) return null
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash)
    throw new ConfigError('S3_ENDPOINT must be an http or https address.')
  return text
}

function smtpUrlOf(text: string | undefined): string | null {
  if (text === undefined) return null
  const url = URL.parse(text)
  // The value may hold a password, so it is not repeated.
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname)
    throw new ConfigError('SMTP_URL must look like smtp://user:password@host:port.')
  return text
}

function mailFromOf(text: string): string {
  if (!/^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(text))
    throw new ConfigError(`MAIL_FROM must be an address like "Snug <snug@example.org>".`)
  return text
}

function proxiesOf(text: string | undefined): string[] {
  const proxies = text?.split(',').map((part) => part.trim()) ?? []
  for (const proxy of proxies) {
    if (proxy !== 'loopback' && !isNetwork(proxy))
      throw new ConfigError(
        `TRUSTED_PROXIES must list addresses like "127.0.0.1, 10.0.0.0/8", not "${proxy}".`,
      )
  }
  return proxies
}

/** An address, or one and how many of its first bits count: not none, which would be everybody. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (most === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)
}

function switchOf(given: (name: string) => string | undefined, name: string, otherwise = 'off') {
  const text = given(name) ?? otherwise
  if (text !== 'on' && text !== 'off')
    throw new ConfigError(`${name} must be "on" or "off", not "${text}".`)
  return text === 'on'
}

function updateFeedOf(text: string | undefined): string | null {
  if (text === undefined) return null
  if (URL.parse(text)?.protocol !== 'https:')
    throw new ConfigError('UPDATE_FEED must be an https address, as https://example.org/snug.json.')
  return text
}

function metricsTokenOf(text: string | undefined): string | null {
  if (text === undefined) return null
  if (!/^[\x21-\x7e]{16,200}$/.test(text))
    throw new ConfigError('METRICS_TOKEN must have 16 to 200 characters, without spaces.')
  return text
}
