import { MESSAGES } from '../../contract/accounts.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { publishAccountChanged } from './account-events.ts'
import * as queries from './own-account-queries.ts'

type Dependencies = Pick<Services, 'db' | 'bus' | 'hooks'>

export function readPrivacy(actor: Actor, { db }: Pick<Services, 'db'>): Promise<boolean> {
  return queries.isProfilePrivate(db, actor.id)
}

/**
 * Makes a member's profile private or public, and with it, in the same transaction, all that
 * depends on it in other rooms.
 */
export async function setPrivacy(
  memberId: Id,
  services: Dependencies,
  isPrivate: boolean,
): Promise<void> {
  await mutate(services, async (mutation) => {
    await queries.updatePrivacy(mutation.trx, memberId, isPrivate)
    await afterPrivacyChange(services, mutation, memberId, isPrivate)
  })
}

/** Turns private into public and the reverse, and says which it is now. Two at once change nothing. */
export async function togglePrivacy(actor: Actor, services: Dependencies): Promise<boolean> {
  return mutate(services, async (mutation) => {
    const row = await queries.flipPrivacy(mutation.trx, actor.id)
    if (!row) throw new HttpError('unauthorized', MESSAGES.sessionEnded)
    const isPrivate = row.is_private === 1
    await afterPrivacyChange(services, mutation, actor.id, isPrivate)
    return isPrivate
  })
}

async function afterPrivacyChange(
  { hooks }: Dependencies,
  mutation: Mutation,
  memberId: Id,
  isPrivate: boolean,
) {
  await hooks.privacyChanged(mutation, memberId, isPrivate)
  publishAccountChanged(mutation, memberId)
}
