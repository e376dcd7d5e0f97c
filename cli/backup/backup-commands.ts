import { existsSync } from 'node:fs'
import { realpath, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import product from '../../package.json' with { type: 'json' }
import { invalidateAllSessionsAndLinks } from '../../server/accounts/sessions.ts'
import type { Config } from '../../server/config.ts'
import { migrations } from '../../server/migrations/all.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { FORMER_KEPT_DAYS, ownPlace, refuseForeignRoot } from '../../server/platform/data-folder.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { connect } from '../../server/platform/database/open-database.ts'
import { inTransaction } from '../../server/platform/database/transaction.ts'
import { liesWithin } from '../../server/platform/files/folder-problem.ts'
import {
  newSecretKey,
  readSecret,
  replaceSecretFile,
  type SecretPlace,
} from '../../server/platform/secret.ts'
import { isSecretOf, setSecretOf } from '../../server/platform/server-keys.ts'
import type { Database, Schema } from '../../server/schema.ts'
import { CommandError } from '../command-error.ts'
import { carrySecondFactors, warnOfLostApps } from '../second-factor-keys.ts'
import type { Terminal } from '../terminal.ts'
import { requireCommunity } from '../with-services.ts'
import { backUp } from './back-up.ts'
import { accountsDeletedSince } from './deleted-since.ts'
import { decryptWith, encryptTo } from './encryption.ts'
import { DATABASE, DUMP, imageFilesOf, LeftFilledError } from './manifest.ts'
import { endFilling, fillPostgres, requireEmptyPostgres, requireRows } from './postgres-copy.ts'
import { isOccupied, type RestoreOptions, restore } from './restore.ts'

const IN_BUCKET = 'Pictures are kept in the bucket, and are not in the backup.'

export interface BackupChoices {
  encryptTo?: string
  /** Not even to whom the settings name. */
  plain?: boolean
  withSecret?: boolean
}

export async function makeBackup(
  config: Config,
  terminal: Terminal,
  path: string,
  { encryptTo: named, plain = false, withSecret = false }: BackupChoices,
) {
  const file = resolve(path)
  requireCommunity(config)
  if (existsSync(file)) throw new CommandError(`${file} is there already.`)
  await requireOutside(config.dataDir, file)
  if (withSecret && config.secretKey)
    throw new CommandError('SECRET_KEY is set: the secret is among your settings. Keep it there.')
  // The one before an update lies in the same folder as those of the schedule, and longer.
  const bySettings = plain ? null : config.backups.encryptTo
  const recipient = named ?? bySettings
  const manifest = await backUp({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    imagesInBucket: config.s3 !== null,
    file,
    version: product.version,
    now: systemClock,
    withSecret,
    ...(recipient === null ? {} : { encrypt: encryptTo(recipient) }),
    progress: terminal.progress('Backing up'),
  })
  const { users = 0, posts = 0 } = manifest.rows
  terminal.say(
    `${file} holds ${counted(users, 'account')}, ${counted(posts, 'post')} and ${counted(imageFilesOf(manifest), 'picture file')}.`,
    { file, ...manifest },
  )
  if (config.s3 !== null) terminal.print(IN_BUCKET)
  if (named === undefined && bySettings !== null)
    terminal.print('It is encrypted to BACKUP_ENCRYPT_TO, whatever its name ends with.')
  if (withSecret) terminal.print('It holds the secret as well: keep it as you keep a password.')
  if (manifest.missingFiles > 0)
    terminal.warn(
      `${counted(manifest.missingFiles, 'picture file')} could not be found and ${manifest.missingFiles === 1 ? 'is' : 'are'} not in it.`,
    )
}

/** What lies in the data folder a restore sets aside with it, and the server removes later. */
async function requireOutside(dataDir: string, file: string) {
  // Either may be reached by a link. What is not there is told of later.
  const real = (path: string) => realpath(path).catch(() => path)
  if (liesWithin(await real(dataDir), await real(dirname(file))))
    throw new CommandError(
      `${file} would lie in DATA_DIR, and a restore puts another folder in the place of that: name a file outside of it.`,
    )
}

export interface RestoreChoices {
  yes?: boolean
  /** A file with the age identity that an encrypted backup is for. */
  identity?: string
  keepSessions?: boolean
}

export async function restoreBackup(
  config: Config,
  terminal: Terminal,
  file: string,
  { yes = false, identity, keepSessions = false }: RestoreChoices,
) {
  const { dataDir, databaseUrl } = config
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`)
  refuseForeignRoot(dirname(ownPlace(dataDir)))
  const question = `Put the backup in the place of what is in ${dataDir}?`
  if ((await isOccupied(dataDir)) && !yes && !(await terminal.confirm(question)))
    throw new CommandError('Nothing was restored.')
  if (databaseUrl !== null) await requireEmptyPostgres(databaseUrl)
  const { manifest, formerly, lostApps } = await bringBack(config, keepSessions, {
    file,
    ...(identity === undefined ? {} : { decrypt: await decryptWith(identity) }),
    progress: terminal.progress('Restoring'),
  })
  const deletedSince =
    formerly === null || databaseUrl !== null
      ? []
      : accountsDeletedSince(join(dataDir, DATABASE), join(formerly, DATABASE))
  terminal.say(`${dataDir} is as it was on ${manifest.createdAt}.`, {
    dataDir,
    createdAt: manifest.createdAt,
    formerly,
    lostApps,
    deletedSince,
  })
  terminal.print(
    'What was deleted, blocked, suspended or made private since then is as it was then: do it anew.',
  )
  if (deletedSince.length > 0)
    terminal.warn(
      `Deleted since then, and seen by others again: ${deletedSince.join(', ')}. Delete them anew with "snug member delete NAME".`,
    )
  if (!keepSessions)
    terminal.print('Every session and every link in mail has ended: members sign in anew.')
  warnOfLostApps(terminal, lostApps)
  if (manifest.images === 'bucket') terminal.print(IN_BUCKET)
  if (formerly)
    terminal.print(
      `What was there before is kept in ${formerly}; the server removes it after ${FORMER_KEPT_DAYS} days.`,
    )
}

async function bringBack(
  config: Config,
  keepSessions: boolean,
  source: Pick<RestoreOptions, 'file' | 'decrypt' | 'progress'>,
) {
  const { dataDir, databaseUrl, secretKey } = config
  let isFilled = false
  let lostApps = 0
  try {
    const restored = await restore({
      ...source,
      dataDir,
      database: databaseUrl === null ? 'sqlite' : 'postgresql',
      imagesInBucket: config.s3 !== null,
      migrations: Object.keys(migrations),
      async prepare(folder, { rows }) {
        if (keepSessions) await requireSecret({ secretKey, dataDir: folder })
        if (databaseUrl !== null) {
          await fillPostgres(databaseUrl, join(folder, DUMP))
          isFilled = true
          await requireRows(databaseUrl, rows)
          await rm(join(folder, DUMP))
        }
        lostApps = await prepareDatabase(folder, config, keepSessions)
      },
      now: systemClock,
    })
    // Last: until the folders have changed places, a server would serve it with other pictures.
    if (databaseUrl !== null) await endFilling(databaseUrl)
    return { ...restored, lostApps }
  } catch (error) {
    throw isFilled ? new LeftFilledError(error) : error
  }
}

/** Answers how many members' apps cannot be read any more. */
async function prepareDatabase(
  folder: string,
  config: Config,
  keepSessions: boolean,
): Promise<number> {
  const { secretKey, databaseUrl } = config
  const db = connect<Schema>({ databaseUrl, dataDir: folder }, { warn() {} }, { isPatient: true })
  try {
    await migrate(db, migrations)
    if (!keepSessions)
      return await endWhatWasSigned(db, { secretKey, dataDir: folder }, config.dataDir)
    await requireSecretOf(db, { secretKey, dataDir: folder })
    return 0
  } finally {
    await db.destroy()
  }
}

async function requireSecretOf(db: Database, place: SecretPlace) {
  if (!(await isSecretOf(db, await requireSecret(place)))) throw noSecret()
}

async function requireSecret(place: SecretPlace): Promise<Buffer> {
  const secret = await readSecret(place)
  if (!secret) throw noSecret()
  return secret
}

function noSecret() {
  return new CommandError(
    'Sessions cannot be kept: the backup was made without --with-secret, or SECRET_KEY is another than then.',
  )
}

/** Whoever had the backup in their hands has nothing of it that still opens a door. */
async function endWhatWasSigned(
  db: Database,
  { secretKey, dataDir }: SecretPlace,
  presentDataDir: string,
): Promise<number> {
  const carry = await carrySecondFactors([dataDir, presentDataDir])
  const secret = secretKey ?? newSecretKey()
  if (!secretKey) await replaceSecretFile(dataDir, secret)
  return inTransaction(db, async (trx) => {
    await invalidateAllSessionsAndLinks(trx)
    const lostApps = await carry(trx, secret)
    await setSecretOf(trx, secret)
    return lostApps
  })
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
