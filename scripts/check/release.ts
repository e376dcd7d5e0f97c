// `release`: what `npm run release` packs is small enough, holds nothing that only builds or tests,
// and serves by itself from an empty environment.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { freePort } from '../free-port.ts'
import { reachedFrom } from '../release/modules.ts'
import { platformNamed } from '../release/platforms.ts'
import { ENTRIES, stageRelease } from '../release/stage.ts'
import { fail, type Outcome, pass, skip } from './outcome.ts'

const ROOT = process.cwd()
const MAX_BYTES = 250_000_000
const MUST_NOT =
  /\.test\.ts$|\.tsx$|^web\/|\.map$|^node_modules\/(?:vite|vitest|typescript|react|tailwindcss)\//

const run = promisify(execFile)

export async function releaseRuns(): Promise<Outcome> {
  const platform = platformNamed(`${process.platform}-${process.arch}`)
  if (!platform) return skip('there is no release for this machine')
  const folder = await mkdtemp(join(tmpdir(), 'snug-release-'))
  try {
    const staged = join(folder, 'snug')
    await stageRelease({ root: ROOT, modules: ROOT, platform, staged })
    await requireContents(staged)
    await loadPackages(staged)
    await serveOnce(staged, folder)
    return pass()
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function requireContents(staged: string) {
  const entries = await readdir(staged, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name))
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  if (bytes > MAX_BYTES)
    throw new Error(`The release has ${bytes} bytes, ${MAX_BYTES} are allowed.`)
  const wrong = paths.map((path) => path.slice(staged.length + 1)).filter((at) => MUST_NOT.test(at))
  if (wrong.length > 0)
    throw new Error(`In the release, but not needed to run: ${wrong.join(', ')}`)
}

/** Each package that any part loads, also one that is loaded late, is there with all it needs. */
async function loadPackages(staged: string) {
  const { packages } = reachedFrom(ROOT, ENTRIES)
  const program = `for (const name of ${JSON.stringify(packages)}) await import(name)`
  await run(join(staged, 'bin/node'), ['--input-type=module', '--eval', program], { cwd: staged })
}

async function serveOnce(staged: string, folder: string) {
  const port = await freePort()
  const env = { PATH: '/usr/bin:/bin', PORT: String(port), DATA_DIR: join(folder, 'data') }
  const snug = join(staged, 'snug')
  const server = spawn(snug, ['start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  const exited = once(server, 'exit')
  const isReady = new Promise<void>((resolve) => {
    for (const stream of [server.stdout, server.stderr])
      createInterface(stream).on('line', (line) => {
        said.push(line)
        if (line.startsWith('Snug is ready')) resolve()
      })
  })
  let members = ''
  try {
    await Promise.race([isReady, exited])
    for (const path of ['/', '/api/health', '/api/docs']) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
      if (answer?.status !== 200) said.push(`${path} answered ${answer?.status ?? 'nothing'}`)
    }
    members = (await run(snug, ['member', 'list'], { cwd: folder, env })).stdout
  } finally {
    // It would outlive the check, on a folder that is gone.
    server.kill('SIGTERM')
  }
  const [code] = await exited
  const isWell = code === 0 && !said.some((line) => line.includes(' answered '))
  if (!isWell) throw new Error([`It ended with ${code}.`, ...said, members].join('\n'))
}
