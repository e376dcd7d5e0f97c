import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { CLOSED } from '../../contract/realtime.ts'
import { Connection } from './connection.ts'
import { frameOf } from './frame.ts'
import type { ConnectionActor } from './member-reads.ts'

const LISTENER = { unsubscribed() {}, ended() {} }
const changed = (spaceId: string) => ({ type: 'space_changed', spaceId }) as const

/** Both ends of an open socket: what is written to ours, and what comes to theirs. */
async function openLine() {
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const opened = Promise.withResolvers<Connection<ConnectionActor>>()
  const write = vi.fn()
  sockets.once('connection', (socket, { socket: stream }) => {
    const written = stream.write.bind(stream)
    vi.spyOn(stream, 'write').mockImplementation((...given) => {
      write()
      return written(...given)
    })
    opened.resolve(new Connection({ socket, stream }, '127.0.0.1', 0, LISTENER))
  })
  const { port } = server.address() as AddressInfo
  const client = new WebSocket(`ws://127.0.0.1:${port}`)
  onTestFinished(() => {
    client.terminate()
    server.close()
  })
  const received: unknown[] = []
  client.on('message', (data) => received.push(JSON.parse(String(data))))
  return { connection: await opened.promise, client, received, write }
}

it('what is sent in one turn goes out in its order by one write, and what waited before it', async () => {
  const { connection, received, write } = await openLine()
  connection.send(frameOf(changed('1')))
  connection.ready({ unreadCount: 0, unreadConversations: 0 })
  for (const spaceId of ['2', '3']) connection.send(frameOf(changed(spaceId)))
  expect(write).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(received).toHaveLength(4))
  const ready = { type: 'ready', unreadCount: 0, unreadConversations: 0 }
  expect(received).toEqual([ready, changed('1'), changed('2'), changed('3')])
  expect(write).toHaveBeenCalledTimes(1)
  connection.send(frameOf(changed('4')))
  await vi.waitFor(() => expect(received.at(-1)).toEqual(changed('4')))
  expect(write).toHaveBeenCalledTimes(2)
})

it('what was sent arrives before the goodbye of the same turn, and nothing after it', async () => {
  const { connection, client, received } = await openLine()
  const closed = once(client, 'close')
  connection.ready({ unreadCount: 0, unreadConversations: 0 })
  connection.send(frameOf(changed('1')))
  connection.close(CLOSED.unauthorized)
  connection.send(frameOf(changed('2')))
  const [code] = await closed
  expect(code).toBe(CLOSED.unauthorized)
  expect(received).toEqual([
    { type: 'ready', unreadCount: 0, unreadConversations: 0 },
    changed('1'),
  ])
})
