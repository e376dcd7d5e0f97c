import type { Id } from '../platform/ids.ts'
import type { DomainEvent, Topic } from './bus.ts'
import { frameOf } from './frame.ts'
import { Multimap } from './multimap.ts'

// Who subscribes to what in this process. An event is written once, however many receive it, and
// who loses the right to a topic receives nothing of it from that moment on.

export interface Subscriber {
  readonly memberId: Id
  readonly sessionId: string
  /** Takes an event as it goes over the wire. */
  send(frame: Buffer): void
  unsubscribed(topic: Topic): void
}

export type BroadcastEvent = Extract<DomainEvent, { kind: 'broadcast' }>

export class Hub<One extends Subscriber> {
  readonly #byTopic = new Multimap<Topic, One>()
  readonly #byMember = new Multimap<Id, One>()
  readonly #bySession = new Multimap<string, One>()
  readonly #topics = new Multimap<One, Topic>()

  add(subscriber: One) {
    this.#byMember.add(subscriber.memberId, subscriber)
    this.#bySession.add(subscriber.sessionId, subscriber)
    this.subscribe(subscriber, ownTopic(subscriber))
  }

  remove(subscriber: One) {
    this.#byMember.remove(subscriber.memberId, subscriber)
    this.#bySession.remove(subscriber.sessionId, subscriber)
    for (const topic of [...this.#topics.of(subscriber)]) this.unsubscribe(subscriber, topic)
  }

  subscribe(subscriber: One, topic: Topic) {
    this.#byTopic.add(topic, subscriber)
    this.#topics.add(subscriber, topic)
  }

  unsubscribe(subscriber: One, topic: Topic) {
    if (!this.isSubscribed(subscriber, topic)) return
    this.#byTopic.remove(topic, subscriber)
    this.#topics.remove(subscriber, topic)
    subscriber.unsubscribed(topic)
  }

  isSubscribed(subscriber: One, topic: Topic): boolean {
    return this.#byTopic.of(topic).has(subscriber)
  }

  topicsOf(subscriber: One): ReadonlySet<Topic> {
    return this.#topics.of(subscriber)
  }

  ofMember(memberId: Id): ReadonlySet<One> {
    return this.#byMember.of(memberId)
  }

  ofSession(sessionId: string): ReadonlySet<One> {
    return this.#bySession.of(sessionId)
  }

  all(): Iterable<One> {
    return this.#topics.keys()
  }

  sessionIds(): string[] {
    return [...this.#bySession.keys()]
  }

  /** Makes the topics of a member's connections exactly those granted; feeds they choose stay. */
  grant(memberId: Id, granted: readonly Topic[]) {
    for (const subscriber of this.ofMember(memberId)) {
      const kept = new Set<Topic>([ownTopic(subscriber), ...granted])
      for (const topic of [...this.#topics.of(subscriber)])
        if (!kept.has(topic) && !topic.startsWith('feed:')) this.unsubscribe(subscriber, topic)
      for (const topic of granted) this.subscribe(subscriber, topic)
    }
  }

  broadcast({ topics, event, own, except }: BroadcastEvent) {
    const subscribers = this.#subscribersOf(topics)
    if (subscribers.size === 0) return
    const frame = frameOf(event)
    const ownFrame = own?.event ? frameOf(own.event) : null
    const excluded = except && new Set(except)
    for (const subscriber of subscribers) {
      if (excluded?.has(subscriber.memberId)) continue
      // Who it is lies elsewhere in memory, for each of many: not asked where nobody hears
      // otherwise.
      const theirs = own && subscriber.memberId === own.memberId ? ownFrame : frame
      if (theirs) subscriber.send(theirs)
    }
  }

  #subscribersOf(topics: readonly Topic[]): ReadonlySet<One> {
    const [only] = topics
    if (topics.length === 1 && only) return this.#byTopic.of(only)
    return new Set(topics.flatMap((topic) => [...this.#byTopic.of(topic)]))
  }
}

function ownTopic(subscriber: Subscriber): Topic {
  return `member:${subscriber.memberId}`
}
