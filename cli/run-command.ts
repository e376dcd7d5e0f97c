import { Command, CommanderError } from 'commander'
import { INVITE_DAYS_DEFAULT, INVITE_USES_DEFAULT } from '../contract/invites.ts'
import product from '../package.json' with { type: 'json' }
import { type Config, readConfig } from '../server/config.ts'
import { refuseForeignRoot } from '../server/platform/data-folder.ts'
import { databaseFailure } from '../server/platform/database/failures.ts'
import { postgresProblem } from '../server/platform/database/postgres/postgres-requirements.ts'
import { HttpError } from '../server/platform/http/http-error.ts'
import { OperatorError } from '../server/platform/operator-error.ts'
import type { Services } from '../server/services.ts'
import { LeftFilledError } from './backup/manifest.ts'
import { reasonOf } from './command-error.ts'
import { addDataCommands } from './data-commands.ts'
import type * as memberCommands from './members.ts'
import { addRescueCommands } from './rescue-commands.ts'
import { jsonWhen, type Terminal } from './terminal.ts'

// What whoever runs a server does with it from the command line. Commands read the same settings
// as the server and may run beside it; results go to standard output, all else to the other. The
// code of a command is loaded when it runs, because the whole server takes a second to load.

const DEMO_FOLDER = './data-demo'

const FAILED = 1
const MISUSED = 2

type Environment = Record<string, string | undefined>

/** Runs one command. Returns the exit code: 0 done, 1 it could not be done, 2 not understood. */
export async function runCommand(
  args: string[],
  environment: Environment,
  terminal: Terminal,
): Promise<number> {
  let exitCode = 0
  const fail = () => {
    exitCode = FAILED
  }
  try {
    // Nothing asked for is no misuse.
    const given = args.length > 0 ? args : ['--help']
    await commandLine(environment, terminal, fail).parseAsync(given, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : MISUSED
    terminal.warn(messageOf(error, environment))
    return FAILED
  }
}

/** The commands as they are offered; `fail` is called by one that found something wrong. */
export function commandLine(environment: Environment, plain: Terminal, fail: () => void): Command {
  let isJson = false
  const terminal = jsonWhen(() => isJson, plain)
  const snug = new Command('snug')
    .description('Look after a Snug server. Settings come from the environment, as for the server.')
    .version(product.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.warn(text.trimEnd()),
    })
  const config = () => {
    const read = readConfig(environment)
    refuseForeignRoot(read.dataDir)
    return read
  }
  const runMembers = membersRunner(terminal, config)
  snug
    .command('start')
    .description('serve this community, until it is told to stop')
    .option('--check', 'only try whether this version starts, beside a server that serves')
    .action(async ({ check = false }: { check?: boolean }) => {
      if (check) {
        config()
        const { tryStart } = await import('./try-start.ts')
        return tryStart(environment, terminal)
      }
      const { startServer } = await import('./start.ts')
      if ((await startServer(environment)) !== 0) fail()
    })
  addAdminCommands(snug, terminal, runMembers)
  const member = addMemberCommands(snug, terminal, runMembers)
  addRescueCommands(snug, member, { terminal, config })
  addDataCommands(snug, terminal, config)
  snug
    .command('doctor')
    .description('say what is well and what is not')
    .action(async () => {
      const { runDoctor } = await import('./doctor/doctor.ts')
      if (!(await runDoctor(environment, terminal))) fail()
    })
  snug
    .command('demo')
    .description('make a sample community to look at, in a folder of its own')
    .option('--folder <folder>', 'where', DEMO_FOLDER)
    .option('--serve', 'make it if it is not there, then serve it on this machine')
    .action(async ({ folder, serve = false }: { folder: string; serve?: boolean }) => {
      const { makeDemo, serveDemo } = await import('./demo.ts')
      if (!serve) return makeDemo(folder, terminal)
      if ((await serveDemo(folder, environment, terminal)) !== 0) fail()
    })
  // A server says what happens in its log.
  for (const command of endsOf(snug))
    if (command.name() !== 'start') command.option('--json', 'print it for a program')
  return snug.hook('preAction', (_, command) => {
    isJson = command.opts().json === true
  })
}

/** Those that do something, of all that are offered. */
export function endsOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(endsOf)
}

