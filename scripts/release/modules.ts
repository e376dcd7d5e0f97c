import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What else is named by the text of a file and loaded by its name. */
const LOADED_BY_NAME = ['pino-pretty']

/** Gone before the code runs. */
const TYPES_ALONE = /\b(?:import|export)\s+type\s[^']*?\bfrom\s*'[^']*'/g
const SPECIFIER =
  /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+|\bnew URL\(\s*)'((?:\.{1,2}\/|node:|@?\w)[^'\s]*)'/g

export interface Reached {
  /** Paths of source files, from the root of the repository, sorted. */
  files: string[]
  /** Names of packages, sorted. */
  packages: string[]
}

/** Everything these entry points load while they run; what only describes types is not. */
export function reachedFrom(root: string, entries: string[]): Reached {
  const files = new Set(entries)
  const packages = new Set(LOADED_BY_NAME)
  for (const file of files) {
    if (!file.endsWith('.ts')) continue
    const code = readFileSync(join(root, file), 'utf8').replaceAll(TYPES_ALONE, '')
    for (const [, specifier = ''] of code.matchAll(SPECIFIER)) {
      if (specifier.startsWith('.')) files.add(join(dirname(file), specifier))
      else if (!specifier.startsWith('node:')) packages.add(packageOf(specifier))
    }
  }
  return { files: [...files].filter(isFile).sort(), packages: [...packages].sort() }
}

/** `new URL` names folders too; they are laid beside by whoever builds the archive. */
function isFile(path: string): boolean {
  return /\.\w+$/.test(path)
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
