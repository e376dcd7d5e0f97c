import type { Kysely } from 'kysely'
import { coalesce } from '../../platform/concurrency/coalesce.ts'
import { newUuid } from '../../platform/ids.ts'
import type { ServerStateTables } from '../../platform/server-keys.ts'
import type { DomainEvent } from '../bus.ts'

const NAME = 'lost events'

/**
 * In the database, which every process reaches that has anything to tell: it is another one
 * whenever a process lost what it published, and could not say so over Redis.
 */
export interface LostEventsMarker {
  change(): Promise<void>
  /** Null where nothing was ever lost. */
  read(): Promise<string | null>
}

export function lostEventsMarkerIn(db: Kysely<ServerStateTables>): LostEventsMarker {
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

/** What Redis did not take of what this process published, and whether the others know of it. */
export class LostEvents {
  /**
   * Tells by the mark what could not be told; where it cannot be set, the next call tries again.
   */
  readonly markUnreported: () => Promise<void>
  /** Numbers of events that were lost: of all, and of those that nothing later makes good. */
  #lost = { all: 0, lasting: 0 }
  #reported = { all: 0, lasting: 0 }
  #marked = 0

  constructor(marker: LostEventsMarker) {
    this.markUnreported = coalesce(() => this.#markUnreported(marker))
  }

  get hasUnreported() {
    return this.#lost.all > this.#reported.all
  }

  note(event: DomainEvent) {
    const isLasting = !isEphemeral(event)
    this.#lost = { all: this.#lost.all + 1, lasting: this.#lost.lasting + Number(isLasting) }
  }

  /** What tells the others of all that is lost by now; it throws where they cannot be told. */
  async report(send: () => Promise<unknown>) {
    const lost = this.#lost
    await send()
    this.#reported = lost
  }

  async #markUnreported(marker: LostEventsMarker) {
    const { lasting } = this.#lost
    if (lasting <= Math.max(this.#reported.lasting, this.#marked)) return
    const isSet = await marker.change().then(
      () => true,
      () => false,
    )
    if (isSet) this.#marked = lasting
  }
}

/** Who is in a chat, or types, is told again: nobody has to come back for it. */
function isEphemeral(event: DomainEvent): boolean {
  if (event.kind === 'broadcast') return event.event.type === 'typing'
  return event.kind === 'presence' || event.kind === 'presence-request'
}
