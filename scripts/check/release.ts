// `release`: what `npm run release` packs is small enough, holds nothing that only builds or tests,
// and does from an empty environment what the pages for who runs it say.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { requireContents } from '../release/contents.ts'
import { LIBRARIES } from '../release/debian.ts'
import { reachedFrom } from '../release/modules.ts'
import { platformNamed } from '../release/platforms.ts'
import { ENTRIES, stageRelease } from '../release/stage.ts'
import { fail, type Outcome, pass, skip } from './outcome.ts'
import { tryRelease } from './release-trial.ts'

const ROOT = process.cwd()

const run = promisify(execFile)

export async function releaseRuns(): Promise<Outcome> {
  const platform = platformNamed(`${process.platform}-${process.arch}`)
  if (!platform) return skip('there is no release for this machine')
  const folder = await mkdtemp(join(tmpdir(), 'snug-release-'))
  try {
    const staged = join(folder, 'snug')
    await stageRelease({ root: ROOT, modules: ROOT, platform, staged })
    await requireContents(staged, platform)
    await loadPackages(staged)
    if (platform.os === 'linux') await requireKnownLibraries(staged)
    const told = await tryRelease(staged, folder)
    process.stdout.write(`${told.map((line) => `  ${line}\n`).join('')}`)
    return pass()
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of the system nothing is needed but what the package asks for and the page names. */
async function requireKnownLibraries(staged: string) {
  const { stdout } = await run('ldd', [join(staged, 'bin/node')])
  const needed = [...stdout.matchAll(/^\s+(lib[^ ]+) =>/gm)].map(([, name = '']) => name)
  // Those that became parts of libc long ago.
  const unknown = needed.filter(
    (name) => !(name in LIBRARIES) && !/^lib(dl|m|pthread)[.]so/.test(name),
  )
  const unneeded = Object.keys(LIBRARIES).filter((name) => !needed.includes(name))
  if (unknown.length + unneeded.length > 0)
    throw new Error(`Node needs ${needed.join(', ')}: say so in scripts/release/debian.ts.`)
}

/** Each package that any part loads, also one that is loaded late, is there with all it needs. */
async function loadPackages(staged: string) {
  const { packages } = reachedFrom(ROOT, ENTRIES)
  const program = `for (const name of ${JSON.stringify(packages)}) await import(name)`
  await run(join(staged, 'bin/node'), ['--input-type=module', '--eval', program], { cwd: staged })
}
