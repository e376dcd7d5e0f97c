import type { DomainEvent } from '../../platform/bus.ts'
import { coalesce } from '../../platform/concurrency/coalesce.ts'
import type { LossMark } from './loss-mark.ts'

/** What Redis did not take of what this process published, and whether the others know of it. */
export class Losses {
  /**
   * Tells by the mark what could not be told; where it cannot be set, the next call tries again.
   */
  readonly markUnreported: () => Promise<void>
  /** Numbers of events that were lost: of all, and of those that nothing later makes good. */
  #lost = { all: 0, lasting: 0 }
  #reported = { all: 0, lasting: 0 }
  #marked = 0

  constructor(mark: LossMark) {
    this.markUnreported = coalesce(() => this.#markUnreported(mark))
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

  async #markUnreported(mark: LossMark) {
    const { lasting } = this.#lost
    if (lasting <= Math.max(this.#reported.lasting, this.#marked)) return
    const isSet = await mark.change().then(
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
