import type { Id } from '../ids.ts'
import type { DomainEvent, Topic } from './bus.ts'
import { frameOf } from './frame.ts'
import { Groups } from './groups.ts'

// Who listens to what in this process. An event is written once, however many hear it, and who
// loses the right to a topic hears nothing of it from that moment on.

/** One open connection of a member. */
export interface Listener {
  readonly memberId: Id
  readonly sessionId: string
  /** Takes an event as it goes over the wire. */
  hear(frame: Buffer): void
  /** A topic was taken from it. */
  silenced(topic: Topic): void
}

export type BroadcastEvent = Extract<DomainEvent, { kind: 'event' }>

export class Hub<One extends Listener> {
  readonly #byTopic = new Groups<Topic, One>()
  readonly #byMember = new Groups<string, One>()
  readonly #bySession = new Groups<string, One>()
  readonly #topics = new Groups<One, Topic>()

  add(listener: One) {
    this.#byMember.add(listener.memberId, listener)
    this.#bySession.add(listener.sessionId, listener)
    this.listen(listener, ownTopic(listener))
  }

  remove(listener: One) {
    this.#byMember.remove(listener.memberId, listener)
    this.#bySession.remove(listener.sessionId, listener)
    for (const topic of [...this.#topics.of(listener)]) this.silence(listener, topic)
  }

  listen(listener: One, topic: Topic) {
    this.#byTopic.add(topic, listener)
    this.#topics.add(listener, topic)
  }

  silence(listener: One, topic: Topic) {
    if (!this.hears(listener, topic)) return
    this.#byTopic.remove(topic, listener)
    this.#topics.remove(listener, topic)
    listener.silenced(topic)
  }

  hears(listener: One, topic: Topic): boolean {
    return this.#byTopic.of(topic).has(listener)
  }

  ofMember(memberId: Id): ReadonlySet<One> {
    return this.#byMember.of(memberId)
  }

  ofSession(sessionId: string): ReadonlySet<One> {
    return this.#bySession.of(sessionId)
  }

  everyone(): Iterable<One> {
    return this.#topics.keys()
  }

  sessionIds(): string[] {
    return [...this.#bySession.keys()]
  }

  /** Makes the topics of a member's connections exactly those granted; feeds they choose stay. */
  grant(memberId: Id, granted: readonly Topic[]) {
    for (const listener of this.ofMember(memberId)) {
      const kept = new Set<Topic>([ownTopic(listener), ...granted])
      for (const topic of [...this.#topics.of(listener)])
        if (!kept.has(topic) && !topic.startsWith('feed:')) this.silence(listener, topic)
      for (const topic of granted) this.listen(listener, topic)
    }
  }

  tell({ topics, event, own }: BroadcastEvent) {
    const hearers = this.#hearersOf(topics)
    if (hearers.size === 0) return
    const frame = frameOf(event)
    const ownFrame = own?.event ? frameOf(own.event) : null
    for (const listener of hearers) {
      const heard = listener.memberId === own?.memberId ? ownFrame : frame
      if (heard) listener.hear(heard)
    }
  }

  #hearersOf(topics: readonly Topic[]): ReadonlySet<One> {
    const [only] = topics
    if (topics.length === 1 && only) return this.#byTopic.of(only)
    return new Set(topics.flatMap((topic) => [...this.#byTopic.of(topic)]))
  }
}

function ownTopic(listener: Listener): Topic {
  return `member:${listener.memberId}`
}
