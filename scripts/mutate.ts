// Breaks what must not break, one thing after the other, and sees whether a test notices:
//   npm run mutate              all of scripts/mutations
//   npm run mutate sessions     a group, or those with these words in their name
// It works in a copy of the tree, so the checkout stays as it is.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { listFiles } from './check/tracked-files.ts'
import { MUTATIONS } from './mutations/all.ts'
import type { Mutation } from './mutations/mutation.ts'
import {
  isAsListed,
  type Outcome,
  outcomeOf,
  summaryOf,
  type TestRun,
  testRunOf,
} from './mutations/outcome.ts'

/**
 * A mutation may make its tests wait for what never comes: it gets so many times what they took
 * without.
 */
const TIMES_AS_LONG = 3
const AT_LEAST_MS = 5 * 60_000
const OUTPUT_BYTES = 64 * 1024 * 1024
const ROOT = resolve(import.meta.dirname, '..')
process.chdir(ROOT)

const wanted = process.argv.slice(2).join(' ')
const chosen =
  MUTATIONS[wanted] ??
  Object.values(MUTATIONS)
    .flat()
    .filter(({ name }) => name.includes(wanted))
const copy = copyOfTree()
try {
  process.exitCode = await run(chosen)
} finally {
  rmSync(copy, { recursive: true, force: true })
}

async function run(mutations: Mutation[]): Promise<number> {
  const tests = [...new Set(mutations.flatMap(({ tests }) => tests))]
  if (tests.length === 0) return fail(`No mutation is named "${wanted}".`)
  const start = performance.now()
  if (runTests(tests) !== 'passed')
    return fail('The tests fail without any mutation. Mend them first.')
  const tookMs = Math.round(performance.now() - start)
  const withinMs = Math.max(AT_LEAST_MS, TIMES_AS_LONG * tookMs)
  const outcomes: Outcome[] = []
  for (const mutation of mutations) {
    const outcome = outcomeOf(runMutated(mutation, withinMs), mutation.survives !== undefined)
    outcomes.push(outcome)
    print(`${outcome.padEnd(21)}${mutation.file}: ${mutation.name}`)
  }
  print(summaryOf(outcomes))
  return isAsListed(outcomes) ? 0 : 1
}

function runMutated({ file, text, replacement, tests }: Mutation, withinMs: number): TestRun {
  const path = join(copy, file)
  const original = readFileSync(path, 'utf8')
  const [before, after, ...more] = original.split(text)
  if (after === undefined || more.length > 0) throw new Error(`${file} does not hold once: ${text}`)
  writeFileSync(path, before + replacement + after)
  const result = runTests(tests, withinMs)
  writeFileSync(path, original)
  return result
}

/** Runs these test files in the copy; without a limit, as long as they take. */
function runTests(tests: string[], withinMs?: number): TestRun {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const options = ['--project=node', '--bail=1', '--maxWorkers=1', '--reporter=dot']
  const result = spawnSync(process.execPath, [vitest, 'run', ...options, ...tests], {
    cwd: copy,
    ...{ stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', maxBuffer: OUTPUT_BYTES },
    timeout: withinMs,
  })
  return testRunOf(result)
}

/** What git knows of, as it is now, with the packages of the checkout. */
function copyOfTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'snug-mutate-'))
  for (const file of listFiles() ?? []) cpSync(file, join(folder, file))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

function fail(sentence: string): number {
  console.error(sentence)
  return 1
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
