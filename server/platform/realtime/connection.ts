import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import { CLOSED, type ServerEvent } from '../../../contract/realtime.ts'
import type { Topic } from './bus.ts'
import { frameOf } from './frame.ts'
import type { Listener } from './hub.ts'

/** A connection that has not taken more than this is given up: what it missed it asks for later. */
const UNTAKEN_MAX_BYTES = 1024 * 1024
/** So many events can wait while the connection is being let in. */
const HELD_MAX = 1_000

/** Who is behind a connection. */
export interface Visitor {
  id: string
  username: string
  sessionId: string
}

interface Watcher<V extends Visitor> {
  silenced(connection: Connection<V>, topic: Topic): void
  ended(connection: Connection<V>): void
}

/**
 * One open socket: a stranger's until its hello is accepted, then a member's. What happens while
 * it is being let in is held back until it is told that it is ready.
 */
export class Connection<V extends Visitor> implements Listener {
  /** The address it is counted under while it is a stranger's. */
  readonly address: string
  readonly openedAt: number
  heardAt: number
  visitor: V | null = null
  hasSaidHello = false
  isReady = false
  isEnded = false
  readonly #socket: WebSocket
  readonly #line: Duplex
  readonly #watcher: Watcher<V>
  #held: Buffer[] = []

  /** `line`: what the socket writes to. */
  constructor(
    { socket, line }: { socket: WebSocket; line: Duplex },
    address: string,
    now: number,
    watcher: Watcher<V>,
  ) {
    this.#socket = socket
    this.#line = line
    this.address = address
    this.openedAt = now
    this.heardAt = now
    this.#watcher = watcher
  }

  get memberId() {
    return this.visitor?.id ?? ''
  }

  get sessionId() {
    return this.visitor?.sessionId ?? ''
  }

  hear(frame: Buffer) {
    if (this.isEnded) return
    if (this.isReady) return this.#send(frame)
    if (this.#held.push(frame) > HELD_MAX) this.end(CLOSED.tooSlow)
  }

  say(event: ServerEvent) {
    this.hear(frameOf(event))
  }

  silenced(topic: Topic) {
    this.#watcher.silenced(this, topic)
  }

  /** Tells the client that it is in, and what happened since it was let in. */
  begin(unreadCount: number) {
    if (this.isEnded) return
    this.isReady = true
    this.say({ type: 'ready', unreadCount })
    for (const frame of this.#held) this.hear(frame)
    this.#held = []
  }

  /** Nothing is heard from now on; the client is told why. */
  end(code: number) {
    if (!this.leave()) return
    this.#socket.close(code)
  }

  /** The other side is gone without a word. */
  cut() {
    if (this.leave()) this.#socket.terminate()
  }

  /** Takes it out of everything. False when it was out already. */
  leave(): boolean {
    if (this.isEnded) return false
    this.isEnded = true
    this.#held = []
    this.#watcher.ended(this)
    return true
  }

  #send(frame: Buffer) {
    // Once either side said goodbye, nothing may follow.
    if (this.#socket.readyState !== WebSocket.OPEN) return
    // Straight to the line: the socket would write a head of its own for each, a third more work.
    this.#line.write(frame)
    if (this.#line.writableLength > UNTAKEN_MAX_BYTES) this.end(CLOSED.tooSlow)
  }
}
