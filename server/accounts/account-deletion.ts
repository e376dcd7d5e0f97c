import { mutate } from '../platform/database/mutate.ts'
import type { Id } from '../platform/ids.ts'
import type { UserRow } from '../schema.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import * as queries from './own-account-queries.ts'

/** Deletes one's own account. A community left without an administrator makes one by the command line. */
export async function deleteOwnAccount(actor: Actor, services: Services): Promise<void> {
  await mutate(services, (mutation) => deleteAccount(mutation, services, actor.id))
  services.images.sweepSoon()
}

/**
 * Deletes an account with everything every room keeps of it, within the caller's mutation; its
 * files follow with the next sweep of `images`. Returns it as it was; undefined when it is gone.
 */
export async function deleteAccount(
  mutation: Mutation,
  services: Services,
  memberId: Id,
): Promise<UserRow | undefined> {
  const { trx } = mutation
  const user = await queries.lockUser(trx, memberId)
  if (!user) return undefined
  await publishToContacts(mutation, memberId)
  await services.hooks.accountDeleted(mutation, memberId)
  for (const payload of [{ userId: memberId }, { email: user.email_key }])
    await services.outbox.withdraw(trx, payload)
  await queries.deleteUser(trx, memberId)
  mutation.publish({ kind: 'sessions-ended', memberId })
  return user
}

async function publishToContacts({ trx, publish }: Mutation, memberId: Id) {
  const people = await queries.contactsOf(trx, memberId)
  if (people.length === 0) return
  const topics = people.map((id) => `member:${id}` as const)
  publish({
    kind: 'broadcast',
    topics,
    event: { type: 'friends_changed', memberId: String(memberId) },
  })
}
