// Builds the web client when its source is not what the last build was made from.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { askAlone } from './lock.js'
import { say, stop } from './terminal.js'

const CLIENT = 'dist/web'
const CLIENT_SOURCE = [
  'web',
  'contract',
  'vite.config.ts',
  'scripts/client-build',
  'scripts/first-page.ts',
  'package-lock.json',
]
const SOURCE_HASH = '.source-hash'

/** Quick and silent when there is nothing to build. */
export function buildClient() {
  const reason = askAlone(reasonToBuild)
  if (!reason) return
  say(`Building the client: ${reason}.`)
  // Read before the build, so that an edit made during it is built next time.
  const hash = sourceHash()
  const next = resolve(CLIENT, '../next')
  const { status, stdout, stderr } = vite('build', '--outDir', next, '--emptyOutDir')
  if (status !== 0) stop(`${stdout}${stderr}\nThe client could not be built; see above.`)
  writeFileSync(join(next, SOURCE_HASH), hash)
  putInPlace(next)
}

/** @param {string[]} args */
function vite(...args) {
  const PATH = `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH}`
  return spawnSync('vite', args, {
    encoding: 'utf8',
    env: { ...process.env, PATH, NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  })
}

/**
 * Swaps whole folders, so that a running server never meets a half-written client.
 * @param {string} next
 */
function putInPlace(next) {
  const previous = resolve(CLIENT, '../previous')
  rmSync(previous, { recursive: true, force: true })
  if (existsSync(CLIENT)) renameSync(CLIENT, previous)
  renameSync(next, CLIENT)
  rmSync(previous, { recursive: true, force: true })
}

function reasonToBuild() {
  const built = join(CLIENT, SOURCE_HASH)
  if (!existsSync(built)) return 'it is not built yet'
  if (readFileSync(built, 'utf8') !== sourceHash()) return 'its source has changed'
}

function sourceHash() {
  const hash = createHash('sha256')
  for (const file of CLIENT_SOURCE.flatMap(filesUnder)) {
    if (!/[.]test[.]tsx?$/.test(file)) hash.update(`${file}\n`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** @param {string} path a file or folder; it may be missing */
function filesUnder(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  const names = readdirSync(path, { recursive: true }).map((name) => join(path, String(name)))
  return names.filter((name) => statSync(name).isFile()).sort()
}
