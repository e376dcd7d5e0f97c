import type { Command } from 'commander'
import type { Config } from '../server/config.ts'
import type { Services } from '../server/services.ts'
import type * as rescueCommands from './rescue.ts'
import type { Say } from './rescue.ts'
import type { Terminal } from './terminal.ts'

const JSON_OPTION = ['--json', 'print it for a program'] as const

interface Choices {
  json?: boolean
}
type Work = (rescue: typeof rescueCommands, services: Services, say: Say) => Promise<void>

/** Adds to `member` what helps one member, and what helps with mail and registrations. */
export function addRescueCommands(
  snug: Command,
  member: Command,
  { terminal, config }: { terminal: Terminal; config: () => Config },
) {
  async function run({ json = false }: Choices, work: Work) {
    const rescue = await import('./rescue.ts')
    const { withServices } = await import('./with-services.ts')
    const say = rescue.sayTo(terminal, json)
    return withServices(config(), terminal, (services) => work(rescue, services, say))
  }
  member
    .command('reset-password <name>')
    .description('make a link to a new password, for who lost their mailbox, too')
    .option(...JSON_OPTION)
    .action((name: string, choices: Choices) =>
      run(choices, ({ resetPassword }, services, say) => resetPassword(services, say, name)),
    )
  member
    .command('verify <name>')
    .description('take the email for verified, where the mail did not arrive')
    .option(...JSON_OPTION)
    .action((name: string, choices: Choices) =>
      run(choices, ({ verify }, services, say) => verify(services, say, name)),
    )
  member
    .command('end-sessions <name>')
    .description('sign a member out everywhere')
    .option(...JSON_OPTION)
    .action((name: string, choices: Choices) =>
      run(choices, ({ endSessions }, services, say) => endSessions(services, say, name)),
    )
  snug
    .command('registration <who>')
    .description('say who may register: open, approval, invite or closed')
    .option(...JSON_OPTION)
    .action((who: string, choices: Choices) =>
      run(choices, ({ changeRegistration }, services, say) =>
        changeRegistration(services, say, who),
      ),
    )
  addMailCommands(snug, { terminal, config }, run)
}

function addMailCommands(
  snug: Command,
  { terminal, config }: { terminal: Terminal; config: () => Config },
  run: (choices: Choices, work: Work) => Promise<void>,
) {
  const mail = snug.command('mail').description('try mail, and look after what could not be sent')
  mail
    .command('test <address>')
    .description('send a mail to try')
    .option(...JSON_OPTION)
    .action(async (address: string, { json = false }: Choices) => {
      const { sayTo, sendTestMail } = await import('./rescue.ts')
      return sendTestMail(config(), sayTo(terminal, json), address)
    })
  mail
    .command('failed')
    .description('list what could not be sent')
    .option(...JSON_OPTION)
    .action((choices: Choices) =>
      run(choices, ({ listFailedMails }, services) =>
        listFailedMails(services, terminal, choices.json ?? false),
      ),
    )
  mail
    .command('drop <number>')
    .description('keep one of these from ever being sent')
    .option(...JSON_OPTION)
    .action((id: string, choices: Choices) =>
      run(choices, ({ dropMail }, services, say) => dropMail(services, say, id)),
    )
}
