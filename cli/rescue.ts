import { newEmailBody } from '../contract/account-security.ts'
import type { CommunitySettings } from '../contract/community-settings.ts'
import { findAccount } from '../server/accounts/administrators.ts'
import { endMembersSessions } from '../server/admin/end-sessions.ts'
import { readFailedMails } from '../server/admin/failed-mails.ts'
import {
  dropFailedMail,
  makeResetLink,
  setRegistration,
  verifyMember,
} from '../server/admin/rescue.ts'
import type { Config } from '../server/config.ts'
import { renderMail } from '../server/mail/render-mail.ts'
import { smtpTransport } from '../server/mail/smtp-transport.ts'
import type { Services } from '../server/services.ts'
import { CommandError, reasonOf } from './command-error.ts'
import { givenReason } from './given-reason.ts'
import type { Terminal } from './terminal.ts'

// For whoever runs a server, when somebody stands before the door or mail does not arrive. Each
// says in one line what it did, or the same as JSON.

type Say = Terminal['say']

/** The link is for its owner alone: whoever has it has the account. */
export async function resetPassword(services: Services, say: Say, name: string) {
  const { username, ...user } = await requireAccount(services, name)
  const link = await makeResetLink(services, { ...user, username })
  say(`${username} chooses a new password within an hour at ${link}`, { username, link })
}

export async function verify(services: Services, say: Say, name: string) {
  const user = await requireAccount(services, name)
  const { username } = user
  const became = await verifyMember(services, user)
  const now = became === 'member' ? 'can sign in now' : 'waits for an administrator to let them in'
  say(`${username} is verified and ${now}.`, { username, became })
}

export async function endSessions(services: Services, say: Say, name: string, reason: string) {
  const why = givenReason(reason)
  const { id, username } = await requireAccount(services, name)
  await endMembersSessions(null, services, id, why)
  say(`${username} is signed out everywhere.`, { username })
}

const REGISTRATION_LINES: Record<CommunitySettings['registration'], string> = {
  open: 'Anybody may register now.',
  approval: 'Whoever registers waits for an administrator now.',
  invite: 'Only who was invited may register now.',
  closed: 'Nobody may register now.',
}

export async function changeRegistration(services: Services, say: Say, to: string) {
  if (!Object.hasOwn(REGISTRATION_LINES, to))
    throw new CommandError(
      `Registration can be ${Object.keys(REGISTRATION_LINES).join(', ')}, not "${to}".`,
    )
  const registration = to as CommunitySettings['registration']
  await setRegistration(services, registration)
  say(REGISTRATION_LINES[registration], { registration })
}

/** One line for each, the newest first; of very many the newest alone. */
export async function listFailedMails(services: Services, terminal: Terminal) {
  const { mails, total } = await readFailedMails(services)
  terminal.say(total === 0 ? 'No mail failed.' : null, { mails, total })
  for (const { _id, kind, email, attempts, failure } of mails)
    terminal.print(`${_id} ${kind} to ${email}, tried ${attempts} times: ${failure}`)
  if (total > mails.length) terminal.warn(`${total - mails.length} older ones are not shown.`)
}

export async function dropMail(services: Services, say: Say, id: string) {
  const number = /^\d{1,16}$/.test(id) ? Number(id) : 0
  if (!Number.isSafeInteger(number) || number === 0)
    throw new CommandError(`"${id}" is no number of a mail: "snug mail failed" lists them.`)
  await dropFailedMail(services, number)
  say(`The mail ${id} will not be sent.`, { id })
}

/** Straight to the mail server, past the queue: what it says is what one wants to know. */
export async function sendTestMail({ smtpUrl, mailFrom, publicUrl }: Config, say: Say, to: string) {
  const { success } = newEmailBody.safeParse({ email: to })
  if (!success) throw new CommandError(`"${to}" is no email address.`)
  if (smtpUrl === null) throw new CommandError('There is no SMTP_URL, so no mail leaves here.')
  const { host } = new URL(smtpUrl)
  const transport = smtpTransport({ url: smtpUrl, from: mailFrom })
  const mail = {
    to,
    subject: 'A mail to try',
    greeting: 'Hello,',
    paragraphs: [`This was sent by hand from ${publicUrl}. Mail goes out from there.`],
    closing: 'There is nothing to do.',
  }
  try {
    await transport.send(renderMail(mail, { name: 'Snug', tagline: '' }))
  } catch (error) {
    throw new CommandError(`${host} did not take the mail: ${reasonOf(error)}`)
  } finally {
    await transport.close()
  }
  say(`${host} took a mail to ${to}.`, { to, host })
}

async function requireAccount(services: Services, username: string) {
  const user = await findAccount(services.db, username)
  if (!user) throw new CommandError(`There is no member called ${username}.`)
  return user
}
