import { WebSocket } from 'ws'
import {
  type ClientMessage,
  REALTIME_PATH,
  type ServerEvent,
  serverEvent,
} from '../contract/realtime.ts'
import type { Topic } from '../server/realtime/bus.ts'
import type { Actor } from '../server/services.ts'
import { PATIENCE_MS } from './setup/waiting-patience.ts'
import type { TestServer } from './test-server.ts'

// Clients of the realtime API, over a real socket of a listening server:
//   const ben = await connect(server, member)   // is ready before this returns
//   await ben.next('notification')             // the next one not yet taken, or it fails
//   await ben.flushed()                        // all that was sent to him before has come…
//   expect(ben.received).toEqual([])           // …and was this
// The server closes every socket when it is closed.

type Type = ServerEvent['type']
type EventOf<T extends Type> = Extract<ServerEvent, { type: T }>

export type RealtimeClient = ReturnType<typeof clientOf>

/** The address of the realtime API; the server begins to listen with the first call. */
export async function realtimeUrl(server: TestServer): Promise<string> {
  const listener = server.httpServer.server
  if (!listener.listening) await server.httpServer.listen(0, '127.0.0.1')
  const address = listener.address()
  if (typeof address !== 'object' || !address) throw new Error('The server does not listen.')
  return `ws://127.0.0.1:${address.port}/api${REALTIME_PATH}`
}

/** A socket that has sent nothing yet. */
export async function openSocket(server: TestServer, headers: Record<string, string> = {}) {
  const socket = new WebSocket(await realtimeUrl(server), { headers })
  const client = clientOf(socket)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return client
}

/** A client whose hello was accepted. */
export async function connect(
  server: TestServer,
  member: { token: string },
): Promise<RealtimeClient> {
  const client = await openSocket(server)
  client.send({ type: 'hello', token: member.token })
  await client.next('ready')
  return client
}

/** Lets members listen to more than the rooms say. */
export function listenToMore({ services }: TestServer, more: (actor: Actor) => Promise<Topic[]>) {
  const { topicsOf } = services
  services.topicsOf = async (actor) => (await Promise.all([topicsOf(actor), more(actor)])).flat()
}

function clientOf(socket: WebSocket) {
  /** What the server sent and `next` has not yet taken, in order. */
  const received: ServerEvent[] = []
  let wake = () => {}
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  socket.on('close', () => wake())
  socket.on('message', (data) => {
    received.push(serverEvent.parse(JSON.parse(String(data))))
    wake()
  })

  /**
   * The next event of this type that was not taken yet; fails once the socket is closed, or after
   * half a minute.
   */
  async function next<T extends Type>(type: T): Promise<EventOf<T>> {
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      const index = received.findIndex((event) => event.type === type)
      if (index >= 0) return received.splice(index, 1)[0] as EventOf<T>
      const left = deadline - Date.now()
      if (left <= 0 || socket.readyState === WebSocket.CLOSED)
        throw new Error(`No ${type} came, but ${JSON.stringify(received)}.`)
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, left)
      })
    }
  }

  return {
    socket,
    received,
    /** Resolves with the code once the socket is closed, by whomever. */
    closed,
    next,
    send(message: ClientMessage) {
      socket.send(JSON.stringify(message))
    },
    /** Resolves once everything sent to this client before has come. */
    async flushed() {
      socket.send(JSON.stringify({ type: 'ping' }))
      await next('pong')
    },
    close() {
      socket.close()
      return closed
    },
  }
}
