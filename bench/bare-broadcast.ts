import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'

// The limit chat is measured against: a server that knows which socket is in which group, sends
// each message on to the group, and does nothing else. A message is the group's name, a space, and
// `join` or the text to send on.

const groups = new Map<string, Set<WebSocket>>()
const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })

sockets.on('connection', (socket) => {
  socket.on('message', (data) => {
    const text = String(data)
    const space = text.indexOf(' ')
    const group = text.slice(0, space)
    const words = text.slice(space + 1)
    if (words === 'join') {
      const members = groups.get(group) ?? new Set()
      groups.set(group, members.add(socket))
      return socket.send('joined')
    }
    for (const member of groups.get(group) ?? []) member.send(words)
  })
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.send?.(`ws://127.0.0.1:${address.port}`)
})
process.on('disconnect', () => process.exit())
