import type { ServerEvent } from '../../../contract/realtime.ts'
import type { Id } from '../ids.ts'

// What one part of the server tells every other, in every process: events for whoever listens to
// a topic, and changes of who may. It is told after the transaction that made it true, and who
// hears it is decided where it arrives.

/**
 * What a connection can listen to. `feed:public` and a member's own `feed:<id>` are heard while
 * that feed is on screen.
 */
export type Topic = `member:${string}` | `space:${string}` | `feed:${string}`

/** What is told to every process. */
export type DomainEvent =
  /**
   * Something happened; whoever listens to one of the topics hears it once. `own`: what one
   * member hears instead; null for nothing.
   */
  | {
      kind: 'event'
      topics: Topic[]
      event: ServerEvent
      own?: { memberId: Id; event: ServerEvent | null }
    }
  /** From now on this member's connections hear the topic, or hear it no more. */
  | { kind: 'listen' | 'silence'; memberId: Id; topic: Topic }
  /** How many notifications the member has not read is another number now. */
  | { kind: 'unread-changed'; memberId: Id }
  /** The right to be here is gone: connections of the session, or of the member, are closed. */
  | { kind: 'session-ended'; sessionId: string }
  | { kind: 'member-left'; memberId: Id }
  /** Who is in these chats over the process that says it; with `isAll` in no others. */
  | { kind: 'here'; lists: { spaceId: Id; memberIds: Id[] }[]; isAll: boolean }
  | { kind: 'who-is-here' }

/** What the bus itself has to say, to this process only. */
export type BusNews =
  /** Others may have announced what was not heard here, or what is heard now may be old. */
  { kind: 'missed' } | { kind: 'process-came' | 'process-left'; process: string }

/** `from`: the process that announces it. */
type Hearer = (event: DomainEvent, from: string) => void
type Watcher = (news: BusNews) => void

export interface Bus {
  /** The name of this process. */
  process: string
  /** Told here before it returns, to other processes soon; in this order everywhere. */
  publish(event: DomainEvent): void
  /** Returns the way to stop. */
  subscribe(hearer: Hearer): () => void
  /** As `subscribe`, for what becomes of the bus; the processes that are there come at once. */
  watch(watcher: Watcher): () => void
  /** Says goodbye to the other processes. */
  close(): Promise<void>
}

/** The bus of a server that is one process. */
export function createLocalBus(): Bus {
  const process = 'only'
  const hearers = new Set<Hearer>()
  return {
    process,
    publish(event) {
      for (const hear of hearers) hear(event, process)
    },
    subscribe(hearer) {
      hearers.add(hearer)
      return () => hearers.delete(hearer)
    },
    watch: () => () => {},
    close: async () => {},
  }
}
