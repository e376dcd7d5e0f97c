import { deleteExpiredCredentials } from './accounts/expired-credentials.ts'
import { deleteRestedUsernames } from './accounts/former-usernames.ts'
import { deleteEndedInvites } from './accounts/registration/invites.ts'
import { deleteUnverifiedRegistrations } from './accounts/registration/registration.ts'
import { deleteOldRemovals } from './admin/removal-retention.ts'
import { isImageDeletionLocked } from './backups/image-deletion-lock.ts'
import { deleteOldCapturedMails } from './mail/captured-mails.ts'
import { trimNotifications } from './notifications/retention.ts'
import { removeFormerFolders } from './platform/data-folder.ts'
import { removeOldSnapshots } from './platform/database/snapshot.ts'
import { reclaimSpace, vacuumDeleted } from './platform/database/vacuum.ts'
import { recordFreeDisk } from './platform/free-disk-history.ts'
import { deleteExpiredIdempotencyKeys } from './platform/idempotency.ts'
import { deleteUnusedCards } from './posts/link-cards/link-cards.ts'
import { deleteOldReports } from './reports/retention.ts'
import type { Services } from './services.ts'
import { deleteOldAnswers, deleteOldInvitations, deleteOldMarks } from './spaces/retention.ts'

/** What the community keeps no longer, looked for once an hour: one after the other. */
export function hourlyTasks(services: Services): Record<string, () => Promise<void>> {
  const { db, clock } = services
  return {
    deleteRestedUsernames: () => deleteRestedUsernames(db, clock()),
    deleteUnverifiedRegistrations: () => deleteUnverifiedRegistrations(services),
    deleteEndedInvites: () => deleteEndedInvites(services),
    deleteExpiredCredentials: () => deleteExpiredCredentials(services),
    deleteExpiredIdempotencyKeys: () => deleteExpiredIdempotencyKeys(db, clock()),
    deleteOldReports: () => deleteOldReports(services),
    deleteOldMails: () => services.outbox.deleteOldGivenUp(),
    deleteOldRemovals: () => deleteOldRemovals(services),
    deleteOldMarks: () => deleteOldMarks(services),
    deleteOldAnswers: () => deleteOldAnswers(services),
    deleteOldInvitations: () => deleteOldInvitations(services),
    deleteUnusedCards: () => deleteUnusedCards(services),
    trimNotifications: () => trimNotifications(services),
    removeEndedArchives: () => services.archives.removeEnded(),
    removeEndedImports: () => services.imports.removeEnded(),
    // Last: they give back what the others let go of.
    reclaimSpace: () => reclaimSpace(db),
    vacuumDeleted: () => vacuumDeleted(db),
  }
}

/** What lies in the data folder of one machine, which no process of another can look after. */
export function hourlyTasksOfMachine({
  uploads,
  dataDir,
  clock,
}: Pick<Services, 'uploads' | 'dataDir' | 'clock'>): Record<string, () => Promise<void>> {
  return {
    sweepUploads: () => uploads.sweep(),
    removeOldSnapshots: () => removeOldSnapshots(dataDir, isImageDeletionLocked),
    recordFreeDisk: () => recordFreeDisk(dataDir, clock()),
    deleteOldCapturedMails: () => deleteOldCapturedMails(dataDir, Date.now()),
    removeFormerFolders: () => removeFormerFolders(dataDir, Date.now()),
  }
}
