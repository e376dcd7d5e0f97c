import {
  type ClientMessage,
  PING_EVERY_MS,
  type ServerEvent,
  SILENCE_MEANS_DEAD_MS,
  serverEvent,
} from '../../../contract/realtime.ts'
import { newKey } from '../new-key.ts'
import { Connection, msSince, type SocketClass, typeOf } from './connection.ts'
import { EMPTY_TAB_STATE, type TabState, TabStates, type WatchedFeed } from './tab-states.ts'

/** The state of the shared connection, sent to every tab; each answers with what it shows. */
export interface ConnectionStatus {
  /** A new one after each reconnect; null while there is no connection. */
  connectionId: string | null
  /** The feed whose new posts the server sends events for. */
  feed: WatchedFeed
  /** When (epoch ms) something was told last, or may have been told unheard. */
  newsAt: number
  /** The same of this feed. */
  feedNewsAt: number
  /** The server missed something itself: whoever leads next is to ask for all anew. */
  isAllMissed: boolean
}

export const DISCONNECTED: ConnectionStatus = {
  connectionId: null,
  feed: null,
  newsAt: 0,
  feedNewsAt: 0,
  isAllMissed: false,
}

export type MessageToLeader =
  | { type: 'state'; tab: string; state: TabState }
  | { type: 'closed'; tab: string }
  | { type: 'send'; message: ClientMessage }
  | { type: 'check' }

/** A server message is passed on unparsed: a tab of a newer version may know more of it. */
export type MessageFromLeader =
  | { type: 'status'; status: ConnectionStatus }
  | { type: 'message'; message: unknown }

type FeedWatched = Extract<ServerEvent, { type: 'feed_watched' }>

const FEED_NEWS: ReadonlySet<unknown> = new Set(['new_posts', 'post_changed'])
/** What says how it is, and is said anew whenever it is asked for. */
const NO_NEWS: ReadonlySet<unknown> = new Set(['ready', 'presence', 'typing'])

/**
 * Holds the one connection for all tabs of a member, and sends the server what they show together.
 */
export class Leader {
  #states = new TabStates()
  #sentState = EMPTY_TAB_STATE
  /** The feed that was watched until the last break, and until when (epoch ms). */
  #heardFeed: { feed: WatchedFeed; at: number } = { feed: null, at: 0 }
  /** What was told last of each space: the server tells a connection once. */
  #presence = new Map<string, unknown>()
  #status = DISCONNECTED
  #connection: Connection
  #heartbeat: ReturnType<typeof setInterval>
  #broadcast: (message: MessageFromLeader) => void

  /**
   * `heardAt` (epoch ms): nothing told before is missed. `broadcast` reaches every tab, this one
   * too.
   */
  constructor(
    Socket: SocketClass,
    heardAt: number,
    broadcast: (message: MessageFromLeader) => void,
  ) {
    this.#broadcast = broadcast
    this.#connection = new Connection(Socket, heardAt, {
      onConnect: (isMissed) => this.#handleConnect(isMissed),
      onDisconnect: () => this.#handleDisconnect(),
      onMessage: (message) => this.#handleMessage(message),
    })
    this.#heartbeat = setInterval(() => this.#beat(), PING_EVERY_MS)
    this.#broadcastStatus()
  }

  handle(message: MessageToLeader): void {
    if (message.type === 'send') this.#connection.send(message.message)
    else if (message.type === 'check') this.#connection.checkNow()
    else this.#handleState(message)
  }

  stop(): void {
    clearInterval(this.#heartbeat)
    this.#connection.stop()
  }

  #handleState(message: Extract<MessageToLeader, { tab: string }>): void {
    if (message.type === 'closed') {
      this.#states.remove(message.tab)
      this.#sendStates()
      return
    }
    const { isNew, entered } = this.#states.set(message.tab, message.state)
    const { spaceIds } = this.#sentState
    this.#sendStates()
    if (isNew) this.#broadcastStatus()
    if (entered.length === 0) return
    // Where no tab was before, the server tells who is there now.
    for (const [id, told] of this.#presence)
      if (spaceIds.includes(id) || !entered.includes(id))
        this.#broadcast({ type: 'message', message: told })
  }

  #handleConnect(isMissed: boolean): void {
    const newsAt = isMissed ? Date.now() : this.#status.newsAt
    this.#changeStatus({ ...DISCONNECTED, connectionId: newKey(), newsAt })
  }

  #handleDisconnect(): void {
    const { feed, newsAt } = this.#status
    if (feed) this.#heardFeed = { feed, at: this.#connection.heardAt }
    const isAllMissed = this.#connection.heardAt === 0
    this.#changeStatus({ ...DISCONNECTED, newsAt, isAllMissed })
  }

  #changeStatus(status: ConnectionStatus): void {
    this.#status = status
    this.#presence.clear()
    // To the server a new connection shows nothing yet.
    this.#sentState = EMPTY_TAB_STATE
    this.#sendStates()
    this.#broadcastStatus()
  }

  #handleMessage(message: unknown): void {
    // Each tab reads it whole for itself.
    const type = typeOf(message)
    if (type === 'feed_watched') {
      const { data: event } = serverEvent.safeParse(message)
      if (event?.type === type) this.#handleFeedWatched(event)
      return
    }
    if (type === 'presence') {
      const { data: event } = serverEvent.safeParse(message)
      if (event?.type === type) this.#presence.set(event.spaceId, message)
    }
    if (FEED_NEWS.has(type)) this.#status = { ...this.#status, feedNewsAt: Date.now() }
    else if (!NO_NEWS.has(type)) this.#status = { ...this.#status, newsAt: Date.now() }
    this.#broadcast({ type: 'message', message })
  }

  #handleFeedWatched({ feed, isMissed }: FeedWatched): void {
    if (feed !== this.#sentState.feed) return
    this.#status = { ...this.#status, feed, feedNewsAt: isMissed ? Date.now() : 0 }
    this.#broadcastStatus()
  }

  #sendStates(): void {
    const { connectionId } = this.#status
    if (connectionId === null) return
    const before = this.#sentState
    this.#sentState = this.#states.merged()
    const { feed, feedReadAt, spaceIds } = this.#sentState
    if (spaceIds.join() !== before.spaceIds.join()) {
      this.#connection.send({ type: 'be_in_spaces', spaceIds: [...spaceIds] })
    }
    if (feed === before.feed) return
    const heardAt = this.#heardFeed.feed === feed ? this.#heardFeed.at : feedReadAt
    this.#heardFeed = { feed: null, at: 0 }
    // Until the server says that it is watched.
    if (this.#status.feed) this.#status = { ...this.#status, feed: null }
    this.#broadcastStatus()
    const since = feed === null ? {} : { heardMsAgo: msSince(heardAt) }
    this.#connection.send({ type: 'watch_feed', feed, ...since })
  }

  #beat(): void {
    this.#states.removeUnseenFor(SILENCE_MEANS_DEAD_MS)
    this.#sendStates()
    this.#broadcastStatus()
  }

  #broadcastStatus(): void {
    this.#broadcast({ type: 'status', status: this.#status })
  }
}
