import { WebSocket } from 'ws'
import {
  type ClientMessage,
  REALTIME_PATH,
  type ServerEvent,
  serverEvent,
} from '../contract/realtime.ts'
import type { TestServer } from './test-server.ts'

// Members on the stream, over a real socket of a listening server:
//   const ben = await connect(server, member)   // is let in before this returns
//   await ben.next('notification')             // the next one not yet taken, or it fails
//   await ben.quiet()                          // all that was sent to him before has come…
//   expect(ben.said).toEqual([])               // …and was this
// The server closes every socket when it is closed.

type Type = ServerEvent['type']
type EventOf<T extends Type> = Extract<ServerEvent, { type: T }>

const PATIENCE_MS = 2_000

export type Line = ReturnType<typeof lineOf>

/** The address of the stream; the server begins to listen with the first asking. */
export async function realtimeUrl(server: TestServer): Promise<string> {
  const listener = server.door.server
  if (!listener.listening) await server.door.listen(0, '127.0.0.1')
  const address = listener.address()
  if (typeof address !== 'object' || !address) throw new Error('The house does not listen.')
  return `ws://127.0.0.1:${address.port}/api${REALTIME_PATH}`
}

/** A socket that has said nothing yet. */
export async function openLine(server: TestServer, headers: Record<string, string> = {}) {
  const socket = new WebSocket(await realtimeUrl(server), { headers })
  const line = lineOf(socket)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return line
}

/** A member on the stream, let in. */
export async function connect(server: TestServer, member: { token: string }): Promise<Line> {
  const line = await openLine(server)
  line.say({ type: 'hello', token: member.token })
  await line.next('ready')
  return line
}

function lineOf(socket: WebSocket) {
  /** What was said and not yet taken by `next`, in order. */
  const said: ServerEvent[] = []
  let wake = () => {}
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  socket.on('message', (data) => {
    said.push(serverEvent.parse(JSON.parse(String(data))))
    wake()
  })

  /** The next event of this type that was not taken yet; fails after two seconds. */
  async function next<T extends Type>(type: T): Promise<EventOf<T>> {
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      const index = said.findIndex((event) => event.type === type)
      if (index >= 0) return said.splice(index, 1)[0] as EventOf<T>
      const left = deadline - Date.now()
      if (left <= 0) throw new Error(`No ${type} came, but ${JSON.stringify(said)}.`)
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, left)
      })
    }
  }

  return {
    socket,
    said,
    /** Resolves with the code once the socket is closed, by whomever. */
    closed,
    next,
    say(message: ClientMessage) {
      socket.send(JSON.stringify(message))
    },
    /** Resolves once everything sent to this line before has come. */
    async quiet() {
      socket.send(JSON.stringify({ type: 'ping' }))
      await next('pong')
    },
    close() {
      socket.close()
      return closed
    },
  }
}
