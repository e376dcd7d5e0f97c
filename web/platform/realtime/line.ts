import {
  CLOSED,
  type ClientMessage,
  PING_EVERY_MS,
  REALTIME_PATH,
  SILENCE_MEANS_DEAD_MS,
} from '../../../contract/realtime.ts'
import { refreshToken } from '../token-refresh.ts'
import { readToken } from '../token-store.ts'
import { API_ROOT } from '../transport.ts'

const READY_WITHIN_MS = 15_000
/** Asked whether it still is there, a server that is answers within this. */
const PROBE_ANSWER_MS = 5_000
const FIRST_WAIT_MS = 1_000
/** Whoever waits is back within ten seconds of the server, a moment to come in included. */
const LONGEST_WAIT_MS = 8_000

type Socket = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'send' | 'close'>
export type SocketClass = new (url: string) => Socket

export interface LineListener {
  /** The server took the token: from now on everything is heard. */
  onUp(): void
  onDown(): void
  /** What the server said, as it came; the first word is `ready`. */
  onSaid(said: unknown): void
}

/**
 * A connection to the stream that comes back by itself, each time a little later, until it is
 * stopped. A refused token is renewed first; a session that is over leaves the line down.
 */
export class Line {
  #Socket: SocketClass
  #listener: LineListener
  #socket: Socket | undefined
  #token = ''
  #isUp = false
  #isStopped = false
  /** How often in a row it broke before it had proved to hold. */
  #failures = 0
  /** How often in a row the token was refused. */
  #refusals = 0
  #comingBack: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #heartbeat: ReturnType<typeof setInterval> | undefined

  constructor(Socket: SocketClass, listener: LineListener) {
    this.#Socket = Socket
    this.#listener = listener
    this.#connect()
  }

  /** Dropped while the line is down. */
  send(message: ClientMessage): void {
    if (this.#isUp) this.#socket?.send(JSON.stringify(message))
  }

  /** Something speaks for trying now: the network is back, or somebody looks again. */
  nudge(): void {
    if (this.#comingBack !== undefined) this.#connect()
    else if (this.#isUp) {
      // A computer that slept may hold a line that is long dead.
      this.send({ type: 'ping' })
      this.#expectWordWithin(PROBE_ANSWER_MS)
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#hangUp()
  }

  #connect(): void {
    this.#hangUp()
    const token = readToken()
    // Signed out: whoever did that also stops this line.
    if (token === null) return
    const socket = new this.#Socket(
      location.origin.replace(/^http/, 'ws') + API_ROOT + REALTIME_PATH,
    )
    socket.onopen = () =>
      socket.send(JSON.stringify({ type: 'hello', token } satisfies ClientMessage))
    socket.onmessage = ({ data }) => this.#hear(data)
    socket.onclose = ({ code }) => this.#lose(code)
    this.#socket = socket
    this.#token = token
    this.#expectWordWithin(READY_WITHIN_MS)
  }

  #hear(text: unknown): void {
    const said = parseJson(text)
    const type = typeOf(said)
    if (!this.#isUp && type !== 'ready') return
    this.#expectWordWithin(SILENCE_MEANS_DEAD_MS)
    if (type === 'ready') this.#goUp()
    // Only a line that holds for a while is taken for mended.
    if (type === 'pong') this.#failures = 0
    else this.#listener.onSaid(said)
  }

  #goUp(): void {
    this.#isUp = true
    this.#refusals = 0
    this.#heartbeat = setInterval(() => this.send({ type: 'ping' }), PING_EVERY_MS)
    this.#listener.onUp()
  }

  #lose(code?: number): void {
    this.#hangUp()
    if (code === CLOSED.unauthorized) void this.#renewToken()
    else this.#comeBackLater()
  }

  async #renewToken(): Promise<void> {
    const refreshed = await refreshToken(this.#token)
    if (this.#isStopped || 'lost' in refreshed) return
    this.#refusals++
    if ('failed' in refreshed || this.#refusals > 1) this.#comeBackLater()
    else this.#connect()
  }

  /** At any moment until then, so that thousands of clients of one server do not come at once. */
  #comeBackLater(): void {
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures)
    this.#failures++
    this.#comingBack = setTimeout(() => this.#connect(), Math.random() * longest)
  }

  #expectWordWithin(ms: number): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#lose(), ms)
  }

  /** Forgets the socket at once: the end of a dead one may take minutes to be reported. */
  #hangUp(): void {
    clearTimeout(this.#comingBack)
    clearTimeout(this.#silence)
    clearInterval(this.#heartbeat)
    this.#comingBack = undefined
    const socket = this.#socket
    this.#socket = undefined
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null
      socket.close()
    }
    if (!this.#isUp) return
    this.#isUp = false
    this.#listener.onDown()
  }
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

function typeOf(said: unknown): unknown {
  return typeof said === 'object' && said !== null && 'type' in said ? said.type : undefined
}
