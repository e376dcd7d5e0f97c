import type { Command } from 'commander'
import type { Config } from '../server/config.ts'
import type { Services } from '../server/services.ts'
import type * as rescueCommands from './rescue.ts'
import type { Terminal } from './terminal.ts'

type Work = (rescue: typeof rescueCommands, services: Services) => Promise<void>

/** Adds to `member` what helps one member, and what helps with mail and registrations. */
export function addRescueCommands(
  snug: Command,
  member: Command,
  { terminal, config }: { terminal: Terminal; config: () => Config },
) {
  async function run(work: Work) {
    const rescue = await import('./rescue.ts')
    const { withServices } = await import('./with-services.ts')
    return withServices(config(), terminal, (services) => work(rescue, services))
  }
  member
    .command('reset-password <name>')
    .description('make a link to a new password, for who lost their mailbox, too')
    .action((name: string) =>
      run(({ resetPassword }, services) => resetPassword(services, terminal.say, name)),
    )
  member
    .command('verify <name>')
    .description('take the email for verified, where the mail did not arrive')
    .action((name: string) => run(({ verify }, services) => verify(services, terminal.say, name)))
  member
    .command('end-sessions <name>')
    .description('sign a member out everywhere')
    .requiredOption('--reason <words>', 'what the member reads')
    .action((name: string, { reason }: { reason: string }) =>
      run(({ endSessions }, services) => endSessions(services, terminal.say, name, reason)),
    )
  snug
    .command('registration <who>')
    .description('say who may register: open, approval, invite or closed')
    .action((who: string) =>
      run(({ changeRegistration }, services) => changeRegistration(services, terminal.say, who)),
    )
  addMailCommands(snug, { terminal, config }, run)
}

function addMailCommands(
  snug: Command,
  { terminal, config }: { terminal: Terminal; config: () => Config },
  run: (work: Work) => Promise<void>,
) {
  const mail = snug.command('mail').description('try mail, and look after what could not be sent')
  mail
    .command('test <email>')
    .description('send a mail to try')
    .action(async (email: string) => {
      const { sendTestMail } = await import('./rescue.ts')
      return sendTestMail(config(), terminal.say, email)
    })
  mail
    .command('failed')
    .description('list what could not be sent')
    .action(() => run(({ listFailedMails }, services) => listFailedMails(services, terminal)))
  mail
    .command('drop <number>')
    .description('keep one of these from ever being sent')
    .action((id: string) => run(({ dropMail }, services) => dropMail(services, terminal.say, id)))
}
