import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NOT_READY } from '../contract/errors.ts'
import { freePort } from '../scripts/free-port.ts'
import { COMPILE_CACHE } from '../tests/compile-cache.ts'

// The real server, told to stop while somebody holds a request open.

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

let dataDir: string
let server: ChildProcess
let port: number
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'snug-stopping-'))
  port = await freePort()
  server = spawn(process.execPath, [MAIN], {
    env: { PORT: String(port), DATA_DIR: dataDir, ...COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await said(/^Snug is ready/)
}, 30_000)
afterEach(async () => {
  server.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

async function said(line: RegExp) {
  if (!server.stdout) throw new Error('The server has no output.')
  for await (const text of createInterface(server.stdout)) if (line.test(text)) return
  throw new Error(`The server never said ${line}.`)
}

/** A request whose body never comes. */
async function hangingRequest() {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const head = ['POST /api/users/login HTTP/1.1', 'host: x', 'content-type: application/json']
  socket.write(`${[...head, 'content-length: 50'].join('\r\n')}\r\n\r\n{`)
  socket.on('error', () => {})
  return socket
}

const health = () => fetch(`http://127.0.0.1:${port}/api/health`)

it('says so, waits for a request in hand, and is gone within ten seconds', async () => {
  expect((await health()).status).toBe(200)
  await hangingRequest()
  // It has arrived.
  expect((await health()).status).toBe(200)
  const toldAt = performance.now()
  server.kill('SIGTERM')
  const exited = once(server, 'exit')
  while ((await health()).status === 200);
  const answer = await health()
  expect([answer.status, (await answer.json()).error]).toEqual([503, NOT_READY])
  expect(await exited).toEqual([0, null])
  expect(performance.now() - toldAt).toBeGreaterThan(2_000)
  expect(performance.now() - toldAt).toBeLessThan(10_000)
}, 30_000)

it('is gone at once when nobody holds anything open', async () => {
  expect((await health()).status).toBe(200)
  const toldAt = performance.now()
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
  expect(performance.now() - toldAt).toBeLessThan(5_000)
}, 30_000)
