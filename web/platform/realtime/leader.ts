import { v4 as newId } from 'uuid'
import {
  type ClientMessage,
  PING_EVERY_MS,
  SILENCE_MEANS_DEAD_MS,
} from '../../../contract/realtime.ts'
import { Connection, type SocketClass } from './connection.ts'
import { EMPTY_TAB_STATE, type TabState, TabStates, type WatchedFeed } from './tab-states.ts'

/** The state of the shared connection, sent to every tab; each answers with what it shows. */
export interface ConnectionStatus {
  /** A new one after each reconnect; null while there is no connection. */
  connectionId: string | null
  /** The feed whose new posts the server sends events for. */
  feed: WatchedFeed
}

export const DISCONNECTED: ConnectionStatus = { connectionId: null, feed: null }

export type MessageToLeader =
  | { type: 'state'; tab: string; state: TabState }
  | { type: 'closed'; tab: string }
  | { type: 'send'; message: ClientMessage }
  | { type: 'check' }

/** A server message is passed on unparsed: a tab of a newer version may know more of it. */
export type MessageFromLeader =
  | { type: 'status'; status: ConnectionStatus }
  | { type: 'message'; message: unknown }

/** Holds the one connection for all tabs of a member, and sends the server what they show together. */
export class Leader {
  #states = new TabStates()
  #sentState = EMPTY_TAB_STATE
  #status = DISCONNECTED
  #connection: Connection
  #heartbeat: ReturnType<typeof setInterval>
  #broadcast: (message: MessageFromLeader) => void

  /** `broadcast` reaches every tab, the leading one as well. */
  constructor(Socket: SocketClass, broadcast: (message: MessageFromLeader) => void) {
    this.#broadcast = broadcast
    this.#connection = new Connection(Socket, {
      onConnect: () => this.#changeStatus(newId()),
      onDisconnect: () => this.#changeStatus(null),
      onMessage: (message) => broadcast({ type: 'message', message }),
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
    if (message.type === 'closed') this.#states.remove(message.tab)
    const isNew = message.type === 'state' && this.#states.set(message.tab, message.state)
    this.#sendStates()
    if (isNew) this.#broadcastStatus()
  }

  #changeStatus(connectionId: string | null): void {
    this.#status = { connectionId, feed: null }
    // To the server a new connection shows nothing yet.
    this.#sentState = EMPTY_TAB_STATE
    this.#sendStates()
    this.#broadcastStatus()
  }

  #sendStates(): void {
    const { connectionId } = this.#status
    if (connectionId === null) return
    const { feed, spaceIds } = this.#states.merged()
    const before = this.#sentState
    this.#sentState = { feed, spaceIds }
    if (spaceIds.join() !== before.spaceIds.join()) {
      this.#connection.send({ type: 'be_in_spaces', spaceIds: [...spaceIds] })
    }
    if (feed === before.feed) return
    this.#connection.send({ type: 'watch_feed', feed })
    this.#status = { connectionId, feed }
    this.#broadcastStatus()
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
