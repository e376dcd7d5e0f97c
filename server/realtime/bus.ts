import type { ServerEvent } from '../../contract/realtime.ts'
import type { Id } from '../platform/ids.ts'

// What one part of the server publishes to every other, in every process: events for whoever
// subscribes to a topic, and changes of who may. It is published after the transaction that made it
// true, and who receives it is decided where it arrives.

/** `feed:public` and a member's own `feed:<id>` while on screen; `everyone`: all signed in. */
export type Topic = 'everyone' | `member:${string}` | `space:${string}` | `feed:${string}`

/** What every process receives. */
export type DomainEvent =
  /**
   * Something happened; whoever subscribes to one of the topics receives it once. `own`: what one
   * member receives instead; null for nothing. `except`: who receives nothing of it, since the
   * topic alone does not say that they may not.
   */
  | {
      kind: 'broadcast'
      topics: Topic[]
      event: ServerEvent
      own?: { memberId: Id; event: ServerEvent | null }
      except?: Id[]
    }
  /** From now on this member's connections receive the topic, or receive it no more. */
  | { kind: 'subscribe' | 'unsubscribe'; memberId: Id; topic: Topic }
  /** How many notifications the member has not read is another number now. */
  | { kind: 'unread-changed'; memberId: Id }
  /** One session, or all sessions of a member, ended: their connections are closed. */
  | { kind: 'session-ended'; sessionId: string }
  | { kind: 'sessions-ended'; memberId: Id }
  /** Who is in these chats over the process that publishes it; with `isAll` in no others. */
  | { kind: 'presence'; lists: { spaceId: Id; memberIds: Id[] }[]; isAll: boolean }
  | { kind: 'presence-request' }
  /** Something became true that may never be published: whoever subscribes reads what is. */
  | { kind: 'events-lost' }

/** What the bus itself has to say, to this process only. */
export type BusEvent =
  /** Others may have published what was not received here, or what is known here may be old. */
  { kind: 'missed' } | { kind: 'process-came' | 'process-left'; processId: string }

/** `from`: the process that published it. */
export type EventHandler = (event: DomainEvent, from: string) => void
export type BusEventHandler = (event: BusEvent) => void

export interface Bus {
  processId: string
  /** Received here before it returns, by other processes soon; in this order everywhere. */
  publish(event: DomainEvent): void
  subscribe(handler: EventHandler): () => void
  /** As `subscribe`, for what becomes of the bus; the processes that are there come at once. */
  onBusEvent(handler: BusEventHandler): () => void
  /** Tells the other processes that this one leaves. */
  close(): Promise<void>
}

/**
 * The bus of a server that is one process. A class as that of several is: what is taken off it and
 * called by itself fails here as it does there.
 */
export class LocalBus implements Bus {
  readonly processId = 'only'
  readonly #handlers = new Set<EventHandler>()

  publish(event: DomainEvent) {
    for (const handle of this.#handlers) handle(event, this.processId)
  }

  subscribe(handler: EventHandler) {
    this.#handlers.add(handler)
    return () => this.#handlers.delete(handler)
  }

  onBusEvent() {
    return () => {}
  }

  async close() {}
}
