// What must not be in the repository: traces of the machine it was written on, in any file, and
// download addresses in the lockfile, which would tie every install to one registry.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fail, type Outcome, pass, skip } from './outcome.ts'

/** Where `git` may not trust the folder's owner (containers), it must still list the files. */
const LIST_FILES = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others']

const NOT_PORTABLE: [what: string, pattern: RegExp][] = [
  [
    'a path of one machine',
    /(?:file:\/\/|(?<![\w.~$}/-]))\/(?:home|Users|root|work|workspaces?)\/[\w.-]+/,
  ],
  ['a path of one machine', /\b[A-Z]:\\+Users\\/],
  [
    'the address of a package registry',
    /\b(?:registry|npm|artifactory|nexus)\.[\w-]+\.[a-z]{2,}\b/,
  ],
]

/** The walls cannot see this way to import a type (dependency-cruiser's swc parser skips it). */
const INLINE_TYPE_IMPORT = /\btypeof import\(|\bimport\('[^']+'\)\.[A-Z]/

export function trackedFiles(): Outcome {
  const paths = listFiles()
  if (!paths) return skip('this folder is not a git checkout')
  const findings = paths.flatMap((path) => findingsIn(path, readFileSync(path, 'utf8')))
  return findings.length > 0 ? fail(findings.join('\n')) : pass()
}

/** One line for each finding: `path:line: what is wrong`. */
export function findingsIn(path: string, text: string): string[] {
  if (text.includes('\0')) return []
  if (path === 'package-lock.json') return addressesIn(text)
  return text
    .split('\n')
    .flatMap((line, index) => wrongsIn(path, line).map((wrong) => `${path}:${index + 1}: ${wrong}`))
}

function wrongsIn(path: string, line: string): string[] {
  const wrongs = NOT_PORTABLE.filter(([, pattern]) => pattern.test(line)).map(([what]) => what)
  if (/[.]tsx?$/.test(path) && INLINE_TYPE_IMPORT.test(line)) wrongs.push('use `import type`')
  return wrongs
}

function addressesIn(lockfile: string): string[] {
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, { resolved?: string }> }
  return Object.entries(packages)
    .filter(([, { resolved }]) => resolved !== undefined)
    .map(([name]) => `package-lock.json: ${name} has a download address`)
}

function listFiles(): string[] | undefined {
  try {
    const list = execFileSync('git', [...LIST_FILES, '--exclude-standard'], { encoding: 'utf8' })
    return list.split('\0').filter(Boolean)
  } catch {
    return undefined
  }
}
