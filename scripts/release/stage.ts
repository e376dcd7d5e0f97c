import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { reachedFrom } from './modules.ts'
import { foldersOf, type LockedPackages, type Platform, runtimeOf } from './packages.ts'

/** What is started; all it reaches is laid out. */
export const ENTRIES = ['server/main.ts', 'cli/main.ts']
/** Laid in as they are. */
const TEXTS = [
  'deploy/snug.service',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs',
  'deploy/nginx.conf',
  'deploy/Caddyfile',
  'deploy/prometheus-alerts.yml',
  'deploy/grafana-dashboard.json',
]
/** What packages bring for whoever develops with them. Node runs no TypeScript of theirs. */
const NOT_NEEDED = /\.(?:map|[cm]?ts|flow|md|markdown|tsbuildinfo)$/i
const TESTS = /^(?:tests?|__tests__)$/
/** Of a package, what describes rights is kept whatever its name ends with. */
const RIGHTS = /^(?:licen[cs]e|notice|copying|copyright)[\w-]*(?:\.(?:md|markdown|txt))?$/i

const NODE_RIGHTS = 'bin/LICENSE-of-Node.js'

interface Release {
  /** The repository. */
  root: string
  /** In whose node_modules the packages are. */
  modules: string
  platform: Platform
  /** The folder to fill; it is made. */
  staged: string
}

/** Lays out what runs: no tools that build, no tests, none of the client's source. */
export async function stageRelease({ root, modules, platform, staged }: Release): Promise<void> {
  const { files, packages } = reachedFrom(root, ENTRIES)
  for (const file of files) await lay(join(root, file), join(staged, file))
  await lay(join(root, 'dist/web'), join(staged, 'dist/web'))
  for (const text of TEXTS) await lay(join(root, text), join(staged, text))
  await lay(join(root, 'dist/web/.vite/license.md'), join(staged, 'LICENSES-of-the-client.md'))
  await layPackages(packages, { modules, platform, staged }, root)
  await layCommand(root, staged, platform)
  await writeManifest(root, staged)
}

async function layPackages(
  names: string[],
  { modules, platform, staged }: Omit<Release, 'root'>,
  root: string,
) {
  const lock: { packages: LockedPackages } = JSON.parse(
    await readFile(join(root, 'package-lock.json'), 'utf8'),
  )
  for (const folder of foldersOf(names, lock.packages, platform)) {
    const from = join(modules, folder)
    if (!existsSync(from)) throw new Error(`${folder} is not installed.`)
    layPackage(from, join(staged, folder))
  }
  const runtime = runtimeOf(lock.packages, platform)
  if (runtime === undefined) throw new Error('There is no runtime for this platform.')
  const program = join(staged, 'bin', platform.os === 'win32' ? 'node.exe' : 'node')
  await lay(join(modules, runtime), program)
  await chmod(program, 0o755)
  await lay(
    rightsOfNode({ modules, root, runtime, locked: lock.packages }),
    join(staged, NODE_RIGHTS),
  )
}

/** The package for Windows brings none; it is the same text for every platform. */
function rightsOfNode(from: {
  modules: string
  root: string
  runtime: string
  locked: LockedPackages
}): string {
  const { modules, root, runtime, locked } = from
  const here = runtimeOf(locked, { os: process.platform, cpu: process.arch }) ?? runtime
  const places = [join(modules, runtime), join(root, here)]
  const found = places
    .map((program) => join(dirname(dirname(program)), 'LICENSE'))
    .find((file) => existsSync(file))
  if (found === undefined) throw new Error('The licence of Node is not installed.')
  return found
}

/**
 * Without the packages below it: each that is needed is laid by itself. Nothing else is done
 * meanwhile, so nothing is gained by promises, which cost a second or two of the processor here.
 */
function layPackage(from: string, to: string) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.name === 'node_modules' || TESTS.test(entry.name)) continue
    if (entry.isDirectory()) layPackage(source, target)
    else if (RIGHTS.test(entry.name) || !NOT_NEEDED.test(entry.name)) copyFileSync(source, target)
  }
}

async function layCommand(root: string, staged: string, { os }: Platform) {
  const name = os === 'win32' ? 'snug.cmd' : 'snug'
  await lay(join(root, 'deploy', name), join(staged, name))
  if (os !== 'win32') await chmod(join(staged, name), 0o755)
}

/** What the running server reads of it; nothing here is installed any more. */
async function writeManifest(root: string, staged: string) {
  const source = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  // `scripts` would build, and the packages are there; the doctor compares the runtime.
  const { scripts: _, dependencies: __, devDependencies: ___, ...manifest } = source
  await writeFile(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

async function lay(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await cp(from, to, { recursive: true })
}
