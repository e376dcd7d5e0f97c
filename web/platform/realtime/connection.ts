import {
  CLOSED,
  type ClientMessage,
  PING_EVERY_MS,
  REALTIME_PATH,
  SILENCE_MEANS_DEAD_MS,
} from '../../../contract/realtime.ts'
import { accountEndSettled } from '../account-end.ts'
import { refreshToken } from '../token-refresh.ts'
import { readToken } from '../token-store.ts'
import { API_ROOT } from '../transport.ts'

const READY_TIMEOUT_MS = 15_000
/** A server that is there answers a ping within this. */
const PING_TIMEOUT_MS = 5_000
const RETRY_FIRST_MS = 1_000
/** Clients are back within ten seconds of the server, the time to connect included. */
const RETRY_LONGEST_MS = 8_000

type Socket = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'send' | 'close'>
export type SocketClass = new (url: string) => Socket

export interface ConnectionListener {
  /** The token was good: all events arrive from now on. `isMissed`: some may have come before. */
  onConnect(isMissed: boolean): void
  onDisconnect(): void
  /** A message of the server, unparsed; the first one is `ready`. */
  onMessage(message: unknown): void
}

/** Reconnects with growing delays until stopped or the session ends; renews a refused token. */
export class Connection {
  #Socket: SocketClass
  #listener: ConnectionListener
  #socket: Socket | undefined
  #token = ''
  #isReady = false
  #isStopped = false
  #heardAt: number
  /** How often in a row it closed before it proved stable. */
  #failures = 0
  /** How often in a row the token was refused. */
  #refusals = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #silenceTimer: ReturnType<typeof setTimeout> | undefined
  #heartbeat: ReturnType<typeof setInterval> | undefined

  /** `heardAt` (epoch ms): nothing is missed that was told before. */
  constructor(Socket: SocketClass, heardAt: number, listener: ConnectionListener) {
    this.#Socket = Socket
    this.#heardAt = heardAt
    this.#listener = listener
    this.#connect()
  }

  /** All that was told until then (epoch ms) was heard. */
  get heardAt(): number {
    return this.#heardAt
  }

  /** Dropped while not connected. */
  send(message: ClientMessage): void {
    if (this.#isReady) this.#socket?.send(JSON.stringify(message))
  }

  /** Reconnects or pings at once: the network is back, or the tab is visible again. */
  checkNow(): void {
    if (this.#retryTimer !== undefined) this.#connect()
    else if (this.#isReady) {
      // After sleep a computer may hold a socket that is long dead.
      this.send({ type: 'ping' })
      this.#expectMessageWithin(PING_TIMEOUT_MS)
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#disconnect()
  }

  #connect(): void {
    this.#disconnect()
    const token = readToken()
    // Signed out: whoever did that also stops this connection.
    if (token === null) return
    const socket = new this.#Socket(
      location.origin.replace(/^http/, 'ws') + API_ROOT + REALTIME_PATH,
    )
    socket.onopen = () => {
      const heardMsAgo = msSince(this.#heardAt)
      socket.send(JSON.stringify({ type: 'hello', token, heardMsAgo } satisfies ClientMessage))
    }
    socket.onmessage = ({ data }) => this.#receive(data)
    socket.onclose = ({ code }) => this.#handleClose(code)
    this.#socket = socket
    this.#token = token
    this.#expectMessageWithin(READY_TIMEOUT_MS)
  }

  #receive(text: unknown): void {
    const message = parseJson(text)
    const type = typeOf(message)
    if (!this.#isReady && type !== 'ready') return
    this.#expectMessageWithin(SILENCE_MEANS_DEAD_MS)
    this.#heardAt = Date.now()
    if (type === 'ready') this.#handleReady(saysMissed(message))
    // Only a connection that stays open for a while counts as recovered.
    if (type === 'pong') this.#failures = 0
    else this.#listener.onMessage(message)
  }

  #handleReady(isMissed: boolean): void {
    this.#isReady = true
    this.#refusals = 0
    this.#heartbeat = setInterval(() => this.send({ type: 'ping' }), PING_EVERY_MS)
    this.#listener.onConnect(isMissed)
  }

  #handleClose(code?: number): void {
    // The server missed something itself: where this comes back to may not know that.
    if (code === CLOSED.comeBack) this.#heardAt = 0
    this.#disconnect()
    if (code === CLOSED.unauthorized) void this.#refreshToken()
    else this.#scheduleRetry()
  }

  async #refreshToken(): Promise<void> {
    await accountEndSettled()
    if (this.#isStopped) return
    const refreshed = await refreshToken(this.#token)
    if (this.#isStopped || 'lost' in refreshed) return
    this.#refusals++
    if ('failed' in refreshed || this.#refusals > 1) this.#scheduleRetry()
    else this.#connect()
  }

  /** With full jitter, so that thousands of clients do not reconnect at once. */
  #scheduleRetry(): void {
    const longest = Math.min(RETRY_LONGEST_MS, RETRY_FIRST_MS * 2 ** this.#failures)
    this.#failures++
    this.#retryTimer = setTimeout(() => this.#connect(), Math.random() * longest)
  }

  #expectMessageWithin(ms: number): void {
    clearTimeout(this.#silenceTimer)
    this.#silenceTimer = setTimeout(() => this.#handleClose(), ms)
  }

  /** Forgets the socket at once: the end of a dead one may take minutes to be reported. */
  #disconnect(): void {
    clearTimeout(this.#retryTimer)
    clearTimeout(this.#silenceTimer)
    clearInterval(this.#heartbeat)
    this.#retryTimer = undefined
    const socket = this.#socket
    this.#socket = undefined
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null
      socket.close()
    }
    if (!this.#isReady) return
    this.#isReady = false
    this.#listener.onDisconnect()
  }
}

/** How long ago (ms) this was, by the clock of this device. */
export function msSince(then: number): number {
  return Math.max(0, Math.round(Date.now() - then))
}

/** Whether something may have been missed: a server that does not say cannot tell. */
function saysMissed(message: unknown): boolean {
  return fieldsOf(message)?.isMissed !== false
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

export function typeOf(message: unknown): unknown {
  return fieldsOf(message)?.type
}

/** What a text of the server may have in it, before it is known to be any event. */
function fieldsOf(message: unknown) {
  return message as { type?: unknown; isMissed?: unknown } | null | undefined
}
