import type { Redis } from 'ioredis'
import { coalesce } from '../../platform/concurrency/coalesce.ts'
import { newUuid } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { RedisConnections } from '../../platform/redis.ts'
import type { Bus, BusEvent, BusEventHandler, DomainEvent, EventHandler } from '../bus.ts'
import { LostEvents, type LostEventsMarker } from './lost-events.ts'
import { createPeers } from './peers.ts'
import { type EntryFields, StreamReader } from './stream-reader.ts'

// The bus of a server of several processes, over one stream of Redis. What this process publishes
// is received here at once, with or without Redis; what others published is read in its order. What
// cannot be read, because it was trimmed or never got there, is not told later: whoever subscribes
// is told that something was missed, and reads what is true now. A process that alone cannot reach
// Redis says by a mark in the database that the others miss something.

const HEARTBEAT_EVERY_MS = 1_000
/**
 * While Redis is away, whoever subscribes reads what is true so often; so often the mark is read.
 */
const READ_ANEW_EVERY_MS = 30_000
/** Who is alive is heard so soon after a break, and says by itself what it lost. */
const HEARD_AGAIN_WITHIN_MS = 5_000
/** After a break several things are found missing within a moment: it is told once. */
const MISSED_TOLD_AFTER_MS = 1_000
/** What is older is of no use to anybody, and words that were deleted are not to lie there. */
const KEPT_MS = 60_000
/** A burst must not fill the memory of Redis. */
const KEPT_MAX = '10000'

/** `events-lost`: something of this process may never have got into the stream. */
type EntryType = 'event' | 'heartbeat' | 'join' | 'leave' | 'events-lost'

/** Opens once it has its place in the stream, or at once where Redis is away. */
export async function openRedisBus(
  redis: RedisConnections,
  marker: LostEventsMarker,
  log: Log<'info' | 'warn'>,
): Promise<Bus> {
  const bus = new RedisBus(redis, marker, log)
  await bus.start()
  return bus
}

