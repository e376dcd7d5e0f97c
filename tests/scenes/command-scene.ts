import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect } from 'vitest'
import { type Outcome, snug as run } from '../commands.ts'
import { COMPILE_CACHE } from '../setup/compile-cache.ts'
import { openTestServer, type TestServer } from '../test-server.ts'

const CLI = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))

type More = Record<string, string>

/**
 * A folder for each test of the file that calls this, and commands in it: beside a server, where
 * the test opened one, or with a data folder that is not there yet.
 */
export function commandScene() {
  let folder: string
  let server: TestServer | undefined
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'snug-cli-'))
  })
  afterEach(async () => {
    await server?.close()
    server = undefined
    await rm(folder, { recursive: true, force: true })
  })

  const environmentOf = (more: More) => ({
    DATA_DIR: server?.dataDir ?? join(folder, 'data'),
    ...more,
  })
  return {
    inFolder: (...names: string[]) => join(folder, ...names),
    async serve() {
      server = await openTestServer()
      return server
    },
    /** A command as a process of its own. */
    async spawned(words: string[], more: More = {}): Promise<Outcome> {
      const child = spawn(process.execPath, [CLI, ...words], {
        cwd: folder,
        env: { ...environmentOf(more), ...COMPILE_CACHE },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
      const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
      return outcome(code, out, err)
    },
    /** The same without a process, for what needs none: starting one takes a second. */
    async snug(words: string[], more: More = {}): Promise<Outcome> {
      const { code, out, err } = await run(words, environmentOf(more))
      return outcome(code, out, err)
    },
  }
}

function outcome(code: number | null, out: string, err: string): Outcome {
  // Whatever goes wrong is a sentence, never a stack.
  expect(err).not.toMatch(/^ {4}at |node:internal|Warning/m)
  return { code, out: out.trim(), err: err.trim() }
}

/** The files of all pictures in a data folder. */
export async function imagesIn(dataDir: string): Promise<string[]> {
  const found = await readdir(join(dataDir, 'images'), { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))
}
