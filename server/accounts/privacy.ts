import { SAYS } from '../../contract/accounts.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { change } from '../platform/realtime/change.ts'
import type { Actor, Changing, Services } from '../services.ts'
import { accountChanged } from './account-changed.ts'
import * as queries from './own-account-queries.ts'

type World = Pick<Services, 'db' | 'bus' | 'privacyChanged'>

export function readPrivacy(actor: Actor, { db }: Pick<Services, 'db'>): Promise<boolean> {
  return queries.isProfilePrivate(db, actor.id)
}

/**
 * Makes a member's profile private or public, and with it, in the same transaction, all that
 * depends on it in other rooms.
 */
export async function setPrivacy(
  memberId: string,
  world: World,
  isPrivate: boolean,
): Promise<void> {
  await change(world, async (changing) => {
    await queries.updatePrivacy(changing.trx, memberId, isPrivate)
    await follow(world, changing, memberId, isPrivate)
  })
}

/** Turns private into public and the reverse, and says which it is now. Two at once change nothing. */
export async function togglePrivacy(actor: Actor, world: World): Promise<boolean> {
  return change(world, async (changing) => {
    const row = await queries.flipPrivacy(changing.trx, actor.id)
    if (!row) throw new Refusal('unauthorized', SAYS.sessionEnded)
    const isPrivate = row.is_private === 1
    await follow(world, changing, actor.id, isPrivate)
    return isPrivate
  })
}

async function follow(
  { privacyChanged }: World,
  changing: Changing,
  memberId: string,
  isPrivate: boolean,
) {
  for (const learn of privacyChanged) await learn(changing.trx, memberId, isPrivate)
  accountChanged(changing, memberId)
}
