import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import { CLOSED, type ServerEvent } from '../../contract/realtime.ts'
import { NO_ID } from '../platform/ids.ts'
import type { Topic } from './bus.ts'
import { frameOf } from './frame.ts'
import type { Subscriber } from './hub.ts'
import type { ConnectionActor, Unread } from './member-reads.ts'

/** A connection that has not taken more than this is given up: what it missed it asks for later. */
const UNSENT_MAX_BYTES = 1024 * 1024
/** So many events can wait until the connection is ready. */
const WAITING_MAX = 1_000

interface Listener<Actor extends ConnectionActor> {
  unsubscribed(connection: Connection<Actor>, topic: Topic): void
  ended(connection: Connection<Actor>): void
}

/** One open socket. What it is to receive before it is ready waits until then. */
export class Connection<Actor extends ConnectionActor> implements Subscriber {
  readonly ip: string
  readonly openedAt: number
  lastReceivedAt: number
  /** Null until its hello is accepted. */
  actor: Actor | null = null
  hasSaidHello = false
  isReady = false
  isEnded = false
  /** What is counted is kept under it: the same for all that a member has open in this process. */
  rateLimitKey: object = {}
  readonly #socket: WebSocket
  readonly #stream: Duplex
  readonly #listener: Listener<Actor>
  #waiting: Buffer[] = []
  /** What goes out at the end of this turn, as it is most often: one frame. */
  #unsent: Buffer | Buffer[] | null = null

  /** `stream`: what the socket writes to. `ip`: what it is counted under until it is ready. */
  constructor(
    { socket, stream }: { socket: WebSocket; stream: Duplex },
    ip: string,
    now: number,
    listener: Listener<Actor>,
  ) {
    this.#socket = socket
    this.#stream = stream
    this.ip = ip
    this.openedAt = now
    this.lastReceivedAt = now
    this.#listener = listener
  }

  get memberId() {
    return this.actor?.id ?? NO_ID
  }

  get sessionId() {
    return this.actor?.sessionId ?? ''
  }

  send(frame: Buffer) {
    if (this.isEnded) return
    if (this.isReady) return this.#sendSoon(frame)
    if (this.#waiting.push(frame) > WAITING_MAX) this.close(CLOSED.tooSlow)
  }

  sendEvent(event: ServerEvent) {
    this.send(frameOf(event))
  }

  unsubscribed(topic: Topic) {
    this.#listener.unsubscribed(this, topic)
  }

  /** The client is in, and hears what came since its hello. `isMissed`: more may have been told. */
  ready(unread: Unread, isMissed?: boolean) {
    if (this.isEnded) return
    this.isReady = true
    this.sendEvent({ type: 'ready', ...unread, ...(isMissed !== undefined && { isMissed }) })
    for (const frame of this.#waiting) this.send(frame)
    this.#waiting = []
  }

  /** Nothing is sent or taken from now on; the client is told why. */
  close(code: number) {
    this.writeUnsent()
    if (this.end()) this.#socket.close(code)
  }

  /** The other side is gone without a word. */
  terminate() {
    if (this.end()) this.#socket.terminate()
  }

  /** Takes it out of everything. False when it was out already. */
  end(): boolean {
    if (this.isEnded) return false
    this.isEnded = true
    this.#waiting = []
    this.#listener.ended(this)
    return true
  }

  #sendSoon(frame: Buffer) {
    const unsent = this.#unsent
    if (unsent === null) {
      this.#unsent = frame
      writeAtTurnEnd(this)
    } else if (Array.isArray(unsent)) unsent.push(frame)
    else this.#unsent = [unsent, frame]
  }

  /**
   * All of a turn by one write, which is a call of the system: what is committed together is told
   * together, so that in a busy room each reader costs one for several messages.
   */
  writeUnsent() {
    const unsent = this.#unsent
    this.#unsent = null
    if (unsent) this.#write(Array.isArray(unsent) ? Buffer.concat(unsent) : unsent)
  }

  #write(frame: Buffer) {
    // Once either side said goodbye, nothing may follow.
    if (this.#socket.readyState !== WebSocket.OPEN) return
    // Straight to the stream: the socket would write a head of its own for each, a third more work.
    this.#stream.write(frame)
    if (this.#stream.writableLength > UNSENT_MAX_BYTES) this.close(CLOSED.tooSlow)
  }
}

let unwritten: { writeUnsent(): void }[] = []

/** After all that goes on in this turn of the event loop, and before it waits for anything. */
function writeAtTurnEnd(connection: { writeUnsent(): void }) {
  if (unwritten.push(connection) === 1) process.nextTick(writeAll)
}

function writeAll() {
  const all = unwritten
  unwritten = []
  for (const connection of all) connection.writeUnsent()
}
