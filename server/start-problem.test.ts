import { spawn } from 'node:child_process'
import {
  copyFile,
  mkdir,
  mkdtemp,
  open as openFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { snug } from '../tests/commands.ts'
import { openEmbeddedServer } from '../tests/faults/embedded-server.ts'
import { COMPILE_CACHE } from '../tests/setup/compile-cache.ts'
import { readConfig } from './config.ts'
import { migrations } from './migrations/all.ts'
import { migrate } from './platform/database/migrate.ts'
import { sqliteDialect } from './platform/database/sqlite/sqlite-dialect.ts'
import { startProblem } from './start-problem.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snug-start-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** For Node: at the end it names all modules that were loaded. */
const TELLING_MODULES = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const urls = []
  registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
  process.on('exit', () => process.stderr.write(urls.join('\\n')))
`)}`

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
  })

  it('when the host is nowhere, or elsewhere', async () => {
    expect(await start({ HOST: 'snug.invalid' })).toEqual({
      said: 'HOST "snug.invalid" is not known: no address is found for it.\n',
      code: 1,
    })
    expect(await start({ HOST: '192.0.2.1' })).toEqual({
      said: 'HOST "192.0.2.1" is no address of this machine.\n',
      code: 1,
    })
  })

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
    const farBelow = join(below, 'deep')
    expect(await start({ DATA_DIR: farBelow })).toEqual({
      said: `DATA_DIR ${farBelow} cannot be used: a part of it is a file, not a folder.\n`,
      code: 1,
    })
  })

  it('when the way to the data folder leads to a disk that is not there', async () => {
    const way = join(folder, 'way')
    await symlink(join(folder, 'unmounted'), way)
    const dataDir = join(way, 'data')
    expect(await start({ DATA_DIR: dataDir })).toEqual({
      said: `DATA_DIR ${dataDir} cannot be used: ${way} leads to a folder that is not there.\n`,
      code: 1,
    })
  })

  // Nor does one that only looks after others that serve: its own memory would be five times as
  // much.
  it('before anything is loaded that serves', async () => {
    const { said, code } = await start({ DATA_DIR: '/dev/null', NODE_OPTIONS: TELLING_MODULES })
    const [problem, ...loaded] = said.trim().split('\n')
    expect([problem, code]).toEqual([expect.stringContaining('is a file'), 1])
    expect(loaded).toContain(pathToFileURL(MAIN).href)
    const isPackage = (url: string) => url.includes('/node_modules/')
    expect(loaded.filter((url) => isPackage(url) || url.endsWith('/app.ts'))).toEqual([])
  })

  it.runIf(process.platform === 'linux')('when no folder can be made there', async () => {
    expect(await start({ DATA_DIR: '/proc/snug/data' })).toEqual({
      said: 'DATA_DIR /proc/snug/data cannot be used: no folder can be made there.\n',
      code: 1,
    })
  })
})

describe('a database that cannot be served stops the start with one line', () => {
  const dataDir = () => join(folder, 'data')
  const file = () => join(dataDir(), 'snug.db')
  const restore = /^The database in DATA_DIR .+ is damaged\. Bring .+ "snug restore FILE".+\n$/
  beforeEach(async () => {
    await mkdir(dataDir())
  })

  async function fillDatabase() {
    const db = new Kysely({ dialect: sqliteDialect(file()) })
    await migrate(db, migrations)
    await db.destroy()
  }

  it.each([
    ['is no database', () => writeFile(file(), 'Not a database at all.\n'.repeat(1_000))],
    [
      'was cut off',
      async () => {
        await fillDatabase()
        const { size } = await stat(file())
        await truncate(file(), size - 4_096)
      },
    ],
    [
      'has a page of rubbish',
      async () => {
        await fillDatabase()
        await using open = await openFile(file(), 'r+')
        await open.write(Buffer.alloc(4_096 - 100, 0x5a), 0, 4_096 - 100, 100)
      },
    ],
  ])('when it %s', async (_, damage) => {
    await damage()
    expect(await start({})).toEqual({ said: expect.stringMatching(restore), code: 1 })
  })

  it('when a newer version has used it', async () => {
    await fillDatabase()
    const kept = `${file()}.before-9999-later`
    await copyFile(file(), kept)
    using database = new DatabaseSync(file())
    database.exec(`insert into kysely_migration values
      ('9999-later', '2030-01-01'), ('9999-more.additive', '2030-01-01')`)
    expect(await start({})).toEqual({
      said: `The database was used by a newer version of Snug. Update Snug first. It made 9999-later, 9999-more.additive, which this version does not know. To stay with this version, without what was written since then: delete snug.db, snug.db-wal and snug.db-shm in ${dataDir()} and rename ${kept} to snug.db, or bring a backup from before that back with "snug restore FILE".\n`,
      code: 1,
    })
  })

  it('when a restore was cut off between the folder of before and that of the backup', async () => {
    await rename(dataDir(), `${dataDir()}.restoring`)
    expect(await start({})).toEqual({
      said: `A backup was being restored to ${dataDir()} when that was cut off. Run "snug restore" again.\n`,
      code: 1,
    })
    expect(await readdir(folder)).toEqual(['data.restoring'])
  })

  it('when another server is in the data folder, and not once that is gone', async () => {
    const server = await openEmbeddedServer(folder)
    const { dataDir } = server
    const refused = {
      said: `Snug is running on ${dataDir} already. Stop it first, or set another DATA_DIR for this one.\n`,
      code: 1,
    }
    expect(await start({ DATA_DIR: dataDir })).toEqual(refused)
    expect((await snug(['migrate'], { DATA_DIR: dataDir })).err).toMatch(/^Snug is running on/)
    // What may be done beside a server still may.
    expect(await snug(['member', 'list'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
    await server.kill()
    await server.start()
    await server.close()
  })
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
    [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, /^DATA_DIR .* no room left .* make room/],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 4874 }, /^DATA_DIR .* no room left .* make room/],
    [
      { code: 'ERR_SQLITE_ERROR', errcode: 11 },
      /^The database .* is damaged.* "snug restore FILE"/,
    ],
    [
      { code: 'ERR_SQLITE_ERROR', errcode: 26 },
      /^The database .* is damaged.* "snug restore FILE"/,
    ],
    // As it says it of a disk that was pulled out: a page could not be read.
    [{ code: 'ERR_SQLITE_ERROR', errcode: 266 }, /^DATA_DIR .* disk does not answer/],
  ])('names the setting for %j', (details, line) => {
    expect(startProblem(failed(details), config)).toMatch(line)
  })

  it('says of a full PostgreSQL what helps', () => {
    const remote = readConfig({ DATABASE_URL: 'postgres://snug@127.0.0.1/snug' })
    expect(startProblem(failed({ code: '53100' }), remote)).toMatch(/no room left .+ DATABASE_URL/)
  })

  it.each([
    { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'redis' },
    { code: 'EACCES', syscall: 'open', path: '/srv/snug-other' },
    { code: 'ERR_SQLITE_ERROR', errcode: 1 },
    {},
  ])('is not made up for %j', (details) => {
    expect(startProblem(failed(details), config)).toBeNull()
  })
})
