import { lockActor } from '../accounts/lock-account.ts'
import { admitWaiting, declineWaiting } from '../accounts/registration/admission.ts'
import { mutate } from '../platform/database/mutate.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, Services } from '../services.ts'
import { notifyOfWaiting } from './admission-notifications.ts'
import { recordAdminAct } from './audit-log.ts'

/**
 * Makes a member of who waits to be let in, and mails it to them. Refuses (404) who does not wait.
 */
export async function admitApplicant(
  actor: Actor,
  services: Services,
  userId: Id,
  words: string,
): Promise<void> {
  await mutate(services, async (mutation) => {
    // Who is to be locked comes first, as in every write about two accounts.
    const memberNumber = await admitWaiting(mutation, services, userId, words)
    await lockActor(mutation.trx, actor)
    const act = { adminId: actor.id, act: 'let_in', memberNumber, reason: words } as const
    await recordAdminAct(services, mutation.trx, act)
    await notifyOfWaiting(services, mutation, { isNew: false })
  })
  services.outbox.wake()
}

/** Removes the registration of who waits. They are told only if that is wanted. */
export async function declineApplicant(
  actor: Actor,
  services: Services,
  userId: Id,
  answer: { words: string; isTold: boolean },
): Promise<void> {
  await mutate(services, async (mutation) => {
    await declineWaiting(mutation, services, userId, answer)
    await lockActor(mutation.trx, actor)
    const act = {
      adminId: actor.id,
      act: 'not_let_in',
      memberNumber: 0,
      reason: answer.words,
    } as const
    await recordAdminAct(services, mutation.trx, act)
    await notifyOfWaiting(services, mutation, { isNew: false })
  })
  services.outbox.wake()
}
