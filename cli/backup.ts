import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Kysely } from 'kysely'
import product from '../package.json' with { type: 'json' }
import type { Config } from '../server/config.ts'
import { migrations } from '../server/migrations/all.ts'
import { backUp } from '../server/platform/backup/back-up.ts'
import { isOccupied, restore } from '../server/platform/backup/restore.ts'
import { systemClock } from '../server/platform/clock.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { sqliteDialect } from '../server/platform/database/sqlite-dialect.ts'
import { CommandError } from './command-error.ts'
import type { Terminal } from './terminal.ts'
import { requireCommunity } from './with-services.ts'

export async function makeBackup(config: Config, terminal: Terminal, path: string) {
  const file = resolve(path)
  requireEmbedded(config)
  requireCommunity(config)
  if (existsSync(file)) throw new CommandError(`${file} is there already.`)
  const manifest = await backUp({
    dataDir: config.dataDir,
    file,
    version: product.version,
    now: systemClock,
    progress: terminal.progress('Backing up'),
  })
  const { users = 0, posts = 0 } = manifest.rows
  terminal.print(
    `${file} holds ${counted(users, 'account')}, ${counted(posts, 'post')} and ${counted(manifest.files - 1, 'picture file')}.`,
  )
  if (manifest.missingFiles > 0)
    terminal.warn(
      `${counted(manifest.missingFiles, 'picture file')} could not be found and ${manifest.missingFiles === 1 ? 'is' : 'are'} not in it.`,
    )
}

export async function restoreBackup(
  config: Config,
  terminal: Terminal,
  file: string,
  isConfirmed: boolean,
) {
  requireEmbedded(config)
  const { dataDir } = config
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`)
  const question = `Put the backup in the place of what is in ${dataDir}?`
  if ((await isOccupied(dataDir)) && !isConfirmed && !(await terminal.confirm(question)))
    throw new CommandError('Nothing was restored.')
  const { manifest, formerly } = await restore({
    file,
    dataDir,
    migrations: Object.keys(migrations),
    migrate: migrateFile,
    now: systemClock,
    progress: terminal.progress('Restoring'),
  })
  terminal.print(`${dataDir} is as it was on ${manifest.createdAt}.`)
  if (formerly) terminal.print(`What was there before is kept in ${formerly}.`)
}

async function migrateFile(file: string) {
  const db = new Kysely<never>({ dialect: sqliteDialect(file) })
  await migrate(db, migrations)
  await db.destroy()
}

function requireEmbedded({ databaseUrl, s3 }: Config) {
  if (s3 !== null)
    throw new CommandError('Pictures are kept in S3: back the bucket up there, after the database.')
  if (databaseUrl !== null)
    throw new CommandError(
      'DATABASE_URL is set: back PostgreSQL up with pg_dump, and copy the folder "images" after it.',
    )
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
