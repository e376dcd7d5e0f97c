import { createHash } from 'node:crypto'
import { mutate } from '../platform/database/mutate.ts'
import { type Id, newSecret } from '../platform/ids.ts'
import type { MailedLinksTable, Queryable } from '../schema.ts'
import type { Services } from '../services.ts'
import * as queries from './queries.ts'

// Links sent by mail prove that the mailbox is one's own. Each works once and for a while; the
// newest of a purpose is the only one that works; only its hash is kept.

const HOUR_MS = 60 * 60_000
const LIFETIME_MS = { verify: 24 * HOUR_MS, reset: HOUR_MS }

type Purpose = MailedLinksTable['purpose']

/** Makes a new link of this purpose, ending older ones, and returns its secret. */
export function makeMailedLink(
  services: Pick<Services, 'db' | 'bus' | 'clock'>,
  userId: Id,
  purpose: Purpose,
) {
  const secret = newSecret()
  return mutate(services, async ({ trx }) => {
    // A used verification link is kept: opening it again is no error.
    await queries.deleteUnusedMailedLinks(trx, userId, purpose)
    await queries.insertMailedLink(trx, {
      token_hash: hashOf(secret),
      user_id: userId,
      purpose,
      expires_at: services.clock() + LIFETIME_MS[purpose],
      used_at: null,
    })
    return secret
  })
}

/** The link as it stands, without using it; undefined when it is none of ours. */
export function readMailedLink(db: Queryable, secret: string, purpose: Purpose) {
  return queries.findMailedLink(db, hashOf(secret), purpose)
}

/** Whose link this is, used up by asking; undefined when it does not work any more. */
export async function redeemMailedLink(
  trx: Queryable,
  secret: string,
  purpose: Purpose,
  now: number,
): Promise<Id | undefined> {
  const link = await queries.redeemMailedLink(trx, hashOf(secret), purpose, now)
  return link?.user_id
}

function hashOf(secret: string) {
  return createHash('sha256').update(secret).digest('base64url')
}
