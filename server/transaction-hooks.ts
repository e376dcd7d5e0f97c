import { indexMember } from './friends/search-index.ts'
import { deleteNotificationsFromSender } from './notifications/retention.ts'
import {
  deletePostsAndReactionsOf,
  enterFeedsOfNewFriend,
  invalidatePostsShowing,
  leaveFeedsOfFormerFriend,
  updatePostAudience,
} from './posts/event-handlers.ts'
import type { Services, TransactionHooks } from './services.ts'
import { deleteMemberFromSpaces } from './spaces/account-deletion.ts'

/** Which room follows which change of another. */
export function createTransactionHooks(
  services: Pick<Services, 'clock' | 'images'>,
): TransactionHooks {
  return {
    friendshipMade: ({ trx }, one, other) => enterFeedsOfNewFriend(trx, one, other),
    friendshipEnded: ({ trx }, one, other) => leaveFeedsOfFormerFriend(trx, one, other),
    privacyChanged: ({ trx }, memberId, isPrivate) => updatePostAudience(trx, memberId, isPrivate),
    searchTermsChanged: ({ trx }, memberId) => indexMember(trx, memberId),
    authorChanged: ({ trx }, memberId) => invalidatePostsShowing(trx, memberId),
    async accountDeleted(mutation, memberId) {
      // First, while what they are about is still there.
      await deleteNotificationsFromSender(mutation, memberId)
      await deletePostsAndReactionsOf(services, mutation.trx, memberId)
      await deleteMemberFromSpaces(services, mutation, memberId)
    },
  }
}
