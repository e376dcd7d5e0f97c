import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '../../server/schema.ts'

type Job = 'imports' | 'archives'

/**
 * Ends a server in the midst of the only job in this table. Nothing of it is written between the
 * look and the end, however long this process has to wait for its turn meanwhile.
 */
export async function killUnderWay<Table extends Job>(
  db: Kysely<Schema>,
  table: Table,
  isUnderWay: (job: Selectable<Schema[Table]>) => boolean,
  kill: () => Promise<unknown>,
): Promise<void> {
  for (let isKilled = false; !isKilled; await pause(1))
    isKilled = await db.transaction().execute(async (trx) => {
      // Each step of it writes its row, and waits for whoever wrote there first.
      await trx
        .updateTable(table as Job)
        .set(({ ref }) => ({ held_until: ref('held_until') }))
        .execute()
      const jobs = await trx
        .selectFrom(table as Job)
        .selectAll()
        .execute()
      if (!jobs.some((job) => isUnderWay(job as Selectable<Schema[Table]>))) return false
      await kill()
      return true
    })
}

export async function killed(process: ChildProcess): Promise<void> {
  const ended = once(process, 'exit')
  process.kill('SIGKILL')
  await ended
}
