import { z } from 'zod'
import type { MailKind } from '../../contract/failed-mails.ts'
import { MESSAGES as REGISTRATION_MESSAGES } from '../../contract/registration.ts'
import { MESSAGES as SUSPENSION_MESSAGES } from '../../contract/suspension.ts'
import type { Composer } from '../mail/outbox.ts'
import { utcMinute } from '../platform/timestamps.ts'
import type { UserRow } from '../schema.ts'
import type { Services } from '../services.ts'
import { accountSecurityMails } from './account-security-mails.ts'
import { toUser } from './mail-recipients.ts'
import { makeMailedLink } from './mailed-links.ts'
import * as queries from './queries.ts'
import { isMailVerified } from './registration/mail-verified.ts'
import { UNTIL_LIFTED } from './suspension.ts'

// What accounts write to people. A mail is composed when it is sent: then its secret
// link is made, and then it is decided whether there is still somebody to write to.

type Dependencies = Pick<Services, 'db' | 'bus' | 'clock' | 'publicUrl' | 'community'>

/** One that was queued by a version before knows no time. */
const withTime = toUser.extend({ at: z.number().optional() })
/** With the words of the administrator. */
const withWords = toUser.extend({ words: z.string() })
/** Their account is gone: all there is to write with. */
const notLetIn = z.object({ email: z.string(), username: z.string(), words: z.string() })
const toEmail = z.object({ email: z.string() })

export function accountMails(services: Dependencies) {
  return {
    'verify-email': async (payload) =>
      verification(services, await queries.findUser(services.db, toUser.parse(payload).userId)),
    'verify-email-again': async (payload) =>
      verification(
        services,
        await queries.findUserByEmail(services.db, toEmail.parse(payload).email),
      ),
    'reset-password': async (payload) =>
      passwordReset(
        services,
        await queries.findUserByEmail(services.db, toEmail.parse(payload).email),
      ),
    'password-changed': async (payload) =>
      passwordChanged(services, payload, (at) => `${at}, and every device was signed out.`),
    'password-changed-here': async (payload) =>
      passwordChanged(
        services,
        payload,
        (at) => ` on one of your devices${at}, and every other device was signed out.`,
      ),
    'let-in': async (payload) => {
      const { userId, words } = withWords.parse(payload)
      return wasLetIn(services, await queries.findUser(services.db, userId), words)
    },
    'not-let-in': async (payload) => wasNotLetIn(services, notLetIn.parse(payload)),
    suspended: async (payload) =>
      wasSuspended(services, await queries.findUser(services.db, toUser.parse(payload).userId)),
    'suspension-lifted': async (payload) => {
      const { userId, words } = withWords.parse(payload)
      return wasLifted(services, await queries.findUser(services.db, userId), words)
    },
    ...accountSecurityMails(services),
  } satisfies Partial<Record<MailKind, Composer>>
}

async function verification(services: Dependencies, user: UserRow | undefined) {
  if (!user || isMailVerified(user)) return null
  const { name } = await services.community.read()
  const secret = await makeMailedLink(services, user.id, 'verify')
  return {
    to: user.email,
    subject: REGISTRATION_MESSAGES.verifySubject(name),
    greeting: `Hello ${user.username},`,
    paragraphs: [
      `Somebody registered as ${user.username} on ${name} with this address. If that was you, welcome! One step is left: please verify that the address is yours.`,
    ],
    action: { label: 'Verify my email', url: `${services.publicUrl}/verify/${secret}` },
    closing: 'The link works for 24 hours. If you did not register, this removes it at once:',
    refusal: { label: 'This was not me', url: `${services.publicUrl}/not-me/${secret}` },
  }
}

async function passwordReset(services: Dependencies, user: UserRow | undefined) {
  if (!user) return null
  const { name } = await services.community.read()
  const secret = await makeMailedLink(services, user.id, 'reset', { mailbox: user.email })
  return {
    to: user.email,
    subject: `Choose a new password for ${name}`,
    greeting: `Hello ${user.username},`,
    paragraphs: ['You asked for a new password. With this link you can choose one.'],
    action: {
      label: 'Choose a new password',
      url: `${services.publicUrl}/reset-password/${secret}`,
    },
    closing:
      'The link works once, for one hour. If you did not ask, ignore this mail: your password stays as it is.',
  }
}

async function passwordChanged(
  services: Dependencies,
  payload: unknown,
  how: (at: string) => string,
) {
  const { db, publicUrl, community } = services
  const { userId, at } = withTime.parse(payload)
  const user = await queries.findUser(db, userId)
  if (!user) return null
  const { name } = await community.read()
  return {
    to: user.email,
    subject: `Your password for ${name} was changed`,
    greeting: `Hello ${user.username},`,
    paragraphs: [
      `Your password was changed${how(at === undefined ? '' : ` at ${utcMinute(at)}`)}`,
      'If that was not you, choose a new password now.',
    ],
    action: { label: 'Choose a new password', url: `${publicUrl}/forgot-password` },
    closing: 'If it was you, there is nothing more to do.',
  }
}

async function wasSuspended({ publicUrl, community }: Dependencies, user: UserRow | undefined) {
  const until = user?.suspended_until
  // It may be lifted by now.
  if (!user || until === null || until === undefined) return null
  const { name } = await community.read()
  const end = until === UNTIL_LIFTED ? null : until
  return {
    to: user.email,
    subject: `Your account on ${name} is suspended`,
    greeting: `Hello ${user.username},`,
    paragraphs: [
      SUSPENSION_MESSAGES.suspended(end, user.suspension_reason),
      'Nothing of yours is deleted: it comes back with you.',
    ],
    action: { label: 'Write to the administrators', url: `${publicUrl}/login` },
    closing: 'The form for it opens when you sign in with your password.',
  }
}

async function wasLifted(
  { publicUrl, community }: Dependencies,
  user: UserRow | undefined,
  words: string,
) {
  // They may be suspended again by now.
  if (!user || user.suspended_until !== null) return null
  const { name } = await community.read()
  return {
    to: user.email,
    subject: `You can sign in to ${name} again`,
    greeting: `Hello ${user.username},`,
    paragraphs: [SUSPENSION_MESSAGES.lifted(words)],
    action: { label: 'Sign in', url: `${publicUrl}/login` },
    closing: 'All that was yours is there again.',
  }
}

async function wasLetIn(
  { publicUrl, community }: Dependencies,
  user: UserRow | undefined,
  words: string,
) {
  if (!user) return null
  const { name } = await community.read()
  return {
    to: user.email,
    subject: `You are in: welcome to ${name}`,
    greeting: `Hello ${user.username},`,
    paragraphs: ['You were let in. Come and say hello.', ...(words === '' ? [] : [words])],
    action: { label: 'Sign in', url: `${publicUrl}/login` },
    closing: 'You sign in with your password.',
  }
}

async function wasNotLetIn(
  { community }: Dependencies,
  { email, username, words }: z.output<typeof notLetIn>,
) {
  const { name } = await community.read()
  return {
    to: email,
    subject: `Your registration with ${name}`,
    greeting: `Hello ${username},`,
    paragraphs: ['You were not let in this time.', ...(words === '' ? [] : [words])],
    closing: 'Nothing of your registration is kept here.',
    isEphemeral: true as const,
  }
}
