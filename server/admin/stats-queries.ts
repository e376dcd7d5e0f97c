import { sql } from 'kysely'
import { SPACE_VIBES } from '../../contract/spaces.ts'
import { rowCount } from '../platform/database/row-counts.ts'
import type { Queryable } from '../schema.ts'

/** What waits to be done, and what could not be: a few of each, but for a bad day. */
export async function countBacklog(db: Queryable) {
  return db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('mail_outbox')
        .where('given_up_at', 'is not', null)
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('mails_given_up'),
      eb
        .selectFrom('link_cards')
        .where('fetched_at', 'is', null)
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('link_cards'),
      eb
        .selectFrom('archives')
        .where('delete_after', 'is', null)
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('archives'),
    ])
    .executeTakeFirstOrThrow()
}

/** How much there is of everything: what grows with the community is not counted anew. */
export async function countRows(db: Queryable) {
  return db
    .selectNoFrom((eb) => [
      rowCount('members').as('members'),
      rowCount('posts').as('posts'),
      rowCount('comments').as('comments'),
      rowCount(...SPACE_VIBES.map((vibe) => `spaces ${vibe}`)).as('spaces'),
      eb
        .selectFrom('users')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .where('verified_at', 'is', null)
        .as('unverified'),
      eb
        .selectFrom('users')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .where('is_admin', '=', sql.lit(1))
        .as('administrators'),
      eb
        .selectFrom('mail_outbox')
        .where('given_up_at', 'is', null)
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('mails'),
      eb
        .selectFrom('mail_outbox')
        .where('given_up_at', 'is', null)
        .select((inner) => inner.fn.min('created_at').as('created_at'))
        .as('oldest_mail_at'),
    ])
    .executeTakeFirstOrThrow()
}
