import type { PrivacyState } from '../../contract/profile.ts'
import { mutate } from '../platform/database/mutate.ts'
import type { Id } from '../platform/ids.ts'
import type { UserRow } from '../schema.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { publishAccountChanged } from './account-events.ts'
import { lockAccount } from './lock-account.ts'
import * as queries from './own-account-queries.ts'

type Dependencies = Pick<Services, 'db' | 'bus' | 'clock' | 'hooks' | 'accountJobs'>

/** With how many posts were written since the profile became private, and follow it. */
export async function readPrivacy(
  actor: Actor,
  { db }: Pick<Services, 'db'>,
): Promise<PrivacyState> {
  const since = await queries.privateSince(db, actor.id)
  if (since === null) return { isPrivate: false, earlierPosts: 0 }
  return { isPrivate: true, earlierPosts: await queries.countPrivatePosts(db, actor.id, since) }
}

/**
 * Makes a member's profile private or public. Private holds at once for all they posted; where
 * there are many posts, public does within moments. With `keepEarlier`, what was written while it
 * was private stays with friends for good. Nothing is written where it is so already.
 */
export async function setPrivacy(
  memberId: Id,
  services: Dependencies,
  isPrivate: boolean,
  keepEarlier = false,
): Promise<void> {
  await changePrivacy(memberId, services, () => isPrivate, keepEarlier)
}

/**
 * Turns private into public and the reverse, and says which it is now. Two at once change nothing.
 */
export function togglePrivacy(actor: Actor, services: Dependencies): Promise<boolean> {
  return changePrivacy(actor.id, services, (isPrivate) => !isPrivate, false)
}

async function changePrivacy(
  memberId: Id,
  services: Dependencies,
  change: (isPrivate: boolean) => boolean,
  keepEarlier: boolean,
): Promise<boolean> {
  const { isPrivate, isMore } = await mutate(services, async (mutation) => {
    // Who comments under one of their posts holds it, and tells the member of that: only who posts
    // waits.
    const user = await lockAccount(mutation.trx, memberId, 'no key update')
    const isPrivate = change(user.is_private === 1)
    const since = privateSince(user, services.clock(), isPrivate, keepEarlier)
    const isMore =
      isPrivate !== (user.is_private === 1) &&
      (await beginChange(services, mutation, memberId, isPrivate, since))
    return { isPrivate, isMore }
  })
  if (isMore) await services.accountJobs.finishSoon(memberId)
  return isPrivate
}

/** From when on posts count as written in private; null where none do. */
function privateSince(
  { private_since }: UserRow,
  now: number,
  isPrivate: boolean,
  keepEarlier: boolean,
): number | null {
  // Who turns private before an earlier change was done still has posts of that time.
  if (isPrivate) return private_since ?? now
  return keepEarlier ? private_since : null
}

/** True when there are more posts than one transaction should change. */
async function beginChange(
  { hooks }: Dependencies,
  mutation: Mutation,
  memberId: Id,
  isPrivate: boolean,
  since: number | null,
): Promise<boolean> {
  const { trx } = mutation
  if (isPrivate) await hooks.postsBecomingHidden(mutation, memberId, 'strangers')
  await queries.updatePrivacy(trx, memberId, isPrivate, since)
  publishAccountChanged(mutation, memberId)
  const change = { memberId, isPrivate, privateSince: since }
  const isMore = await hooks.privacyChanged(mutation, change)
  if (!isMore) await queries.completePrivacyChange(trx, memberId)
  // Private holds from here on; public where all of it is done.
  if (isPrivate || !isMore) await hooks.visibilityChanged(mutation, memberId, 'posts')
  return isMore
}
