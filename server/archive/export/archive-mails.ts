import type { MailKind } from '../../../contract/failed-mails.ts'
import { toUser } from '../../accounts/mail-recipients.ts'
import type { Composer } from '../../mail/outbox.ts'
import { utcMinute } from '../../platform/timestamps.ts'
import type { Services } from '../../services.ts'
import { findOwner } from '../content-queries.ts'
import { latestMadeArchive } from '../queries.ts'

const SIGNED_IN = {
  elsewhere:
    'If you did not ask for it, somebody else is signed in to your account: sign them out under Account safety.',
  label: 'Go to My data',
  path: '/profile/data',
  closing: 'It opens only for you, while you are signed in.',
}

const WHILE_SUSPENDED = {
  elsewhere:
    'Sign in as always: below the reason why your account is suspended you find "Download my data". If you did not ask for it, somebody else knows your password: please choose a new one.',
  label: 'Go to sign in',
  path: '/login',
  closing: 'It opens only for you, in the browser in which you type your password.',
}

/**
 * What is written to the owners of archives. The link leads to the page: it opens nothing by
 * itself.
 */
export function archiveMails({
  db,
  clock,
  publicUrl,
  community,
}: Pick<Services, 'db' | 'clock' | 'publicUrl' | 'community'>) {
  return {
    async 'archive-ready'(payload) {
      const { userId } = toUser.parse(payload)
      const owner = await findOwner(db, userId)
      const until = (await latestMadeArchive(db, userId, clock()))?.delete_after
      // It may be gone by now.
      if (!owner || !until) return null
      const { name } = await community.read()
      const isSuspended = owner.suspended_until !== null
      const { elsewhere, label, path, closing } = isSuspended ? WHILE_SUSPENDED : SIGNED_IN
      return {
        to: owner.email,
        subject: `Your archive of ${name} is ready`,
        greeting: `Hello ${owner.username},`,
        paragraphs: [
          `All that you made on ${name} is packed into one file. It is there until ${utcMinute(until)}.`,
          elsewhere,
        ],
        action: { label, url: `${publicUrl}${path}` },
        closing,
      }
    },
  } satisfies Partial<Record<MailKind, Composer>>
}
