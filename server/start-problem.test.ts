import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COMPILE_CACHE } from '../tests/compile-cache.ts'
import { readConfig } from './config.ts'
import { startProblem } from './start-problem.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snug-start-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The server as a process, until it gives up. */
async function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { PORT: '0', DATA_DIR: join(folder, 'data'), ...COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 40_000,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const [said, code] = await Promise.all([text(child.stderr), ended])
  return { said, code }
}

describe('a setting that cannot be used here stops the start with one line', () => {
  it('when the port is taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const outcome = await start({ PORT: String(port) })
    other.close()
    expect(outcome).toEqual({ said: `PORT ${port} is taken by another program.\n`, code: 1 })
  }, 60_000)

  it('when the host is nowhere, or elsewhere', async () => {
    expect(await start({ HOST: 'snug.invalid' })).toEqual({
      said: 'HOST "snug.invalid" is not known: no address is found for it.\n',
      code: 1,
    })
    expect(await start({ HOST: '192.0.2.1' })).toEqual({
      said: 'HOST "192.0.2.1" is no address of this machine.\n',
      code: 1,
    })
  }, 60_000)

  it('when the data folder is a file, or below one', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    expect(await start({ DATA_DIR: file })).toEqual({
      said: `DATA_DIR ${file} cannot be used: it is a file, not a folder.\n`,
      code: 1,
    })
    const below = join(file, 'data')
    expect(await start({ DATA_DIR: below })).toEqual({
      said: `DATA_DIR ${below} cannot be used: a part of it is a file, not a folder.\n`,
      code: 1,
    })
  }, 60_000)
})

describe('the line', () => {
  const config = readConfig({ PORT: '80', DATA_DIR: '/srv/snug' })
  const failed = (details: object) => Object.assign(new Error('It failed.'), details)

  it.each([
    [{ code: 'EACCES', syscall: 'listen' }, /^PORT 80 is not allowed/],
    [{ code: 'EACCES', syscall: 'bind' }, /^PORT 80 is not allowed/],
    [{ code: 'EAFNOSUPPORT', syscall: 'listen' }, /^HOST .*EAFNOSUPPORT/],
    [{ code: 'EACCES', syscall: 'mkdir', path: '/srv/snug' }, /^DATA_DIR .* may not write there/],
    [{ code: 'EROFS', syscall: 'mkdir', path: '/srv/snug/images' }, /^DATA_DIR .* written there/],
    [{ code: 'ENAMETOOLONG', syscall: 'mkdir', path: '/srv/snug' }, /^DATA_DIR .*ENAMETOOLONG/],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 1544 }, /^DATA_DIR .* database in it/],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 14 }, /^DATA_DIR .* database in it/],
  ])('names the setting for %j', (details, line) => {
    expect(startProblem(failed(details), config)).toMatch(line)
  })

  it.each([
    { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'redis' },
    { code: 'EACCES', syscall: 'open', path: '/srv/snug-other' },
    { code: 'ERR_SQLITE_ERROR', errcode: 11 },
    {},
  ])('is not made up for %j', (details) => {
    expect(startProblem(failed(details), config)).toBeNull()
  })
})
