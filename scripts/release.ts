// `npm run release`: one archive that runs Snug, with all it needs, for this machine or for the
// platforms that are named (`npm run release -- linux-arm64 win32-x64`). It appears in dist/release,
// with its checksum. The same commit makes the same bytes.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import product from '../package.json' with { type: 'json' }
import { modulesFor, PLATFORMS, platformNamed } from './release/platforms.ts'
import { stageRelease } from './release/stage.ts'
import { pack } from './release/tarball.ts'

const ROOT = join(import.meta.dirname, '..')
const RELEASES = join(ROOT, 'dist/release')

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !platformNamed(name))
if (unknown === undefined)
  await releaseAll(asked.length > 0 ? asked : [`${process.platform}-${process.arch}`])
else {
  process.stderr.write(`There is no release for ${unknown}. There is: ${PLATFORMS.join(', ')}.\n`)
  process.exitCode = 2
}

async function releaseAll(names: string[]) {
  await mkdir(RELEASES, { recursive: true })
  for (const name of names) await release(name)
  const archives = (await readdir(RELEASES)).filter((file) => file.endsWith('.tar.gz')).sort()
  const lines = await Promise.all(
    archives.map(async (file) => `${await checksum(join(RELEASES, file))}  ${file}\n`),
  )
  await writeFile(join(RELEASES, 'SHA256SUMS'), lines.join(''))
}

async function release(name: string) {
  const platform = platformNamed(name)
  if (!platform) return
  const folder = `snug-${product.version}-${name}`
  const staged = join(RELEASES, folder)
  await rm(staged, { recursive: true, force: true })
  const modules = await modulesFor(platform, ROOT)
  await stageRelease({ root: ROOT, modules: modules.folder, platform, staged })
  await modules.remove()
  const archive = `${staged}.tar.gz`
  await pack(RELEASES, folder, archive, madeAt())
  await rm(staged, { recursive: true })
  process.stdout.write(`dist/release/${folder}.tar.gz\n`)
}

/** Of the commit, so that nothing of the moment or the machine is in the archive. */
function madeAt(): Date {
  const seconds =
    process.env.SOURCE_DATE_EPOCH ??
    execFileSync('git', ['-c', 'safe.directory=*', 'log', '-1', '--format=%ct'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
  return new Date(Number(seconds) * 1000)
}

async function checksum(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
