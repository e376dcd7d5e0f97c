import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { textFrame } from '../server/realtime/frame.ts'

// The limit chat is measured against: a server that knows which socket is in which group, sends
// each message on to the group, and does nothing else. A message is the group's name, a space, and
// `join` or the text to send on. Started with `one-buffer` it writes the same bytes to all sockets
// of the group, as Snug does; else each is given the text.

const isShared = process.argv[2] === 'one-buffer'
const groups = new Map<string, Map<WebSocket, Duplex>>()
const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })

sockets.on('connection', (socket, { socket: stream }) => {
  socket.on('message', (data) => {
    const text = String(data)
    const space = text.indexOf(' ')
    const group = text.slice(0, space)
    const words = text.slice(space + 1)
    if (words === 'join') {
      const members = groups.get(group) ?? new Map()
      groups.set(group, members.set(socket, stream))
      return socket.send('joined')
    }
    const members = groups.get(group) ?? new Map<WebSocket, Duplex>()
    const frame = isShared ? textFrame(words) : null
    for (const [member, stream] of members) {
      if (frame) stream.write(frame)
      else member.send(words)
    }
  })
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.send?.(`ws://127.0.0.1:${address.port}`)
})
process.on('disconnect', () => process.exit())
