// `npm run release`: one archive that runs Snug, with all it needs, for this machine or for the
// platforms that are named (`npm run release -- linux-arm64 win32-x64`); with `--deb` a package for
// Debian besides, where `dpkg-deb` is there. It appears in dist/release, with its checksum. The
// same commit makes the same bytes.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import product from '../package.json' with { type: 'json' }
import { requireContents } from './release/contents.ts'
import { packDebian } from './release/debian.ts'
import { modulesFor, PLATFORMS, platformNamed } from './release/platforms.ts'
import { stageRelease } from './release/stage.ts'
import { pack } from './release/tarball.ts'

const ROOT = join(import.meta.dirname, '..')
const RELEASES = join(ROOT, 'dist/release')

const wantsDebian = process.argv.includes('--deb')
const asked = process.argv.slice(2).filter((word) => word !== '--deb')
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
  const archives = (await readdir(RELEASES))
    .filter((file) => /[.](?:tar[.]gz|deb)$/.test(file))
    .sort()
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
  try {
    await stageRelease({ root: ROOT, modules: modules.folder, platform, staged })
    await requireContents(staged, platform)
  } finally {
    await modules.remove()
  }
  const archive = `${staged}.tar.gz`
  await pack(RELEASES, folder, archive, madeAt())
  if (wantsDebian && platform.os === 'linux') {
    const file = join(RELEASES, `snug_${product.version}_${platform.cpu}.deb`)
    const { version } = product
    await packDebian({ staged, name: folder, version, cpu: platform.cpu, madeAt: madeAt(), file })
    process.stdout.write(`${file.slice(ROOT.length + 1)}\n`)
  }
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
