import type { MailKind } from '../contract/failed-mails.ts'
import { accountMails } from './accounts/account-mails.ts'
import { deletionMails } from './accounts/deletion/deletion-receipt.ts'
import { archiveMails } from './archive/export/archive-mails.ts'
import type { Composer } from './mail/outbox.ts'

type Dependencies = Parameters<typeof accountMails>[0] & Parameters<typeof deletionMails>[0]

export function mailComposers(services: Dependencies): Record<MailKind, Composer> {
  return {
    ...accountMails(services),
    ...archiveMails(services),
    ...deletionMails(services),
  }
}
