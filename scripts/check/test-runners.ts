// Runs the two test runners and counts their tests from the reports they write as JSON.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { COMPILE_CACHE } from '../../tests/setup/compile-cache.ts'
import { pathsWithoutTest } from './arguments.ts'
import { type Environment, type Result, runWith } from './command.ts'
import { fail, type Outcome } from './outcome.ts'

type Counts = Omit<Outcome, 'detail'>

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}

type PlaywrightReport = {
  config: { rootDir: string }
  suites: { file: string }[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** Paths narrow a run to the test files whose names have one of them in it; none: all of them. */
export type Paths = readonly string[]

export function unitTests(paths: Paths): Promise<Outcome> {
  return vitest('unit', {}, ['node', 'page'], paths)
}

/** The server's tests on the PostgreSQL at this address. */
export function postgresTests(url: string, paths: Paths): Promise<Outcome> {
  return vitest('postgres', { SNUG_TEST_DATABASE: url }, ['postgres'], paths)
}

/** What is tested by pulling PostgreSQL from under real servers. */
export function faultTests(
  postgresPrograms: string,
  redisProgram: string,
  paths: Paths,
): Promise<Outcome> {
  const programs = { SNUG_TEST_POSTGRES: postgresPrograms, SNUG_TEST_REDIS: redisProgram }
  return vitest('faults', programs, ['faults'], paths)
}

/** What is tested by pulling the plug of a Redis; the program is one of its servers. */
export function redisTests(program: string, paths: Paths): Promise<Outcome> {
  return vitest('redis', { SNUG_TEST_REDIS: program }, ['redis'], paths)
}

async function vitest(name: string, env: Environment, projects: string[], paths: Paths) {
  const chosen = projects.map((project) => `--project=${project}`)
  if (paths.length > 0) {
    const list = await runWith(env, 'vitest', 'list', '--filesOnly', '--json', ...chosen)
    const problem = problemWithPaths(paths, list, filesOfVitest)
    if (problem) return problem
  }
  const report = `test-results/${name}.json`
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const result = await runWith(
    { ...env, ...COMPILE_CACHE },
    'vitest',
    'run',
    ...reporters,
    ...chosen,
    ...paths,
  )
  return judge(result, countVitest(read(report)))
}

export function journeys(paths: Paths): Promise<Outcome> {
  return playwright('journeys', { SNUG_TEST_DATABASE: '' }, paths)
}

/** Those that ask most of the database, on the PostgreSQL at this address. */
export function journeysOnPostgres(url: string, paths: Paths): Promise<Outcome> {
  return playwright('journeys-postgres', { SNUG_TEST_DATABASE: url }, paths)
}

/** `name`: as playwright.config.ts has it too. */
async function playwright(name: string, env: Environment, paths: Paths) {
  if (paths.length > 0) {
    const list = await runWith(env, 'playwright', 'test', '--list', '--reporter=json')
    const problem = problemWithPaths(paths, list, filesOfPlaywright)
    if (problem) return problem
  }
  const report = `test-results/${name}.json`
  rmSync(report, { force: true })
  // It takes regular expressions.
  const result = await runWith(env, 'playwright', 'test', ...paths.map(RegExp.escape))
  return judge(result, countPlaywright(read(report)))
}

/** A path with a typing error must not look like one whose tests passed. */
function problemWithPaths(
  paths: Paths,
  list: Result,
  filesIn: (list: string) => string[],
): Outcome | undefined {
  if (!list.isSuccess) return fail(list.output)
  const [missing] = pathsWithoutTest(paths, filesIn(list.stdout))
  return missing === undefined
    ? undefined
    : fail(`No test file of this check has "${missing}" in its path.`)
}

function filesOfVitest(list: string): string[] {
  return (JSON.parse(list) as { file: string }[]).map(({ file }) => relative('.', file))
}

function filesOfPlaywright(list: string): string[] {
  const { config, suites } = JSON.parse(list) as PlaywrightReport
  return suites.map(({ file }) => relative('.', join(config.rootDir, file)))
}

/**
 * A run without a single executed test has failed, whatever it says of itself; and so has one that
 * stopped with an error that no test owns, such as a file that could not be loaded.
 */
export function judge({ isSuccess, output }: Omit<Result, 'stdout'>, counts: Counts): Outcome {
  if (counts.passed + counts.failed === 0) {
    return { ...counts, failed: 1, detail: `${output}\nNo test was run.` }
  }
  const failed = Math.max(counts.failed, isSuccess ? 0 : 1)
  return { ...counts, failed, detail: output }
}

export function countVitest(report: unknown): Counts {
  if (!report) return { passed: 0, failed: 0, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report as VitestReport
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
  }
}

/** A flaky test, one that passed only when tried again, has failed. */
export function countPlaywright(report: unknown): Counts {
  if (!report) return { passed: 0, failed: 0, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = (report as Pick<PlaywrightReport, 'stats'>).stats
  return { passed: expected, failed: unexpected + flaky, skipped }
}

function read(report: string): unknown {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
}
