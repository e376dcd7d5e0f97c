// What the pages in docs/ refer to: files, names of the code, commands and tests. A page that names
// what is no longer there is worse than none, so scripts/docs.test.ts looks each of them up.
import { readFileSync } from 'node:fs'
import { basename, dirname, matchesGlob, posix } from 'node:path'
import type { Command, Option } from 'commander'

/** What a page may refer to. */
export interface Repository {
  /** All files, by their path from the root. */
  files: string[]
  /** Every word of the code. */
  names: Set<string>
  scripts: Record<string, string>
  /** What may follow `npm test --`, and `npm run bench --`. */
  checks: string[]
  benches: string[]
  commandLine: Command
}

const INLINE_CODE = /`([^`]+)`/g
const FENCE = /^( *)```(\w*)\n([\s\S]*?)^\1```/gm
const LINK = /\]\(([^)\s]+)\)/g
const TEST_WITH_TITLES = /`([^`]+[.](?:test|spec)[.]tsx?)`([^`|\n]*)/g
const TITLE = /"([^"]+)"/g

const SOURCE_FILE = /[.](?:tsx?|js|json|md|sh|ya?ml)$/
const FILE_NAME = /^[.\w<>/*-]+$/
/** Words that only code has: two humps, or capitals with an underscore. */
const NAME_OF_CODE = /\b(?:[a-z]+[A-Z]\w*|(?:[A-Z][a-z]+){2,}|[A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\b/g
const COMMAND_BREAK = /&&|[;|>]| # /

/** One line for each reference to what is not there: `path:line: what`. */
export function brokenReferences(page: string, text: string, repository: Repository): string[] {
  const findings: string[] = []
  const at = (index: number, problems: string[]) => {
    const line = text.slice(0, index).split('\n').length
    findings.push(...problems.map((problem) => `${page}:${line}: ${problem}`))
  }
  const prose = text.replace(FENCE, (block) => block.replace(/[^\n]/g, ' '))
  for (const { index, 1: code = '' } of prose.matchAll(INLINE_CODE))
    at(index, problemsOfCode(code, page, repository))
  for (const { index, 1: target = '' } of prose.matchAll(LINK))
    at(index, problemsOfLink(target, page, repository))
  for (const { index, 1: path = '', 2: rest = '' } of prose.matchAll(TEST_WITH_TITLES))
    at(index, problemsOfTitles(path, rest, repository))
  for (const { index, 2: language = '', 3: block = '' } of text.matchAll(FENCE))
    if (['', 'sh'].includes(language))
      at(
        index,
        block.split('\n').flatMap((line) => problemsOfCommands(line, repository)),
      )
  return findings
}

function problemsOfCode(code: string, page: string, repository: Repository): string[] {
  const missing = (code.match(NAME_OF_CODE) ?? []).filter((name) => !repository.names.has(name))
  return [
    ...problemsOfPath(code, page, repository),
    ...missing.map((name) => `the code has no ${name}`),
    ...problemsOfCommands(code, repository),
  ]
}

/** A path from the root, or a name that some file or folder bears. */
function problemsOfPath(code: string, page: string, { files }: Repository): string[] {
  if (!FILE_NAME.test(code) || /^[./]*[/]|^[*]|^[.]\w+$/.test(code)) return []
  const pattern = code.replaceAll(/<\w+>/g, '*').replace(/[/]$/, '')
  const [first = ''] = pattern.split('/')
  const isFolder = code.endsWith('/')
  const isOfRoot = code.includes('/') && files.some((file) => file.startsWith(`${first}/`))
  if (!(isOfRoot || isFolder || SOURCE_FILE.test(code))) return []
  const isPath = pattern.includes('/')
  const beside = posix.join(dirname(page), pattern)
  const isThere = files.some((file) =>
    isPath
      ? isAt(file, pattern)
      : isFolder
        ? file.split('/').slice(0, -1).includes(pattern)
        : basename(file) === pattern || isAt(file, beside),
  )
  return isThere ? [] : [`there is no ${code}`]
}

function isAt(file: string, pattern: string): boolean {
  return matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`)
}

function problemsOfLink(target: string, page: string, { files }: Repository): string[] {
  if (/^[a-z]+:/.test(target)) return []
  const [path = '', anchor] = target.split('#')
  const linked = path ? posix.join(dirname(page), path) : page
  if (!files.some((file) => isAt(file, linked))) return [`there is no ${linked} to link to`]
  if (!anchor || anchorsOf(readFileSync(linked, 'utf8')).includes(anchor)) return []
  return [`${linked} has no heading #${anchor}`]
}

function anchorsOf(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function problemsOfTitles(path: string, rest: string, { files }: Repository): string[] {
  // A path that is not there has been told already.
  const file = files.find((known) => known === path)
  if (!file) return []
  const text = readFileSync(file, 'utf8').replaceAll('\\', '')
  const titles = [...rest.matchAll(TITLE)].map(([, title = '']) => title)
  return titles
    .filter((title) => !text.includes(title))
    .map((title) => `${path} has no test "${title}"`)
}

function problemsOfCommands(line: string, repository: Repository): string[] {
  return line.split(COMMAND_BREAK).flatMap((command) => {
    const words = command.trim().split(/\s+/)
    while (/^(?:[A-Z_]+=.*|exec)$/.test(words[0] ?? '')) words.shift()
    return problemsOfCommand(words, repository)
  })
}

function problemsOfCommand(words: string[], repository: Repository): string[] {
  const [program = '', ...args] = words
  if (program === 'snug') return problemsOfSnug(args, repository)
  if (isShortened(words, repository))
    return problemsOfFlags(words, allOptions(repository.commandLine))
  if (program === 'npm') return problemsOfScript(args, repository)
  if (program === 'npx' && args[0] === 'vitest')
    return problemsOfTestPaths(args.slice(2).filter(isPathOf(args)), repository)
  if (basename(program) !== 'node' || !args[0]?.includes('/')) return []
  const [file, ...rest] = args
  if (!repository.files.includes(file)) return [`there is no ${file} to run`]
  return file === 'cli/main.ts' ? problemsOfSnug(rest, repository) : []
}

function isPathOf(args: string[]) {
  return (word: string) => !word.startsWith('-') && !args[args.indexOf(word) - 1]?.startsWith('--')
}

function problemsOfScript(args: string[], repository: Repository): string[] {
  const words = args.filter((word) => word === '--' || !word.startsWith('--'))
  const script = words[0] === 'run' ? words[1] : words[0]
  if (!script || !['run', 'start', 'test'].includes(words[0] ?? '')) return []
  if (!(script in repository.scripts)) return [`there is no script ${script}`]
  if (!args.includes('--')) return []
  const rest = args.slice(args.indexOf('--') + 1)
  if (script === 'snug') return problemsOfSnug(rest, repository)
  const [first = ''] = rest
  if (script === 'bench' && /^[a-z]/.test(first) && !repository.benches.includes(first))
    return [`there is no bench ${first}`]
  if (script !== 'test') return []
  return problemsOfTestPaths(
    rest.filter((word) => !repository.checks.includes(word)),
    repository,
  )
}

function problemsOfTestPaths(paths: string[], { files }: Repository): string[] {
  const missing = paths.filter((path) => !files.some((file) => file.includes(path)))
  return missing.map((path) => `there is no check or test ${path}`)
}

function problemsOfSnug(words: string[], { commandLine }: Repository): string[] {
  let command = commandLine
  let rest = words
  while (command.commands.length > 0 && /^[a-z]/.test(rest[0] ?? '')) {
    const next = command.commands.find((known) => known.name() === rest[0])
    if (!next) return [`there is no command snug ${words.join(' ')}`]
    command = next
    rest = rest.slice(1)
  }
  const problems = problemsOfFlags(rest, command.options)
  return problems.map((problem) => `${problem}: snug ${command.name()}`)
}

/** `--yes`, or `restore --yes`: of a command that the sentence before has named. */
function isShortened(words: string[], { commandLine }: Repository): boolean {
  const [first = '', second = ''] = words
  const isCommand = commandLine.commands.some((command) => command.name() === first)
  return first.startsWith('--') || (isCommand && second.startsWith('--'))
}

function problemsOfFlags(words: string[], options: readonly Option[]): string[] {
  const known = ['--help', '--version', ...options.map(({ long }) => long)]
  const flags = words.flatMap((word) => word.match(/--[a-z-]+/g) ?? [])
  return flags.filter((flag) => !known.includes(flag)).map((flag) => `there is no option ${flag}`)
}

function allOptions({ options, commands }: Command): Option[] {
  return [...options, ...commands.flatMap(allOptions)]
}
