/** As package-lock.json has it, by the folder it is installed in. */
export type LockedPackages = Record<string, LockedPackage>

interface LockedPackage {
  version?: string
  license?: string
  os?: string | string[]
  cpu?: string | string[]
  libc?: string[]
  bin?: Record<string, string>
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export interface Platform {
  os: string
  cpu: string
}

/** Folders of these packages, and of all that they need on this platform. */
export function foldersOf(names: string[], locked: LockedPackages, platform: Platform): string[] {
  const folders = new Set<string>()
  function add(from: string, name: string) {
    const folder = folderOf(from, name, locked)
    const entry = folder === undefined ? undefined : locked[folder]
    if (!folder || !entry || folders.has(folder) || !fits(entry, platform)) return
    folders.add(folder)
    for (const needed of neededBy(entry)) add(folder, needed)
  }
  for (const name of names) add('', name)
  return [...folders].sort()
}

/** The runtime of this platform: the path of its program. */
export function runtimeOf(locked: LockedPackages, platform: Platform): string | undefined {
  const found = Object.entries(locked).find(([, entry]) => entry.bin?.node && fits(entry, platform))
  return found && `${found[0]}/${found[1].bin?.node}`
}

function neededBy(entry: LockedPackage): string[] {
  const isOptional = (name: string) => entry.peerDependenciesMeta?.[name]?.optional
  return [
    ...Object.keys(entry.dependencies ?? {}),
    ...Object.keys(entry.optionalDependencies ?? {}),
    ...Object.keys(entry.peerDependencies ?? {}).filter((name) => !isOptional(name)),
  ]
}

/** Where Node finds it, asked from this folder. */
function folderOf(from: string, name: string, locked: LockedPackages): string | undefined {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const folder = `${base ? `${base}/` : ''}node_modules/${name}`
    if (locked[folder]) return folder
    if (base === '') return undefined
  }
}

function fits({ os, cpu, libc }: LockedPackage, platform: Platform): boolean {
  const isGlibc = platform.os !== 'linux' || !libc || libc.includes('glibc')
  return isGlibc && isIn(os, platform.os) && isIn(cpu, platform.cpu)
}

function isIn(allowed: string | string[] | undefined, value: string): boolean {
  return allowed === undefined || [allowed].flat().includes(value)
}
