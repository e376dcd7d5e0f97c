// Installs the packages when node_modules is not what package-lock.json asks for, and sees to it
// that the pinned Node, itself a package, can run here.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join, relative, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { askAlone } from './lock.js'
import { say, stop } from './terminal.js'

const RUNTIME = 'node_modules/.bin/node'
const RUNTIME_MAJOR = 26
const OTHER_MACHINE = 'the installed ones were made for another machine'

/**
 * Quick and silent when there is nothing to install.
 * @param {{ withDevelopment: boolean }} need serving needs no development packages, checking does
 */
export function installPackages({ withDevelopment }) {
  const reason = askAlone(() => reasonToInstall(withDevelopment))
  if (!reason) return
  requireAgreement()
  say(`Installing packages: ${reason}.`)
  // What npm finds it keeps, even if it is for another machine.
  if (reason === OTHER_MACHINE) rmSync('node_modules', { recursive: true })
  // Not `npm ci`: it refuses a lockfile that lacks a build for some other system, as one made
  // where the registry does not carry all of them does. This installs what is locked all the same.
  // No install script of a package runs: none is needed, and it would run with our rights.
  // Warnings are hushed: many packages name a newer Node than the one npm itself runs on.
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if (withDevelopment) options.push('--include=dev')
  const { status } = spawnSync('npm', ['install', ...options], {
    env: { ...process.env, PATH: pathOfMachine() },
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) stop('The packages could not be installed; npm says why above.')
  dropRuntimeThatCannotRun()
}

/** npm would go by package.json, and what it installs would never be what is locked. */
function requireAgreement() {
  const asked = JSON.parse(readFileSync('package.json', 'utf8'))
  const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages['']
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    if (isDeepStrictEqual(asked[kind], locked[kind])) continue
    stop(`The ${kind} of package.json are not in package-lock.json yet: run "npm install" first.`)
  }
}

/**
 * Compares npm's own record of what it installed with the lockfile, so that an install made by
 * hand counts too. Optional packages may be missing: most are for other machines.
 * @param {boolean} withDevelopment
 */
function reasonToInstall(withDevelopment) {
  const installed = packagesIn('node_modules/.package-lock.json')
  if (!installed) return 'nothing is installed yet'
  if (!Object.values(installed).every(fitsMachine)) return OTHER_MACHINE
  const wanted = packagesIn('package-lock.json') ?? {}
  const isNeeded = ({ optional, dev, devOptional }) =>
    !optional && (withDevelopment || !(dev || devOptional))
  const isMissing = ([path, entry]) => !installed[path] && isNeeded(entry)
  const isOther = ([path, { integrity, optional }]) =>
    wanted[path] ? wanted[path].integrity !== integrity : !optional
  if (Object.entries(wanted).some(isMissing) || Object.entries(installed).some(isOther)) {
    return 'package-lock.json has changed'
  }
}

/** @param {string} lockfile */
function packagesIn(lockfile) {
  if (!existsSync(lockfile)) return undefined
  const { '': _self, ...packages } = JSON.parse(readFileSync(lockfile, 'utf8')).packages
  return packages
}

/** @param {{ os?: string[], cpu?: string[] }} entry of the lockfile */
function fitsMachine({ os = [process.platform], cpu = [process.arch] }) {
  return os.includes(process.platform) && cpu.includes(process.arch)
}

/** Without the pinned runtime: npm may replace it, so it must run on the machine's own Node. */
function pathOfMachine() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => !folder.endsWith(join('node_modules', '.bin'))).join(delimiter)
}

/** Stops when neither the pinned Node nor the machine's own can run the server. */
export function requireRuntime() {
  if (!existsSync(RUNTIME)) linkRuntime()
  if (existsSync(RUNTIME)) return
  const machine = `${process.platform} ${process.arch}`
  const problem = `Snug's own Node ${RUNTIME_MAJOR} does not come for this machine (${machine})`
  const own = process.versions.node
  if (Number.parseInt(own, 10) >= RUNTIME_MAJOR) return say(`${problem}; using Node ${own}.`)
  stop(`${problem}. Please install Node ${RUNTIME_MAJOR} or newer: Node ${own} is too old.`)
}

/**
 * npm up to version 10 unlinks the runtime of this machine while it passes over those for others:
 * https://github.com/npm/cli/issues/4362
 */
function linkRuntime() {
  const installed = Object.entries(packagesIn('node_modules/.package-lock.json') ?? {})
  const found = installed.find(([, entry]) => entry.bin?.node && fitsMachine(entry))
  if (!found) return
  const [path, { bin }] = found
  symlinkSync(relative(dirname(RUNTIME), join(path, bin.node)), RUNTIME)
  dropRuntimeThatCannotRun()
}

/** As where the C library is another one (Alpine). */
function dropRuntimeThatCannotRun() {
  const { status } = spawnSync(resolve(RUNTIME), ['--version'])
  if (status !== 0) rmSync(RUNTIME, { force: true })
}
