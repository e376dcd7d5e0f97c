import { z } from 'zod'
import { EMAIL_UNDO_DAYS } from '../../contract/account-security.ts'
import type { MailKind } from '../../contract/failed-mails.ts'
import type { Composer, IsQueued } from '../mail/outbox.ts'
import { utcMinute } from '../platform/timestamps.ts'
import type { UserRow } from '../schema.ts'
import type { Services } from '../services.ts'
import { toUser } from './mail-recipients.ts'
import { makeMailedLink, undoEndOf } from './mailed-links.ts'
import { keyOf } from './name-key.ts'
import * as queries from './queries.ts'

// What a member is told of changes to their own account: by mail, since whoever made the change
// may hold the account.

type Dependencies = Pick<Services, 'db' | 'bus' | 'clock' | 'publicUrl' | 'community'>

const withNewEmail = toUser.extend({ newEmail: z.string() })
/** To the mailbox of before, when the address was changed. */
export const withFormerEmail = toUser.extend({ formerEmail: z.string(), at: z.number() })
const named = toUser.extend({ name: z.string() })
/** Whoever runs the server, or the owner by the mail that a stranger was in the account. */
const ending = z.discriminatedUnion('by', [
  toUser.extend({ by: z.literal('host'), at: z.number(), reason: z.string() }),
  toUser.extend({ by: z.literal('owner'), at: z.number() }),
])
const signIn = toUser.extend({ agent: z.string(), network: z.string(), at: z.number() })

export function accountSecurityMails(services: Dependencies) {
  return {
    'change-email': (payload, isQueued) =>
      changeEmail(services, withNewEmail.parse(payload), isQueued),
    'email-changed': (payload, isQueued) =>
      emailChanged(services, withFormerEmail.parse(payload), isQueued),
    'second-factor-on': (payload) => secondFactorOn(services, toUser.parse(payload).userId),
    'second-factor-off': (payload) => secondFactorOff(services, toUser.parse(payload).userId),
    'second-factor-ending': (payload) => secondFactorEnding(services, ending.parse(payload)),
    'passkey-added': (payload) => passkeyAdded(services, named.parse(payload)),
    'new-sign-in': (payload) => newSignIn(services, signIn.parse(payload)),
  } satisfies Partial<Record<MailKind, Composer>>
}

async function changeEmail(
  services: Dependencies,
  { userId, newEmail }: z.output<typeof withNewEmail>,
  isWanted: IsQueued,
) {
  const user = await queries.findUser(services.db, userId)
  if (!user || user.email === newEmail) return null
  const { name } = await services.community.read()
  const secret = await makeMailedLink(services, userId, 'change-email', {
    email: newEmail,
    isWanted,
  })
  return {
    to: newEmail,
    subject: `Your new address for ${name}`,
    greeting: `Hello ${user.username},`,
    paragraphs: [
      `You want to use this address for ${name} from now on. Please say that it is yours.`,
    ],
    action: { label: 'Use this address', url: `${services.publicUrl}/change-email/${secret}` },
    closing: 'The link works once, for 24 hours. If you did not ask for it, ignore this mail.',
  }
}

async function emailChanged(
  services: Dependencies,
  { userId, formerEmail, at }: z.output<typeof withFormerEmail>,
  isWanted: IsQueued,
) {
  const user = await queries.findUser(services.db, userId)
  // In another case it is the same mailbox.
  if (!user || user.email_key === keyOf(formerEmail)) return null
  const { name } = await services.community.read()
  // From the change on, not from this mail: which of two ways back came first must stay clear.
  const leads = { email: formerEmail, from: at, isWanted }
  const secret = await makeMailedLink(services, userId, 'undo-email', leads)
  return {
    to: formerEmail,
    subject: `Your address for ${name} was changed`,
    greeting: `Hello ${user.username},`,
    paragraphs: [
      `Your account uses another address now. Mail from ${name} no longer comes here.`,
      'If that was not you, take it back: your account gets this address again, every device is signed out, and you choose a new password.',
    ],
    action: { label: 'This was not me', url: `${services.publicUrl}/undo-email/${secret}` },
    closing: `The link works once, until ${utcMinute(undoEndOf(at))}. If it was you, there is nothing more to do.`,
  }
}

