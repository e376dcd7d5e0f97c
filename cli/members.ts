import { ADMIN_PAGE_SIZE_MAX, type AdministeredUser } from '../contract/admin.ts'
import { DAY_MS } from '../contract/durations.ts'
import { INVITE_DAYS_MAX, inviteBody } from '../contract/invites.ts'
import { suspendBody } from '../contract/suspension.ts'
import { findAccount } from '../server/accounts/administrators.ts'
import { makeInvite } from '../server/accounts/registration/invites.ts'
import { listUsers } from '../server/admin/accounts.ts'
import { grantAdministrator, revokeAdministrator } from '../server/admin/admin-role.ts'
import { deleteMember } from '../server/admin/delete-member.ts'
import { resetMembersSecondFactor } from '../server/admin/second-factor-reset.ts'
import { liftMember, suspendMember } from '../server/admin/suspensions.ts'
import { isImageDeletionLocked } from '../server/backups/image-deletion-lock.ts'
import { isoTimestamp, utcMinute } from '../server/platform/timestamps.ts'
import type { Services } from '../server/services.ts'
import { CommandError } from './command-error.ts'
import { givenReason } from './given-reason.ts'
import type { Terminal } from './terminal.ts'

/** Without a reason the log says that it was the command line. */
export async function grant(
  services: Services,
  terminal: Terminal,
  username: string,
  reason: string | undefined,
) {
  const why = reason === undefined ? '' : givenReason(reason)
  const { user, isNew, isLetIn } = await grantAdministrator(services, username, why)
  const { username: name } = user
  terminal.say(`${name} is an administrator${isNew ? ' now' : ' already'}.`, {
    username: name,
    isNew,
  })
  if (isLetIn) terminal.print('They waited to be let in: they are a member now, and told by mail.')
  if (user.verified_at === null)
    terminal.warn(
      `${user.username} has not verified their email yet and cannot sign in until then.`,
    )
}

export async function revoke(
  services: Services,
  terminal: Terminal,
  username: string,
  reason: string,
) {
  const { user, isNew } = await revokeAdministrator(services, username, givenReason(reason))
  const { username: name } = user
  terminal.say(isNew ? `${name} is no administrator any more.` : `${name} was none.`, {
    username: name,
    isNew,
  })
}

/** `days` is null where it lasts until it is lifted. */
export async function suspend(
  services: Services,
  terminal: Terminal,
  username: string,
  { days, reason }: { days: number | null; reason: string },
) {
  const { data, error } = suspendBody.safeParse({ days, text: reason })
  if (error?.issues[0]?.path[0] === 'days')
    throw new CommandError(
      'A suspension lasts 1, 7 or 30 days, or without --days until it is lifted.',
    )
  if (!data) throw new CommandError(error.issues[0]?.message ?? '')
  const user = await requireAccount(services, username)
  const { username: name } = user
  const sentence = { days: data.days, reason: data.text }
  const { until, wasLonger } = await suspendMember(null, services, user.id, sentence)
  const end = until === null ? 'it is lifted' : utcMinute(until)
  terminal.say(
    wasLonger
      ? `${name} was suspended for longer already, and stays so until ${end}.`
      : `${name} is suspended.`,
    { username: name, days: data.days, until: until === null ? null : isoTimestamp(until) },
  )
}

export async function lift(
  services: Services,
  terminal: Terminal,
  username: string,
  reason: string,
) {
  const why = givenReason(reason)
  const user = await requireAccount(services, username)
  await liftMember(null, services, user.id, why)
  terminal.say(`${user.username} is not suspended any more.`, { username: user.username })
}

/** For who lost their phone and their recovery codes. Without a reason as `grant`. */
export async function resetSecondFactor(
  services: Services,
  terminal: Terminal,
  username: string,
  reason: string | undefined,
) {
  const why = reason === undefined ? '' : givenReason(reason)
  const user = await requireAccount(services, username)
  const endsAt = new Date(await resetMembersSecondFactor(services, user, why))
  const end = utcMinute(endsAt.getTime())
  terminal.say(`${user.username} signs in without a code from ${end} on, and is told by mail.`, {
    username: user.username,
    endsAt: endsAt.toISOString(),
  })
  terminal.print('It stays as it is if they sign in with a code before.')
}

async function requireAccount(services: Services, username: string) {
  const user = await findAccount(services.db, username)
  if (!user) throw new CommandError(`There is no member called ${username}.`)
  return user
}

/** Prints the link, which is shown this once. */
export async function invite(
  services: Services,
  terminal: Terminal,
  username: string,
  { uses, days }: { uses: number; days: number },
) {
  const maker = await findAccount(services.db, username)
  if (!maker || maker.verified_at === null)
    throw new CommandError(`There is no member called ${username}.`)
  const isLong = !(days > 0 && days <= INVITE_DAYS_MAX)
  const until = isLong ? '' : new Date(services.clock() + days * DAY_MS).toISOString()
  const { data, error } = inviteBody.safeParse({ uses, until })
  if (!data) throw new CommandError(error.issues[0]?.message ?? '')
  const { url } = await makeInvite({ id: maker.id, isAdmin: maker.is_admin === 1 }, services, data)
  terminal.say(url, { url })
}

/** One line for each account, the newest first. */
export async function list(services: Services, terminal: Terminal, q: string) {
  const members: AdministeredUser[] = []
  for (let page = 1; ; page++) {
    const asked = { page, limit: ADMIN_PAGE_SIZE_MAX, q, only: 'everybody' } as const
    const { users, hasMore } = await listUsers(services, asked)
    for (const user of users) terminal.print(lineOf(user))
    members.push(...users)
    if (!hasMore) break
  }
  terminal.say(null, { members })
}

function lineOf(user: AdministeredUser): string {
  const marks = [
    user.isAdmin && 'administrator',
    user.isPrivate && 'private',
    user.isSuspended && 'suspended',
    !user.isVerified && (user.isWaiting ? 'waits to be let in' : 'not verified'),
  ].filter((mark) => mark !== false)
  const columns = [
    (user.isVerified ? `#${user.userNumber}` : '-').padEnd(7),
    user.username.padEnd(20),
    user.email.padEnd(34),
    user.createdAt.slice(0, 10),
    marks.join(', '),
  ]
  return columns.join(' ').trimEnd()
}

export async function remove(
  services: Services,
  terminal: Terminal,
  username: string,
  { isConfirmed, reason }: { isConfirmed: boolean; reason: string },
) {
  const why = givenReason(reason)
  const user = await requireAccount(services, username)
  const question = `Delete ${user.username} (${user.email}) with everything they made?`
  if (!isConfirmed && !(await terminal.confirm(question)))
    throw new CommandError('Nothing was deleted.')
  await deleteMember(null, services, user.id, why)
  // All of it, the files too, is gone before this says so.
  await services.accountJobs.finish(user.id)
  terminal.say(`${user.username} is deleted.`, { username: user.username })
  if (await isImageDeletionLocked(services.dataDir))
    terminal.warn('A backup is under way: the pictures go when it is finished.')
}
