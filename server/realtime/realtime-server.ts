import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import {
  CLIENT_MESSAGE_MAX_BYTES,
  CLOSED,
  clientMessage,
  type ReceivedMessage,
} from '../../contract/realtime.ts'
import type { Limits } from '../platform/limits.ts'
import type { Log } from '../platform/log.ts'
import type { Bus } from './bus.ts'
import { handleClientMessages } from './client-messages.ts'
import { Connection } from './connection.ts'
import { dispatchEvents } from './event-dispatch.ts'
import { createHandshake } from './handshake.ts'
import { startHeartbeat } from './heartbeat.ts'
import { Hub } from './hub.ts'
import type { ConnectionActor, MemberReads } from './member-reads.ts'
import { createPresence } from './presence.ts'
import { RecentTopics } from './recent-topics.ts'
import { startSessionExpiry } from './session-expiry.ts'
import { handleUpgrades } from './upgrade.ts'

// The WebSockets at /api/realtime. They bring a member what they may know, in order, from `ready`
// on until they leave or the right ends; what a break swallows the client asks for afterwards. The
// token comes in the first message, so that no address and no log holds it.

const GOING_AWAY = 1001
const SOCKETS = {
  noServer: true,
  clientTracking: false,
  // Our messages are short; compressing would cost each connection memory for little.
  perMessageDeflate: false,
  maxPayload: CLIENT_MESSAGE_MAX_BYTES,
  /** How long a socket that is being closed may take to answer. */
  closeTimeout: 1_000,
}

export interface RealtimeServer {
  readonly openSockets: number
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void
  close(): Promise<void>
}

interface RealtimeServerOptions<Actor extends ConnectionActor> {
  bus: Bus
  clock: () => number
  log: Log<'debug' | 'warn'>
  reads: MemberReads<Actor>
  publicUrl: string
  ipOf: (request: IncomingMessage) => string
  /** Whether one member, one address and one connection can only have so much. */
  isLimited: boolean
  limits: Limits
  onRefused: (ip: string, reason: string) => void
  /**
   * What is another after each write, where other processes cannot say that they ended sessions.
   */
  databaseState: (() => Promise<string>) | null
}

export function createRealtimeServer<Actor extends ConnectionActor>(
  options: RealtimeServerOptions<Actor>,
): RealtimeServer {
  const { bus, clock, log, reads } = options
  const server = new WebSocketServer(SOCKETS)
  const sockets = createSockets<Actor>(options, receive)
  const hub = new Hub<Connection<Actor>>()
  const recent = new RecentTopics(clock)
  const presence = createPresence<Connection<Actor>>(bus, (spaceId, event) =>
    hub.broadcast({ kind: 'broadcast', topics: [`space:${spaceId}`], event }),
  )
  const dispatch = dispatchEvents(bus, hub, recent, reads, log)
  const handle = handleClientMessages(hub, presence, recent, bus, clock)
  const handshake = createHandshake({ ...options, hub, recent, grant: dispatch.grant, handle })
  const heartbeat = startHeartbeat(sockets.connections, clock)
  const sessionExpiry = startSessionExpiry(hub, options)
  let isClosing = false

  const listener = {
    unsubscribed(connection: Connection<Actor>, topic: string) {
      if (topic.startsWith('space:'))
        presence.leave(connection, connection.memberId, Number(topic.slice('space:'.length)))
    },
    ended(connection: Connection<Actor>) {
      handshake.remove(connection)
      if (connection.actor) hub.remove(connection)
    },
  }

  function opened(socket: WebSocket, stream: Duplex, ip: string) {
    const connection = new Connection({ socket, stream }, ip, clock(), listener)
    handshake.add(connection)
    sockets.add(socket, connection)
  }

  function receive(connection: Connection<Actor>, data: RawData | null) {
    const message = read(data)
    if (message) handshake.receive(connection, message)
    else connection.close(connection.hasSaidHello ? CLOSED.unreadable : CLOSED.unauthorized)
  }

  return {
    get openSockets() {
      return sockets.count()
    },
    upgrade: handleUpgrades(options, {
      isClosing: () => isClosing,
      isFullFor: handshake.isFullFor,
      open: ({ request, stream, head }, ip) =>
        server.handleUpgrade(request, stream, head, (socket) => opened(socket, stream, ip)),
    }),
    async close() {
      isClosing = true
      heartbeat.stop()
      server.close()
      await Promise.all([sessionExpiry.stop(), sockets.closeAll(GOING_AWAY)])
      presence.stop()
      await dispatch.stop()
      await handshake.settled()
    },
  }
}

/** The sockets that are open, each with its connection; `receive` gets null for what is no text. */
function createSockets<Actor extends ConnectionActor>(
  { log, clock }: { log: Log<'debug' | 'warn'>; clock: () => number },
  receive: (connection: Connection<Actor>, data: RawData | null) => void,
) {
  const open = new Map<WebSocket, Connection<Actor>>()
  let onLastClosed: (() => void) | undefined

  function closed(socket: WebSocket, connection: Connection<Actor>, code: number) {
    connection.end()
    open.delete(socket)
    log.debug({ member: connection.actor?.id, code, sockets: open.size }, 'a socket closed')
    if (open.size === 0) onLastClosed?.()
  }

  return {
    count: () => open.size,
    connections: () => open.values(),
    add(socket: WebSocket, connection: Connection<Actor>) {
      open.set(socket, connection)
      log.debug({ sockets: open.size }, 'a socket opened')
      socket.on('message', (data, isBinary) => {
        if (connection.isEnded) return
        connection.lastReceivedAt = clock()
        receive(connection, isBinary ? null : data)
      })
      // What is wrong with a frame ends the socket by itself.
      socket.on('error', () => connection.end())
      socket.on('close', (code) => closed(socket, connection, code))
    },
    /** Resolves once each of them has closed. */
    async closeAll(code: number) {
      const allClosed = new Promise<void>((resolve) => {
        onLastClosed = resolve
      })
      for (const connection of open.values()) connection.close(code)
      if (open.size > 0) await allClosed
    },
  }
}

/** Null for what is no message of ours. */
function read(data: RawData | null): ReceivedMessage | null {
  try {
    return clientMessage.parse(JSON.parse(String(data)))
  } catch {
    return null
  }
}