class RedisBus implements Bus {
  readonly processId = newUuid()
  readonly #key: string
  readonly #publisher: Redis
  readonly #subscriber: Redis
  readonly #log: Log<'info' | 'warn'>
  readonly #availability = new Availability(() => performance.now())
  readonly #handlers = new Set<EventHandler>()
  readonly #busEventHandlers = new Set<BusEventHandler>()
  readonly #peers = createPeers({
    now: () => performance.now(),
    joined: (processId) => this.#report({ kind: 'process-came', processId }),
    left: (processId, isSilent) => this.#left(processId, isSilent),
  })
  /** Those that fell silent, and may have had something to say. */
  readonly #silentPeers = new Set<string>()
  readonly #marker: LostEventsMarker
  readonly #lostEvents: LostEvents
  /** The mark as it was when it was read last; undefined: it never could be. */
  #seenMark: string | null | undefined
  #markReadAt = performance.now()
  /** While Redis hangs the next waits, and says all that was lost until then. */
  readonly #sendHeartbeat = coalesce(() => this.#sendHeartbeatNow())
  /** When the newest entry was added, by the clock of Redis. */
  #newestAt = 0
  #heartbeat: NodeJS.Timeout | undefined
  #missedTimer: NodeJS.Timeout | undefined

  constructor(
    { prefix, publisher, subscriber }: RedisConnections,
    marker: LostEventsMarker,
    log: Log<'info' | 'warn'>,
  ) {
    this.#key = `${prefix}events`
    this.#publisher = publisher
    this.#subscriber = subscriber
    this.#marker = marker
    this.#lostEvents = new LostEvents(marker)
    this.#log = log
  }

  async start() {
    this.#seenMark = await this.#marker.read().catch(() => undefined)
    this.#publisher.on('ready', () => void this.#sendHeartbeat())
    this.#heartbeat = setInterval(() => this.#tick(), HEARTBEAT_EVERY_MS).unref()
    const reader = new StreamReader({
      redis: this.#subscriber,
      key: this.#key,
      begin: () => this.#add(this.#subscriber, 'join'),
      onEntry: (fields, id) => this.#receive(fields, id),
      onGap: () => this.#missed(),
      onStateChange: (read) => this.#availability.set({ read }),
      onRefused: (reason) => this.#log.warn({ reason }, 'Redis does not let this process read'),
    })
    await reader.start()
  }

  publish(event: DomainEvent) {
    this.#deliver(event, this.processId)
    this.#add(this.#publisher, 'event', event).catch(() => this.#lostEvents.note(event))
  }

  subscribe(handler: EventHandler) {
    this.#handlers.add(handler)
    return () => this.#handlers.delete(handler)
  }

  onBusEvent(handler: BusEventHandler) {
    this.#busEventHandlers.add(handler)
    for (const processId of this.#peers.ids()) handler({ kind: 'process-came', processId })
    return () => this.#busEventHandlers.delete(handler)
  }

  async close() {
    clearInterval(this.#heartbeat)
    clearTimeout(this.#missedTimer)
    if (this.#lostEvents.hasUnreported) await this.#sendHeartbeat()
    // What was published before it is in the stream by then, or lost.
    await this.#add(this.#publisher, 'leave').catch(() => {})
    await this.#lostEvents.markUnreported()
  }

  /** Returns the id of the entry. */
  async #add(redis: Redis, type: EntryType, event?: DomainEvent): Promise<string> {
    const kept =
      type === 'heartbeat'
        ? ['MINID', String(Math.max(0, this.#newestAt - KEPT_MS))]
        : ['MAXLEN', '~', KEPT_MAX]
    const fields = ['from', this.processId, 'type', type]
    if (event) fields.push('event', JSON.stringify(event))
    return String(await redis.call('XADD', this.#key, ...kept, '*', ...fields))
  }

  #receive({ from, type, event }: EntryFields, id: string) {
    this.#newestAt = Number.parseInt(id, 10)
    if (!from || from === this.processId) return
    this.#silentPeers.delete(from)
    if (type === 'leave') return this.#peers.goodbye(from)
    this.#peers.heard(from)
    if (type === 'join') void this.#sendHeartbeat()
    if (type === 'events-lost') this.#missed()
    if (type === 'event' && event) this.#receiveEvent(from, event)
  }

  /** A process of another version may say what this one cannot understand. */
  #receiveEvent(from: string, event: string) {
    try {
      this.#deliver(JSON.parse(event), from)
    } catch (error) {
      this.#log.warn({ err: error }, 'an event could not be understood')
    }
  }

  #tick() {
    void this.#sendHeartbeat()
    this.#peers.sweep()
    if (this.#silentPeers.size > 0 && this.#availability.isUpFor(HEARD_AGAIN_WITHIN_MS)) {
      this.#silentPeers.clear()
      this.#missed()
    }
    if (performance.now() - this.#markReadAt > READ_ANEW_EVERY_MS) void this.#readMark()
    if (this.#availability.isAwayFor(READ_ANEW_EVERY_MS)) this.#missed()
  }

  async #sendHeartbeatNow() {
    const type = this.#lostEvents.hasUnreported ? 'events-lost' : 'heartbeat'
    try {
      await this.#lostEvents.report(() => this.#add(this.#publisher, type))
      // Nothing stays behind when all processes are gone.
      await this.#publisher.pexpire(this.#key, KEPT_MS)
      this.#availability.set({ write: true })
    } catch {
      this.#availability.set({ write: false })
      void this.#lostEvents.markUnreported()
    }
  }

  async #readMark() {
    this.#markReadAt = performance.now()
    const mark = await this.#marker.read().catch(() => this.#seenMark)
    if (mark === this.#seenMark) return
    this.#seenMark = mark
    this.#missed()
  }

  #left(processId: string, isSilent: boolean) {
    this.#report({ kind: 'process-left', processId })
    if (isSilent) this.#silentPeers.add(processId)
  }

  #missed() {
    if (this.#missedTimer) return
    this.#missedTimer = setTimeout(() => {
      this.#missedTimer = undefined
      this.#log.info({}, 'something other processes published may be missed: sockets come back')
      this.#report({ kind: 'missed' })
    }, MISSED_TOLD_AFTER_MS).unref()
    // What it says by now need not be told a second time.
    void this.#readMark()
  }

  #deliver(event: DomainEvent, from: string) {
    for (const handle of this.#handlers) handle(event, from)
  }

  #report(event: BusEvent) {
    for (const handle of this.#busEventHandlers) handle(event)
  }
}

/** Whether Redis can be both read and written, and for how long it can, or could not. */
class Availability {
  readonly #now: () => number
  #canRead = false
  #canWrite = true
  /** When it went or came last; or was last found away. */
  #since: number

  constructor(now: () => number) {
    this.#now = now
    this.#since = now()
  }

  get isUp() {
    return this.#canRead && this.#canWrite
  }

  set(can: { read?: boolean; write?: boolean }) {
    const wasUp = this.isUp
    this.#canRead = can.read ?? this.#canRead
    this.#canWrite = can.write ?? this.#canWrite
    if (wasUp !== this.isUp) this.#since = this.#now()
  }

  isUpFor(ms: number): boolean {
    return this.isUp && this.#now() - this.#since > ms
  }

  /** True once in each such time while it is away. */
  isAwayFor(ms: number): boolean {
    if (this.isUp || this.#now() - this.#since <= ms) return false
    this.#since = this.#now()
    return true
  }
}
