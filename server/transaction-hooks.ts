import { clearSomeInviters } from './accounts/registration/invites.ts'
import { notifyOfAppeal, notifyOfWaiting } from './admin/admission-notifications.ts'
import { anonymizeSomeAdminActs } from './admin/audit-log.ts'
import { finishSomeRemovals } from './admin/removal-retention.ts'
import { endArchives } from './archive/export/archives.ts'
import { endImports } from './archive/import/imports.ts'
import { removeSomeFriends } from './friends/account-deletion.ts'
import { indexMember } from './friends/search-index.ts'
import { welcomeInvited } from './friends/welcome-invited.ts'
import { deleteSomeNotificationsOf } from './notifications/retention.ts'
import { publishUnreadAbout } from './notifications/update-notifications.ts'
import { updateSomeAudiences } from './posts/audience/audience-queries.ts'
import { invalidateCards } from './posts/cards/card-queries.ts'
import { removeSomeFromPosts } from './posts/deletion/account-deletion.ts'
import { publishPostsBecomingHidden, publishSquadPostsHidden } from './posts/post-events.ts'
import { anonymizeMentionsInRemovals } from './removals/removals.ts'
import { closeReportsOfRemoved } from './reports/decisions.ts'
import { reopenReportsClosedBy } from './reports/reopen.ts'
import { escalateReportsOfSpaceAdmin } from './reports/report-escalation-queries.ts'
import { notifyOfOpenReports, transferReports } from './reports/report-notifications.ts'
import { anonymizeMentionsInReports, deleteSomeReports } from './reports/retention.ts'
import type { Services, TransactionHooks } from './services.ts'
import { removeSomeFromSpaces } from './spaces/account-deletion.ts'
import { followRelationship, publishToPartners } from './spaces/conversations/direct-messages.ts'
import { admitInvited } from './spaces/membership/admit-invited.ts'
import { endInvitationsBetween } from './spaces/membership/invite-friends.ts'

/** Which feature follows which change of another. */
export function createTransactionHooks(
  services: Pick<Services, 'clock' | 'images'>,
): TransactionHooks {
  const hooks: TransactionHooks = {
    privacyChanged: ({ trx }, change) => updateSomeAudiences(trx, change),
    postsBecomingHidden: publishPostsBecomingHidden,
    squadLeft: publishSquadPostsHidden,
    admissionQueueChanged: (mutation, change) => notifyOfWaiting(services, mutation, change),
    appealSent: (mutation) => notifyOfAppeal(services, mutation),
    contentRemoved: (mutation, thing, adminId) =>
      closeReportsOfRemoved(services, mutation, thing, adminId),
    actUndone: (mutation, actId, adminId) =>
      reopenReportsClosedBy(services, mutation, actId, adminId),
    memberSuspended: ({ trx }, memberId) =>
      escalateReportsOfSpaceAdmin(trx, memberId, services.clock()),
    administratorAdded: (mutation, memberId) => notifyOfOpenReports(services, mutation, memberId),
    spaceTransferred: (mutation, space, to) => transferReports(services, mutation, space, to),
    async memberJoined(mutation, newcomer) {
      await welcomeInvited(services, mutation, newcomer)
      await admitInvited(services, mutation, newcomer)
    },
    searchTermsChanged: ({ trx }, memberId) => indexMember(trx, memberId),
    async relationshipChanged(mutation, one, other) {
      await followRelationship(mutation, one, other)
      await endInvitationsBetween(mutation, one, other)
    },
    cardsOutdated: ({ trx }) => invalidateCards(trx),
    async visibilityChanged(mutation, memberId, what) {
      await publishUnreadAbout(mutation, memberId, what)
      if (what === 'member') await publishToPartners(mutation, memberId)
    },
    async accountDeleted(mutation, deletion) {
      const { trx } = mutation
      const { memberId } = deletion
      return (
        // First what others miss: a space without an admin.
        (await removeSomeFromSpaces({ ...services, hooks }, mutation, deletion)) ||
        // Before the posts: pictures that a report keeps go with theirs.
        (await deleteSomeReports(trx, memberId)) ||
        (await removeSomeFriends(trx, memberId)) ||
        (await deleteSomeNotificationsOf(mutation, memberId)) ||
        (await removeSomeFromPosts(services, mutation, memberId)) ||
        (await finishSomeRemovals(services, mutation, memberId)) ||
        (await anonymizeSomeAdminActs(trx, memberId)) ||
        (await clearSomeInviters(trx, memberId)) ||
        // Once, after all that is done a little at a time.
        (await anonymizeMentionsInReports(trx, memberId)) ||
        (await anonymizeMentionsInRemovals(trx, memberId)) ||
        (await endArchives(trx, memberId)) ||
        (await endImports(trx, memberId))
      )
    },
  }
  return hooks
}
