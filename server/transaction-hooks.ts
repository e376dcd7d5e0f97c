import { forgetSomeAdminActs } from './admin/audit-log.ts'
import { removeSomeFriends } from './friends/account-deletion.ts'
import { indexMember } from './friends/search-index.ts'
import { deleteSomeNotificationsOf } from './notifications/retention.ts'
import { removeSomeFromPosts } from './posts/account-deletion.ts'
import {
  enterFeedsOfNewFriend,
  invalidateCards,
  leaveFeedOf,
  leaveFeedsOfFormerFriend,
  updateSomePostAudiences,
} from './posts/event-handlers.ts'
import type { Services, TransactionHooks } from './services.ts'
import { removeSomeFromSpaces } from './spaces/account-deletion.ts'

/** Which room follows which change of another. */
export function createTransactionHooks(
  services: Pick<Services, 'clock' | 'images'>,
): TransactionHooks {
  return {
    friendshipMade: ({ trx }, one, other) => enterFeedsOfNewFriend(trx, one, other),
    friendshipEnded: ({ trx }, one, other) => leaveFeedsOfFormerFriend(trx, one, other),
    privacyChanged: ({ trx }, memberId, isPrivate) =>
      updateSomePostAudiences(trx, memberId, isPrivate),
    searchTermsChanged: ({ trx }, memberId) => indexMember(trx, memberId),
    authorChanged: ({ trx }) => invalidateCards(trx),
    async accountDeleted(mutation, removal) {
      const { trx } = mutation
      const { memberId } = removal
      return (
        // First what others miss: a space without an admin.
        (await removeSomeFromSpaces(services, mutation, removal)) ||
        // Their posts are found in the feeds of friends by both.
        (await removeSomeFriends(trx, memberId, (friendId) =>
          leaveFeedOf(trx, friendId, memberId),
        )) ||
        (await deleteSomeNotificationsOf(mutation, memberId)) ||
        (await removeSomeFromPosts(services, mutation, memberId)) ||
        (await forgetSomeAdminActs(trx, memberId))
      )
    },
  }
}
