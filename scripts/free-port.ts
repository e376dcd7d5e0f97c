import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Below those that systems give to outgoing connections. Such a port could be taken by one while a
// server that a test has stopped is to come back on it.
const FIRST = 15_000
const LAST = 32_000
const ATTEMPTS = 50

/**
 * A port of this machine that nobody listens on now, nor any process of ours was given: a server
 * that starts takes a while until it listens, and whoever asks it meanwhile would be answered by
 * another.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if ((await isFree(port)) && (await reserve(port))) return port
  }
  throw new Error('There is no free port.')
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}

/**
 * Until this process ends. By the port of the same number of another protocol, which needs no file,
 * at an address where nobody serves: some servers take both protocols.
 */
async function reserve(port: number): Promise<boolean> {
  const mark = createSocket('udp4')
  try {
    mark.bind({ port, address: '127.0.0.2', exclusive: true })
    await once(mark, 'listening')
  } catch (error) {
    mark.close()
    // Not every system has that address: there a port is only likely to be one's own.
    return (error as NodeJS.ErrnoException).code !== 'EADDRINUSE'
  }
  mark.unref()
  return true
}
