import { execFile, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

// A small project with the real setup, and stand-ins for npm and Vite that note each call.
const FAKE_NPM = `echo "npm $*" >>calls
[ -e offline ] && exit 1
mkdir -p node_modules/.bin
cp package-lock.json node_modules/.package-lock.json
[ -e no-runtime ] || ln -sf "${process.execPath}" node_modules/.bin/node
cp bin/fake-vite node_modules/.bin/vite`
const FAKE_VITE = `echo vite >>calls
grep -q broken web/main.tsx && echo "main.tsx is broken" && exit 1
mkdir -p "$3" && cp web/main.tsx "$3"`
const LOCKFILE = {
  '': {},
  'node_modules/zod': { integrity: 'zod-1' },
  'node_modules/vitest': { integrity: 'vitest-1', dev: true },
  'node_modules/node-elsewhere': { integrity: 'node-1', optional: true },
}

let project: string

beforeEach(() => {
  project = fs.mkdtempSync(join(tmpdir(), 'setup-'))
  for (const file of ['setup.js', 'setup']) {
    fs.cpSync(join(import.meta.dirname, file), join(project, 'scripts', file), { recursive: true })
  }
  write('package.json', '{"type":"module"}')
  write('web/main.tsx', 'first')
  write('bin/npm', `#!/bin/sh\n${FAKE_NPM}`)
  write('bin/fake-vite', `#!/bin/sh\n${FAKE_VITE}`)
  writeLock('package-lock.json', LOCKFILE)
})

afterEach(() => fs.rmSync(project, { recursive: true }))

describe('on a fresh clone', () => {
  it('installs and builds, saying why, and is silent the next time', () => {
    const first = setUp('client')
    expect(first.output).toBe(
      'Installing packages: nothing is installed yet.\nBuilding the client: it is not built yet.\n',
    )
    expect(read('dist/web/main.tsx')).toBe('first')
    expect(setUp('client')).toEqual({ status: 0, output: '' })
    expect(calls()).toHaveLength(2)
  })

  it('builds nothing when nobody asks for the client', () => {
    expect(setUp().output).toBe('Installing packages: nothing is installed yet.\n')
  })

  it('stops with a sentence when the install fails', () => {
    write('offline', '')
    const { status, output } = setUp('client')
    expect(status).toBe(1)
    expect(output).toContain('The packages could not be installed')
    expect(calls()).toHaveLength(1)
  })

  it('stops when package.json asks for what is not locked', () => {
    write('package.json', '{"type":"module","dependencies":{"pg":"8.0.0"}}')
    const { status, output } = setUp()
    expect(status).toBe(1)
    expect(output).toContain('run "npm install" first')
    expect(fs.existsSync(join(project, 'calls'))).toBe(false)
  })

  it('goes on with a new enough Node of the machine where no runtime was installed', () => {
    write('no-runtime', '')
    const { status, output } = setUp()
    expect(status).toBe(0)
    expect(output).toContain(`using Node ${process.versions.node}`)
  })

  it('links the pinned Node itself where npm does not', () => {
    write('no-runtime', '')
    write('node_modules/node-here/bin/node', `#!/bin/sh\nexec "${process.execPath}" "$@"`)
    const runtime = { integrity: 'node-1', optional: true, bin: { node: 'bin/node' } }
    writeLock('package-lock.json', { ...LOCKFILE, 'node_modules/node-here': runtime })
    expect(setUp()).toEqual({
      status: 0,
      output: 'Installing packages: nothing is installed yet.\n',
    })
    expect(fs.readlinkSync(join(project, 'node_modules/.bin/node'))).toBe('../node-here/bin/node')
  })

  it('does not keep a pinned Node that cannot run here', () => {
    write('node_modules/.bin/node', '#!/bin/sh\nexit 127')
    write('no-runtime', '')
    expect(setUp().output).toContain(`using Node ${process.versions.node}`)
  })

  it('installs and builds once when started twice', async () => {
    const codes = await Promise.all([setUpAside(), setUpAside()])
    expect(codes).toEqual([0, 0])
    expect(calls()).toHaveLength(2)
    expect(fs.existsSync(join(project, '.setup-lock'))).toBe(false)
  })

  it('takes over the lock of a setup that died', () => {
    write('.setup-lock', String(spawnSync(process.execPath, ['--version']).pid))
    expect(setUp()).toMatchObject({ status: 0 })
    expect(calls()).toHaveLength(1)
  })
})

describe('when something changed', () => {
  beforeEach(() => {
    setUp('client')
    fs.rmSync(join(project, 'calls'))
  })

  it.each([
    ['a package has another version', { ...LOCKFILE, 'node_modules/zod': { integrity: 'zod-2' } }],
    ['a package was added', { ...LOCKFILE, 'node_modules/pg': { integrity: 'pg-1' } }],
    ['a package was removed', { '': {}, 'node_modules/zod': { integrity: 'zod-1' } }],
  ])('installs again when %s', (_, packages) => {
    writeLock('package-lock.json', packages)
    expect(setUp().output).toBe('Installing packages: package-lock.json has changed.\n')
  })

  it('installs everything anew when the packages were made for another machine', () => {
    const packages = { ...LOCKFILE, 'node_modules/zod': { integrity: 'zod-1', os: ['beos'] } }
    writeLock('node_modules/.package-lock.json', packages)
    write('node_modules/zod/foreign', '')
    expect(setUp().output).toContain('were made for another machine')
    expect(fs.existsSync(join(project, 'node_modules/zod/foreign'))).toBe(false)
  })

  it('lets be an optional package that the lockfile does not know', () => {
    const packages = { ...LOCKFILE, 'node_modules/binding': { integrity: 'b-1', optional: true } }
    writeLock('node_modules/.package-lock.json', packages)
    expect(setUp().output).toBe('')
  })

  it('asks for development packages to check, not to serve', () => {
    const { 'node_modules/vitest': _, ...served } = LOCKFILE
    writeLock('node_modules/.package-lock.json', served)
    expect(setUp('client').output).toBe('')
    expect(setUp().output).toBe('Installing packages: package-lock.json has changed.\n')
    expect(calls()[0]).toContain('--include=dev')
  })

  it('builds again when the source changed, not when a test did', () => {
    write('web/main.test.tsx', 'test')
    expect(setUp('client').output).toBe('')
    write('web/main.tsx', 'second')
    expect(setUp('client').output).toBe('Building the client: its source has changed.\n')
    expect(read('dist/web/main.tsx')).toBe('second')
  })

  it('keeps the last good client when the build fails, and shows why', () => {
    write('web/main.tsx', 'broken')
    const { status, output } = setUp('client')
    expect(status).toBe(1)
    expect(output).toMatch(/main[.]tsx is broken.*The client could not be built/s)
    expect(read('dist/web/main.tsx')).toBe('first')
  })
})

function setUp(...args: string[]) {
  const command = [join(project, 'scripts/setup.js'), ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    env: environment(),
  })
  return { status, output: stdout + stderr }
}

function setUpAside(): Promise<number | null> {
  const command = [join(project, 'scripts/setup.js'), 'client']
  const child = execFile(process.execPath, command, { env: environment() })
  return new Promise((resolve) => child.on('close', resolve))
}

function environment() {
  return { PATH: [join(project, 'bin'), process.env.PATH].join(delimiter) }
}

function calls(): string[] {
  return read('calls').trim().split('\n')
}

function writeLock(file: string, packages: object) {
  write(file, JSON.stringify({ packages }))
}

function read(file: string): string {
  return fs.readFileSync(join(project, file), 'utf8')
}

function write(file: string, text: string) {
  fs.mkdirSync(dirname(join(project, file)), { recursive: true })
  fs.writeFileSync(join(project, file), text, { mode: 0o755 })
}