type RunMembers = (
  work: (members: typeof memberCommands, services: Services) => Promise<void>,
) => Promise<void>

function membersRunner(terminal: Terminal, config: () => Config): RunMembers {
  return async (work) => {
    const members = await import('./members.ts')
    const { withServices } = await import('./with-services.ts')
    return withServices(config(), terminal, (services) => work(members, services))
  }
}

function addAdminCommands(snug: Command, terminal: Terminal, run: RunMembers) {
  const admin = snug.command('admin').description('say who is an administrator, and invite')
  admin
    .command('grant <name>')
    .description('make a member an administrator')
    .option('--reason <words>', 'what the member reads')
    .action((name: string, { reason }: { reason?: string }) =>
      run(({ grant }, services) => grant(services, terminal, name, reason)),
    )
  admin
    .command('revoke <name>')
    .description('take that back; one always stays')
    .requiredOption('--reason <words>', 'what the member reads')
    .action((name: string, { reason }: { reason: string }) =>
      run(({ revoke }, services) => revoke(services, terminal, name, reason)),
    )
  admin
    .command('suspend <name>')
    .description('keep a member out and hide what is theirs; nothing is deleted')
    .option('--days <number>', '1, 7 or 30; without it until it is lifted')
    .requiredOption('--reason <words>', 'what the member reads')
    .action((name: string, { days, reason }: { days?: string; reason: string }) =>
      run(({ suspend }, services) =>
        suspend(services, terminal, name, {
          days: days === undefined ? null : Number(days),
          reason,
        }),
      ),
    )
  admin
    .command('lift <name>')
    .description('let a suspended member in again')
    .requiredOption('--reason <words>', 'what the member reads')
    .action((name: string, { reason }: { reason: string }) =>
      run(({ lift }, services) => lift(services, terminal, name, reason)),
    )
  admin
    .command('reset-second-factor <name>')
    .description('ask a member who lost their app for no code any more, in a day')
    .option('--reason <words>', 'what the member reads')
    .action((name: string, { reason }: { reason?: string }) =>
      run(({ resetSecondFactor }, services) => resetSecondFactor(services, terminal, name, reason)),
    )
  admin
    .command('invite <name>')
    .description('make an invitation in the name of a member, and print its link')
    .option('--uses <number>', 'how many may come by it', String(INVITE_USES_DEFAULT))
    .option('--days <number>', 'how long it works', String(INVITE_DAYS_DEFAULT))
    .action((name: string, { uses, days }: { uses: string; days: string }) =>
      run(({ invite }, services) =>
        invite(services, terminal, name, { uses: Number(uses), days: Number(days) }),
      ),
    )
}

function addMemberCommands(snug: Command, terminal: Terminal, run: RunMembers): Command {
  const member = snug.command('member').description('list members, help them in, and delete them')
  member
    .command('list')
    .description('list accounts, newest first')
    .option(
      '--search <text>',
      'only whom it finds by username, bio, member number or the beginning of their email',
      '',
    )
    .action(({ search }: { search: string }) =>
      run(({ list }, services) => list(services, terminal, search)),
    )
  member
    .command('delete <name>')
    .description('delete a member with everything they made; devices hear of it within a second')
    .requiredOption('--reason <words>', 'what the member reads')
    .option('--yes', 'do not ask')
    .action((name: string, { reason, yes = false }: { reason: string; yes?: boolean }) =>
      run(({ remove }, services) => remove(services, terminal, name, { isConfirmed: yes, reason })),
    )
  return member
}

function messageOf(error: unknown, environment: Environment): string {
  if (error instanceof LeftFilledError)
    return `${messageOf(error.cause, environment)}\n${error.message}`
  if (error instanceof OperatorError || error instanceof HttpError) return error.message
  const unfit = postgresProblem(error, environment.DATABASE_URL ?? '')
  if (unfit) return unfit.message
  const failure = databaseFailure(error)
  if (failure === 'full') return 'There is no room left on the disk.'
  if (failure === 'damaged')
    return 'The database is damaged. Bring a backup back with "snug restore FILE".'
  if (failure === 'away') return 'The database is busy or away. Please try again.'
  return `This went wrong: ${reasonOf(error)}`
}
