import type { Kysely } from 'kysely'
import { newUuid } from '../../platform/ids.ts'
import type { ServerStateTables } from '../../platform/server-keys.ts'

const NAME = 'lost events'

/**
 * In the database, which every process reaches that has anything to tell: it is another one
 * whenever a process lost what it published, and could not say so over Redis.
 */
export interface LossMark {
  change(): Promise<void>
  /** Null where nothing was ever lost. */
  read(): Promise<string | null>
}

export function lossMarkIn(db: Kysely<ServerStateTables>): LossMark {
  return {
    async change() {
      const value = newUuid()
      await db
        .insertInto('server_state')
        .values({ name: NAME, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute()
    },
    async read() {
      const row = await db
        .selectFrom('server_state')
        .select('value')
        .where('name', '=', NAME)
        .executeTakeFirst()
      return row?.value ?? null
    },
  }
}
