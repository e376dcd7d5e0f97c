import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import {
  CLIENT_MESSAGE_MAX_BYTES,
  CLOSED,
  type ClientMessage,
  clientMessage,
} from '../../../contract/realtime.ts'
import { createAdmission } from './admission.ts'
import type { Bus } from './bus.ts'
import { Connection, type Visitor } from './connection.ts'
import { conversation } from './conversation.ts'
import { deliver, type Log, type Porter } from './delivery.ts'
import { Hub } from './hub.ts'
import { createPresence } from './presence.ts'
import { refuseUpgrade, upgradeRefusal } from './upgrading.ts'
import { keepWatch } from './watch.ts'

// The stream at /api/realtime. It brings a member what they may know, in order, from `ready` on
// until they leave or the right ends; what a break swallows the client asks for afterwards. The
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

export interface Stream {
  readonly openSockets: number
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes every socket and takes no new one. */
  close(): Promise<void>
}

interface StreamOptions<V extends Visitor> {
  bus: Bus
  clock: () => number
  log: Log
  porter: Porter<V>
  publicUrl: string
  addressOf: (request: IncomingMessage) => string
  /** Whether one member, one address and one connection can only have so much. */
  isLimited: boolean
}

export function createStream<V extends Visitor>(world: StreamOptions<V>): Stream {
  const { bus, clock, log } = world
  const server = new WebSocketServer(SOCKETS)
  const open = new Map<WebSocket, Connection<V>>()
  const hub = new Hub<Connection<V>>()
  const presence = createPresence<Connection<V>>(bus, (spaceId, event) =>
    hub.tell({ kind: 'event', topics: [`space:${spaceId}`], event }),
  )
  const delivery = deliver(bus, hub, world.porter, log)
  const answer = conversation(hub, presence, bus, clock)
  const admission = createAdmission({ ...world, hub, grant: delivery.grant, answer })
  const watch = keepWatch({ ...world, hub, connections: () => open.values() })
  const allClosed = Promise.withResolvers<void>()
  let isClosing = false

  const watcher = {
    silenced(connection: Connection<V>, topic: string) {
      if (topic.startsWith('space:'))
        presence.leave(connection, connection.memberId, topic.slice('space:'.length))
    },
    ended(connection: Connection<V>) {
      admission.forget(connection)
      if (connection.visitor) hub.remove(connection)
    },
  }

  function begin(socket: WebSocket, line: Duplex, address: string) {
    const connection = new Connection({ socket, line }, address, clock(), watcher)
    open.set(socket, connection)
    admission.expect(connection)
    log.debug({ sockets: open.size }, 'a socket opened')
    socket.on('message', (data, isBinary) => take(connection, isBinary ? null : data))
    // What is wrong with a frame ends the socket by itself.
    socket.on('error', () => connection.leave())
    socket.on('close', (code) => end(socket, connection, code))
  }

  function end(socket: WebSocket, connection: Connection<V>, code: number) {
    connection.leave()
    open.delete(socket)
    log.debug({ member: connection.visitor?.id, code, sockets: open.size }, 'a socket closed')
    if (isClosing && open.size === 0) allClosed.resolve()
  }

  function take(connection: Connection<V>, data: RawData | null) {
    if (connection.isEnded) return
    connection.heardAt = clock()
    const message = read(data)
    if (message) admission.take(connection, message)
    else connection.end(connection.hasSaidHello ? CLOSED.unreadable : CLOSED.unauthorized)
  }

  return {
    get openSockets() {
      return open.size
    },
    upgrade(request, socket, head) {
      const address = world.addressOf(request)
      const refusal = isClosing
        ? 'not_ready'
        : upgradeRefusal(request, world.publicUrl, admission.isFullFor(address))
      if (refusal) refuseUpgrade(socket, refusal)
      else server.handleUpgrade(request, socket, head, (client) => begin(client, socket, address))
    },
    async close() {
      isClosing = true
      watch.stop()
      server.close()
      for (const connection of open.values()) connection.end(GOING_AWAY)
      if (open.size > 0) await allClosed.promise
      presence.stop()
      await delivery.stop()
      await admission.settled()
    },
  }
}

/** Null for what is no message of ours. */
function read(data: RawData | null): ClientMessage | null {
  try {
    return clientMessage.parse(JSON.parse(String(data)))
  } catch {
    return null
  }
}
