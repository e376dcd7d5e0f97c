// What must not be in the repository: traces of the machine it was written on, in any file, and a
// lockfile that does not fit.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { lockfileFindings } from './lockfile.ts'
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
  const findings = paths.flatMap((path) => findingsIn(path, read(path)))
  findings.push(...lockfileFindings(read('package-lock.json'), read('package.json')))
  return findings.length > 0 ? fail(findings.join('\n')) : pass()
}

/** One line for each finding: `path:line: what is wrong`. */
export function findingsIn(path: string, text: string): string[] {
  if (text.includes('\0')) return []
  return text
    .split('\n')
    .flatMap((line, index) => wrongsIn(path, line).map((wrong) => `${path}:${index + 1}: ${wrong}`))
}

function wrongsIn(path: string, line: string): string[] {
  const wrongs = NOT_PORTABLE.filter(([, pattern]) => pattern.test(line)).map(([what]) => what)
  if (/[.]tsx?$/.test(path) && INLINE_TYPE_IMPORT.test(line)) wrongs.push('use `import type`')
  return wrongs
}

/** What git knows of in this folder; undefined where that is no checkout. */
export function listFiles(): string[] | undefined {
  try {
    const list = execFileSync('git', [...LIST_FILES, '--exclude-standard'], { encoding: 'utf8' })
    return list.split('\0').filter((path) => existsSync(path))
  } catch {
    return undefined
  }
}

function read(path: string): string {
  return readFileSync(path, 'utf8')
}
