import { type Command, Option } from 'commander'
import type { Config } from '../server/config.ts'
import type { BackupChoices, RestoreChoices } from './backup/backup-commands.ts'
import type { RehearseChoices } from './backup/rehearse.ts'
import type { Terminal } from './terminal.ts'

const MOVE_HELP = `
It may be cut off at any moment: the same command again goes on where it stopped. At the end every
row is compared. What is in DATA_DIR stays as it was; with S3_BUCKET set, pictures are copied there.`

const PLAIN = new Option('--plain', 'not encrypted, where BACKUP_ENCRYPT_TO would have it so')
PLAIN.conflicts('encryptTo')

export function addDataCommands(snug: Command, terminal: Terminal, config: () => Config) {
  snug
    .command('backup <file>')
    .description('write database and pictures into one archive, while the server serves')
    .option('--encrypt-to <recipient>', 'only who has this age key can read it: age1…')
    .addOption(PLAIN)
    .option('--with-secret', 'with the secret too, for a restore that keeps everybody signed in')
    .action(async (file: string, choices: BackupChoices) => {
      const { makeBackup } = await import('./backup/backup-commands.ts')
      return makeBackup(config(), terminal, file, choices)
    })
  snug
    .command('restore <file>')
    .description('bring a backup back, while the server is stopped; everybody signs in anew')
    .option('--yes', 'do not ask; what is there now is moved aside')
    .option('--identity <file>', 'the age key that an encrypted backup is for')
    .option('--keep-sessions', 'of a backup made with the secret: everybody stays signed in')
    .action(async (file: string, choices: RestoreChoices) => {
      const { restoreBackup } = await import('./backup/backup-commands.ts')
      return restoreBackup(config(), terminal, file, choices)
    })
  snug
    .command('rehearse <file>')
    .description('prove that a backup can be brought back, beside the server; nothing is changed')
    .option('--identity <file>', 'the age key that an encrypted backup is for')
    .action(async (file: string, choices: RehearseChoices) => {
      const { rehearseRestore } = await import('./backup/rehearse.ts')
      return rehearseRestore(config(), terminal, file, choices)
    })
  snug
    .command('migrate')
    .description('bring the database up to date, as the next start would')
    .option('--check', 'only say what that would change, and whether there is a way back')
    .action(async ({ check = false }: { check?: boolean }) => {
      const { announceMigrations, migrateDatabase } = await import('./migrate.ts')
      return (check ? announceMigrations : migrateDatabase)(config(), terminal)
    })
  snug
    .command('keys')
    .description('keep the keys that sessions and addresses of pictures are signed with')
    .command('rotate')
    .description('make new ones: everybody is signed out; restart the server after it')
    .option('--yes', 'do not ask')
    .action(async ({ yes = false }: { yes?: boolean }) => {
      const { rotateKeys } = await import('./keys.ts')
      return rotateKeys(config(), terminal, yes)
    })
  snug
    .command('move')
    .description('carry the community over to PostgreSQL, while the server is stopped')
    .requiredOption('--to <url>', 'an empty database: postgres://user:password@host:5432/snug')
    .addHelpText('after', MOVE_HELP)
    .action(async ({ to }: { to: string }) => {
      const { moveToPostgres } = await import('./move/move.ts')
      return moveToPostgres(config(), terminal, to)
    })
}
