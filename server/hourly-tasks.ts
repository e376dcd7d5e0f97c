import { deleteExpiredCredentials } from './accounts/expired-credentials.ts'
import { deleteRestedUsernames } from './accounts/former-usernames.ts'
import { deleteEndedInvites } from './accounts/registration/invites.ts'
import { deleteUnverifiedRegistrations } from './accounts/registration/registration.ts'
import { deleteOldRemovals } from './admin/removal-retention.ts'
import { trimNotifications } from './notifications/retention.ts'
import { removeFormerFolders } from './platform/data-folder.ts'
import { reclaimSpace, vacuumDeleted } from './platform/database/disk-space.ts'
import { removeOldSnapshots } from './platform/database/snapshot.ts'
import { recordFreeDisk } from './platform/free-disk-history.ts'
import { deleteExpiredIdempotencyKeys } from './platform/idempotency.ts'
import { deleteOldCapturedMails } from './platform/mail/captured-mails.ts'
import { deleteUnusedCards } from './posts/link-cards.ts'
import { deleteOldReports } from './reports/retention.ts'
import type { Services } from './services.ts'
import { deleteOldAnswers, deleteOldInvitations, deleteOldMarks } from './spaces/retention.ts'

/** What is kept no longer, looked for once an hour: one after the other. */
export function hourlyTasks(services: Services): Record<string, () => Promise<void>> {
  const { db, clock } = services
  return {
    deleteRestedUsernames: () => deleteRestedUsernames(db, clock()),
    deleteUnverifiedRegistrations: () => deleteUnverifiedRegistrations(services),
    deleteEndedInvites: () => deleteEndedInvites(services),
    deleteExpiredCredentials: () => deleteExpiredCredentials(services),
    deleteExpiredIdempotencyKeys: () => deleteExpiredIdempotencyKeys(db, clock()),
    sweepUploads: () => services.uploads.sweep(),
    removeOldSnapshots: () => removeOldSnapshots(services.dataDir),
    recordFreeDisk: () => recordFreeDisk(services.dataDir, clock()),
    deleteOldReports: () => deleteOldReports(services),
    deleteOldMails: () => services.outbox.deleteOldGivenUp(),
    deleteOldRemovals: () => deleteOldRemovals(services),
    deleteOldMarks: () => deleteOldMarks(services),
    deleteOldAnswers: () => deleteOldAnswers(services),
    deleteOldInvitations: () => deleteOldInvitations(services),
    deleteOldCapturedMails: () => deleteOldCapturedMails(services.dataDir, Date.now()),
    removeFormerFolders: () => removeFormerFolders(services.dataDir, Date.now()),
    deleteUnusedCards: () => deleteUnusedCards(services),
    trimNotifications: () => trimNotifications(services),
    removeEndedArchives: () => services.archives.removeEnded(),
    removeEndedImports: () => services.imports.removeEnded(),
    // Last: they give back what the others let go of.
    reclaimSpace: () => reclaimSpace(db),
    vacuumDeleted: () => vacuumDeleted(db),
  }
}
