import { mutate } from '../platform/database/mutate.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { publishAccountChanged } from './account-events.ts'
import { lockAccount } from './lock-account.ts'
import * as queries from './own-account-queries.ts'

type Dependencies = Pick<Services, 'db' | 'bus' | 'hooks' | 'unfinishedAccounts'>

export function readPrivacy(actor: Actor, { db }: Pick<Services, 'db'>): Promise<boolean> {
  return queries.isProfilePrivate(db, actor.id)
}

/**
 * Makes a member's profile private or public. Private holds at once for all they posted; where
 * there are many posts, public does within moments. Nothing is written where it is so already.
 */
export async function setPrivacy(
  memberId: Id,
  services: Dependencies,
  isPrivate: boolean,
): Promise<void> {
  await changePrivacy(memberId, services, () => isPrivate)
}

/** Turns private into public and the reverse, and says which it is now. Two at once change nothing. */
export function togglePrivacy(actor: Actor, services: Dependencies): Promise<boolean> {
  return changePrivacy(actor.id, services, (isPrivate) => !isPrivate)
}

async function changePrivacy(
  memberId: Id,
  services: Dependencies,
  change: (isPrivate: boolean) => boolean,
): Promise<boolean> {
  const { isPrivate, isMore } = await mutate(services, async (mutation) => {
    const user = await lockAccount(mutation.trx, memberId)
    const isPrivate = change(user.is_private === 1)
    const isMore =
      isPrivate !== (user.is_private === 1) &&
      (await beginChange(services, mutation, memberId, isPrivate))
    return { isPrivate, isMore }
  })
  if (isMore) await services.unfinishedAccounts.finishSoon(memberId)
  return isPrivate
}

/** True when there are more posts than one transaction should change. */
async function beginChange(
  { hooks }: Dependencies,
  mutation: Mutation,
  memberId: Id,
  isPrivate: boolean,
): Promise<boolean> {
  const { trx } = mutation
  await queries.updatePrivacy(trx, memberId, isPrivate)
  publishAccountChanged(mutation, memberId)
  const isMore = await hooks.privacyChanged(mutation, memberId, isPrivate)
  if (!isMore) await queries.settlePrivacy(trx, memberId)
  return isMore
}
