import { forgetSomeInvited } from './accounts/invites.ts'
import { forgetSomeAdminActs } from './admin/audit-log.ts'
import { finishSomeRemovals } from './admin/removal-retention.ts'
import { tellOfWaiting } from './admin/waiting-news.ts'
import { endArchives } from './archive/archives.ts'
import { removeSomeFriends } from './friends/account-deletion.ts'
import { indexMember } from './friends/search-index.ts'
import { welcomeInvited } from './friends/welcome-invited.ts'
import { deleteSomeNotificationsOf } from './notifications/retention.ts'
import { removeSomeFromPosts } from './posts/account-deletion.ts'
import { invalidateCards, updateSomePostAudiences } from './posts/event-handlers.ts'
import { forgetSomeReports } from './reports/retention.ts'
import type { Services, TransactionHooks } from './services.ts'
import { removeSomeFromSpaces } from './spaces/account-deletion.ts'
import { admitInvited } from './spaces/admit-invited.ts'
import { followRelationship } from './spaces/direct-messages.ts'

/** Which room follows which change of another. */
export function createTransactionHooks(
  services: Pick<Services, 'clock' | 'images'>,
): TransactionHooks {
  return {
    privacyChanged: ({ trx }, change) => updateSomePostAudiences(trx, change),
    waitingChanged: (mutation, change) => tellOfWaiting(services, mutation, change),
    async memberJoined(mutation, newcomer) {
      await welcomeInvited(services, mutation, newcomer)
      await admitInvited(services, mutation, newcomer)
    },
    searchTermsChanged: ({ trx }, memberId) => indexMember(trx, memberId),
    relationshipChanged: followRelationship,
    authorChanged: ({ trx }) => invalidateCards(trx),
    async accountDeleted(mutation, removal) {
      const { trx } = mutation
      const { memberId } = removal
      return (
        // First what others miss: a space without an admin.
        (await removeSomeFromSpaces(services, mutation, removal)) ||
        // Before the posts: pictures that a report keeps go with theirs.
        (await forgetSomeReports(trx, memberId)) ||
        (await removeSomeFriends(trx, memberId)) ||
        (await deleteSomeNotificationsOf(mutation, memberId)) ||
        (await removeSomeFromPosts(services, mutation, memberId)) ||
        (await finishSomeRemovals(services, mutation, memberId)) ||
        (await forgetSomeAdminActs(trx, memberId)) ||
        (await forgetSomeInvited(trx, memberId)) ||
        (await endArchives(trx, memberId))
      )
    },
  }
}