async function newSignIn(services: Dependencies, { userId, ...where }: z.output<typeof signIn>) {
  const user = await queries.findUser(services.db, userId)
  if (!user) return null
  const { name } = await services.community.read()
  const { agent, network, at } = where
  return notMe(services, user, {
    subject: `New sign-in to ${name}`,
    paragraphs: [
      `Somebody signed in to your account: ${agent || 'a browser we do not know'}, from the network ${network}, at ${utcMinute(at)}.`,
      'If that was not you, sign every device out and choose a new password.',
    ],
  })
}

async function secondFactorOn(services: Dependencies, userId: number) {
  const user = await queries.findUser(services.db, userId)
  if (!user) return null
  const { name } = await services.community.read()
  return notMe(services, user, {
    subject: `${name} asks for a code when you sign in`,
    paragraphs: [
      'From now on a code of your app is asked for besides your password.',
      'Keep your recovery codes where you find them without your phone.',
      'If that was not you, sign every device out: the codes end a day later.',
    ],
  })
}

async function secondFactorOff(services: Dependencies, userId: number) {
  const user = await queries.findUser(services.db, userId)
  if (!user) return null
  const { name } = await services.community.read()
  return notMe(services, user, {
    subject: `${name} asks for no code any more`,
    paragraphs: [
      'Somebody who is signed in to your account turned the codes off.',
      'If that was not you, sign every device out and choose a new password.',
    ],
  })
}

async function secondFactorEnding(services: Dependencies, why: z.output<typeof ending>) {
  const user = await queries.findUser(services.db, why.userId)
  if (!user) return null
  const { name } = await services.community.read()
  return notMe(services, user, {
    subject: `${name} will ask for no code any more`,
    paragraphs: why.by === 'host' ? endedByHost(why) : endedByOwner(why),
    // Not by whoever reads it in the one case, and in the other they may want to keep the codes.
    ifMine: 'If you want no codes any more, there is nothing to do.',
  })
}

function endedByHost({ at, reason }: { at: number; reason: string }) {
  const turnedOff = `Whoever runs the server turned the codes off for your account, from ${utcMinute(at)} on.`
  return [
    reason === '' ? turnedOff : `${turnedOff} They say why: ${reason}`,
    'If you did not ask for that, sign in with a code before: then everything stays as it is.',
  ]
}

function endedByOwner({ at }: { at: number }) {
  return [
    'A link in one of our mails was used to say that a stranger was in your account.',
    `The codes were turned on in the week before, so they end as well: until ${utcMinute(at)} one is asked for, and none from then on.`,
    'If you turned them on yourself, sign in with a code before: then they stay.',
  ]
}

async function passkeyAdded(services: Dependencies, { userId, name }: z.output<typeof named>) {
  const user = await queries.findUser(services.db, userId)
  if (!user) return null
  const { name: community } = await services.community.read()
  return notMe(services, user, {
    subject: `A passkey was added to your account at ${community}`,
    paragraphs: [
      `It is called “${name}” and signs in by itself, without your password.`,
      'If that was not you, sign every device out: the passkeys of the last week are removed with it.',
    ],
  })
}

interface Told {
  subject: string
  paragraphs: string[]
  ifMine?: string
}

/** With the way to keep a stranger out. */
async function notMe(
  services: Dependencies,
  user: Pick<UserRow, 'id' | 'email' | 'username'>,
  { subject, paragraphs, ifMine = 'If it was you, there is nothing more to do.' }: Told,
) {
  const secret = await makeMailedLink(services, user.id, 'not-me', { mailbox: user.email })
  return {
    ...{ to: user.email, subject, greeting: `Hello ${user.username},`, paragraphs },
    action: { label: 'This wasn’t me', url: `${services.publicUrl}/secure-account/${secret}` },
    closing: `The link works once, for ${EMAIL_UNDO_DAYS} days. ${ifMine}`,
  }
}
