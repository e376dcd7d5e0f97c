import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NOT_READY } from '../../contract/errors.ts'
import { freePort } from '../../scripts/free-port.ts'
import { COMPILE_CACHE } from '../../tests/setup/compile-cache.ts'

// The real server, told to stop while somebody holds a request open.

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

let dataDir: string
let servers: ChildProcess[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'snug-stopping-'))
  servers = []
})
afterEach(async () => {
  for (const server of servers) server.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

async function startServer() {
  const port = await freePort()
  const server = spawn(process.execPath, [MAIN], {
    env: { PORT: String(port), DATA_DIR: join(dataDir, String(port)), ...COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  servers.push(server)
  const exited = once(server, 'exit')
  for await (const text of createInterface(server.stdout))
    if (text.startsWith('Snug is ready')) return { server, port, exited }
  throw new Error('The server never said that it is ready.')
}

/** A request whose body never comes. */
async function hangingRequest(port: number) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const head = ['POST /api/users/login HTTP/1.1', 'host: x', 'content-type: application/json']
  socket.write(`${[...head, 'content-length: 50'].join('\r\n')}\r\n\r\n{`)
  socket.on('error', () => {})
  return socket
}

it('says so, waits for a request in hand, and is gone although that never ends', async () => {
  const { server, port, exited } = await startServer()
  const health = () => fetch(`http://127.0.0.1:${port}/api/health`)
  await hangingRequest(port)
  // It has arrived.
  expect((await health()).status).toBe(200)
  const toldAt = performance.now()
  server.kill('SIGTERM')
  let answer = await health()
  while (answer.status === 200) answer = await health()
  expect([answer.status, (await answer.json()).error]).toEqual([503, NOT_READY])
  expect(await exited).toEqual([0, null])
  expect(performance.now() - toldAt).toBeGreaterThan(2_000)
})

it('is gone while another still waits when nobody holds anything open', async () => {
  const idle = await startServer()
  const busy = await startServer()
  await hangingRequest(busy.port)
  expect((await fetch(`http://127.0.0.1:${busy.port}/api/health`)).status).toBe(200)
  for (const { server } of [busy, idle]) server.kill('SIGTERM')
  expect(await idle.exited).toEqual([0, null])
  expect(busy.server.exitCode).toBeNull()
})
