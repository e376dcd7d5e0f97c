import { v4 as newId } from 'uuid'
import {
  type ClientMessage,
  PING_EVERY_MS,
  SILENCE_MEANS_DEAD_MS,
} from '../../../contract/realtime.ts'
import { Line, type SocketClass } from './line.ts'
import { SHOWS_NOTHING, type TabState, TabStates, type WatchedFeed } from './tab-states.ts'

/** What the leading tab's line does. Every tab answers it with what it shows. */
export interface LineStatus {
  /** Another one after each break; null while the line is down. */
  line: string | null
  /** Whose new posts are told. */
  feed: WatchedFeed
}

export const LINE_DOWN: LineStatus = { line: null, feed: null }

export type ToLeader =
  | { type: 'state'; tab: string; state: TabState }
  | { type: 'gone'; tab: string }
  | { type: 'say'; message: ClientMessage }
  | { type: 'nudge' }

/** What the server said goes on unread: a tab of a newer version may know more of it. */
export type FromLeader = { type: 'status'; status: LineStatus } | { type: 'said'; said: unknown }

/** Holds the one line for all tabs of a member, and says to the server what they show together. */
export class Leader {
  #states = new TabStates()
  #said = SHOWS_NOTHING
  #status = LINE_DOWN
  #line: Line
  #rollCall: ReturnType<typeof setInterval>
  #tellAll: (message: FromLeader) => void

  /** `tellAll` reaches every tab, the leading one as well. */
  constructor(Socket: SocketClass, tellAll: (message: FromLeader) => void) {
    this.#tellAll = tellAll
    this.#line = new Line(Socket, {
      onUp: () => this.#changeStatus(newId()),
      onDown: () => this.#changeStatus(null),
      onSaid: (said) => tellAll({ type: 'said', said }),
    })
    this.#rollCall = setInterval(() => this.#callTheRoll(), PING_EVERY_MS)
    this.#tellStatus()
  }

  take(message: ToLeader): void {
    if (message.type === 'say') this.#line.send(message.message)
    else if (message.type === 'nudge') this.#line.nudge()
    else this.#takeState(message)
  }

  stop(): void {
    clearInterval(this.#rollCall)
    this.#line.stop()
  }

  #takeState(message: Extract<ToLeader, { tab: string }>): void {
    if (message.type === 'gone') this.#states.remove(message.tab)
    const isNew = message.type === 'state' && this.#states.set(message.tab, message.state)
    this.#sayStates()
    if (isNew) this.#tellStatus()
  }

  #changeStatus(line: string | null): void {
    this.#status = { line, feed: null }
    // A new line starts with a server that knows nothing yet.
    this.#said = SHOWS_NOTHING
    this.#sayStates()
    this.#tellStatus()
  }

  #sayStates(): void {
    const { line } = this.#status
    if (line === null) return
    const { feed, spaceIds } = this.#states.merged()
    const before = this.#said
    this.#said = { feed, spaceIds }
    if (spaceIds.join() !== before.spaceIds.join()) {
      this.#line.send({ type: 'be_in_spaces', spaceIds: [...spaceIds] })
    }
    if (feed === before.feed) return
    this.#line.send({ type: 'watch_feed', feed })
    this.#status = { line, feed }
    this.#tellStatus()
  }

  #callTheRoll(): void {
    this.#states.removeSilentFor(SILENCE_MEANS_DEAD_MS)
    this.#sayStates()
    this.#tellStatus()
  }

  #tellStatus(): void {
    this.#tellAll({ type: 'status', status: this.#status })
  }
}
