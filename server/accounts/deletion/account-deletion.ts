import type { DeletionCounts } from '../../../contract/account-deletion.ts'
import { mailboxOf } from '../../mail/captured-mails.ts'
import { mutate } from '../../platform/database/mutate.ts'
import type { Id } from '../../platform/ids.ts'
import type { UserRow } from '../../schema.ts'
import type { Actor, Mutation, Services } from '../../services.ts'
import { lockUser } from '../lock-queries.ts'
import { endSessionsOf } from '../sessions.ts'
import * as queries from './deletion-queries.ts'
import { queueReceipt } from './deletion-receipt.ts'

// An account is deleted in two steps. One short transaction makes it gone for everybody: nobody
// signs in to it, and the rule of who may see what hides all that was theirs. What they made is
// then removed a little at a time (`account-jobs.ts`), since a long life is many rows and
// everybody else is writing, too.

/**
 * Deletes one's own account; `counts` are what the receipt says, and `before` is done in the same
 * transaction. A community left without an administrator makes one by the command line.
 */
export async function deleteOwnAccount(
  actor: Actor,
  services: Services,
  counts: DeletionCounts,
  before?: (mutation: Mutation) => Promise<void>,
): Promise<void> {
  await mutate(services, async (mutation) => {
    await before?.(mutation)
    const user = await deleteAccount(mutation, services, actor.id)
    if (user) await queueReceipt(services, mutation.trx, user, counts)
  })
  services.outbox.wake()
  await services.accountJobs.finishSoon(actor.id)
}

/** Within the caller's mutation; then `accountJobs` has the rest. Undefined when gone. */
export async function deleteAccount(
  mutation: Mutation,
  services: Services,
  memberId: Id,
): Promise<UserRow | undefined> {
  const { trx } = mutation
  const user = await lockUser(trx, memberId)
  if (!user) return undefined
  await publishToContacts(mutation, memberId)
  await services.hooks.postsBecomingHidden(mutation, memberId, 'everybody')
  for (const payload of [{ userId: memberId }, { email: user.email_key }])
    await services.outbox.withdraw(trx, payload)
  if (user.verified_at !== null) await services.formerUsernames.rest(trx, user, services.clock())
  const emails = [user.email, ...(await queries.linkedEmails(trx, memberId))]
  const mailboxes = new Set(emails.map(mailboxOf))
  await queries.markDeleted(trx, memberId, services.clock(), [...mailboxes])
  if (user.photo_image_id) await services.images.release(trx, [user.photo_image_id])
  await services.hooks.searchTermsChanged(mutation, memberId)
  await services.hooks.cardsOutdated(mutation)
  await services.hooks.visibilityChanged(mutation, memberId, 'member')
  await queries.deleteMailedLinksOf(trx, memberId)
  if (user.waiting_since !== null)
    await services.hooks.admissionQueueChanged(mutation, { isNew: false })
  await endSessionsOf(mutation, memberId)
  return user
}

/** Friends, and who asked or was asked to be one, read anew what they see of the member. */
export async function publishToContacts({ trx, publish }: Mutation, memberId: Id) {
  const people = await queries.contactsOf(trx, memberId)
  if (people.length === 0) return
  const topics = people.map((id) => `member:${id}` as const)
  publish({
    kind: 'broadcast',
    topics,
    event: { type: 'friends_changed', memberId: String(memberId) },
  })
}
