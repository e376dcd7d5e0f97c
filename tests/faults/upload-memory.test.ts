import { readdir, readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Community, openCommunity } from './writing.ts'

// What a few hostile senders can take of the server's memory by forms: it stays little, however
// many files they send and however slowly.

const MB = 1024 * 1024
const GROWTH_MAX = 150 * MB
const BOUNDARY = 'x-snug-x'

let community: Community
let sockets: Socket[]
beforeEach(async () => {
  sockets = []
  community = await openCommunity(20)
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await community.close()
})

const memory = async () => {
  const status = await readFile(`/proc/${community.server.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}
const onDisk = () => readdir(join(community.server.dataDir, 'uploads')).catch(() => [])
const fileHead = (name: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="image"; filename="${name}"\r\n\r\n`

/** The largest it was while this was done. */
async function mostMemoryWhile(work: () => Promise<void>): Promise<number> {
  let most = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, await memory())
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  await work()
  isOver = true
  await watching
  return most
}

function open(token: string, length: number) {
  const { hostname, port } = new URL(community.server.origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  sockets.push(socket)
  socket.write(
    `POST /api/posts HTTP/1.1\r\nhost: x\r\nx-auth-token: ${token}\r\n` +
      `content-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: ${length}\r\n\r\n`,
  )
  return socket
}

function answered(socket: Socket): Promise<number> {
  return new Promise((resolve) => {
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]
      if (status) resolve(Number(status))
    })
  })
}

it.skipIf(process.platform !== 'linux')('sixty files in a form, from many at once', async () => {
  const before = await memory()
  const file = `${fileHead('a.png')}${'x'.repeat(MB)}\r\n`
  const body = file.repeat(60)
  const most = await mostMemoryWhile(async () => {
    const statuses = community.members.slice(0, 8).map(({ token }) => {
      const socket = open(token, body.length)
      socket.write(body)
      return answered(socket)
    })
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([400]))
  })
  expect(most - before).toBeLessThan(GROWTH_MAX)
  await expect.poll(onDisk).toEqual([])
})

it.skipIf(process.platform !== 'linux')('sixty uploads that stop halfway', async () => {
  const before = await memory()
  const half = `${fileHead('a.png')}${'x'.repeat(7 * MB)}`
  const most = await mostMemoryWhile(async () => {
    for (const { token } of community.members)
      for (let count = 0; count < 3; count++) open(token, 14 * MB).write(half)
    await expect.poll(onDisk).toHaveLength(60)
    for (const { token } of community.members) {
      const socket = open(token, 14 * MB)
      socket.write(`${fileHead('a.png')}x`)
      expect(await answered(socket)).toBe(429)
    }
  })
  expect(most - before).toBeLessThan(GROWTH_MAX)
  expect((await fetch(`${community.server.origin}/api/health`)).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  await expect.poll(onDisk).toEqual([])
})
