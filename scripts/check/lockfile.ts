import { isDeepStrictEqual } from 'node:util'

const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

type Manifest = { [kind in (typeof DEPENDENCIES)[number]]?: Record<string, string> }
type Lockfile = { packages: Record<string, Manifest & { resolved?: string }> }

/** What is wrong with the lockfile, each in a sentence; both arguments are the files' text. */
export function lockfileFindings(lockfile: string, manifest: string): string[] {
  const { packages } = JSON.parse(lockfile) as Lockfile
  return [
    ...addresses(packages),
    ...missing(packages),
    ...drift(packages[''] ?? {}, JSON.parse(manifest) as Manifest),
  ]
}

/** They would tie every install to one registry. */
function addresses(packages: Lockfile['packages']): string[] {
  const withAddress = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)
  return withAddress.map(([path]) => `package-lock.json: ${path} has a download address.`)
}

/** npm installs them all the same, and then what is installed is never what is locked. */
function missing(packages: Lockfile['packages']): string[] {
  return Object.entries(packages).flatMap(([path, { dependencies = {} }]) =>
    Object.keys(dependencies)
      .filter((name) => !foldersAbove(path).some((folder) => `${folder}${name}` in packages))
      .map((name) => `package-lock.json: ${name}, which ${path || 'Snug'} needs, is not locked.`),
  )
}

/** Where Node looks for what a package imports: in its own folder, then in those above it. */
function foldersAbove(path: string): string[] {
  const parents = path === '' ? [] : path.split('/node_modules/')
  const nested = parents.map((_, index) => parents.slice(0, index + 1).join('/node_modules/'))
  return ['node_modules/', ...nested.map((folder) => `${folder}/node_modules/`)]
}

/** The setup installs what is locked, so what is asked for must be locked. */
function drift(locked: Manifest, asked: Manifest): string[] {
  const drifted = DEPENDENCIES.filter((kind) => !isDeepStrictEqual(locked[kind], asked[kind]))
  return drifted.map((kind) => `package-lock.json: ${kind} are not those of package.json.`)
}
