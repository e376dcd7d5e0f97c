import { on, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { ServerEvent } from '../../contract/realtime.ts'
import { frameOf } from './frame.ts'

const event = (spaceId: string): ServerEvent => ({ type: 'space_changed', spaceId })
const SHORTEST = JSON.stringify(event('')).length

/** What a client reads from these bytes, one text after the other. */
async function readByClient(frames: Buffer[]): Promise<string[]> {
  const server = createServer().listen(0, '127.0.0.1')
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, client, head) =>
    sockets.handleUpgrade(request, client, head, () => client.write(Buffer.concat(frames))),
  )
  await once(server, 'listening')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const texts: string[] = []
  for await (const [data, isBinary] of on(client, 'message', { close: ['close'] })) {
    expect(isBinary).toBe(false)
    if (texts.push(String(data)) === frames.length) client.close()
  }
  server.close()
  return texts
}

it('is read whole, whatever its length', async () => {
  // A frame says its length in other ways from 126 and from 65,536 bytes on.
  const lengths = [SHORTEST, 125, 126, 127, 65_535, 65_536, 200_000]
  const events = lengths.map((length) => event('x'.repeat(length - SHORTEST)))
  events.push(event('Zoë 🫖'.repeat(30)))
  const texts = await readByClient(events.map(frameOf))
  expect(texts.map((text) => JSON.parse(text))).toEqual(events)
  expect(texts.map(({ length }) => length).slice(0, -1)).toEqual(lengths)
})
