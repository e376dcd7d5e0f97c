// Runs the two test runners and counts their tests from the reports they write as JSON.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { type Result, runWith } from './command.ts'
import type { Outcome } from './outcome.ts'

/** As named in playwright.config.ts. */
const JOURNEYS_REPORT = 'test-results/journeys.json'

type Counts = Omit<Outcome, 'detail'>

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

export function unitTests(): Promise<Outcome> {
  return vitest('unit', {}, '--project=node', '--project=page')
}

/** The server's tests on the PostgreSQL at this address. */
export function postgresTests(address: string): Promise<Outcome> {
  return vitest('postgres', { SNUG_TEST_DATABASE: address }, '--project=postgres')
}

/** What is tested by pulling PostgreSQL from under real servers. */
export function faultTests(postgresPrograms: string, redisProgram: string): Promise<Outcome> {
  const programs = { SNUG_TEST_POSTGRES: postgresPrograms, SNUG_TEST_REDIS: redisProgram }
  return vitest('faults', programs, '--project=faults')
}

/** What is tested by pulling the plug of a Redis; the program is one of its servers. */
export function redisTests(program: string): Promise<Outcome> {
  return vitest('redis', { SNUG_TEST_REDIS: program }, '--project=redis')
}

async function vitest(name: string, env: Record<string, string>, ...args: string[]) {
  const report = `test-results/${name}.json`
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const result = await runWith(env, 'vitest', 'run', ...reporters, ...args)
  return judge(result, countVitest(read(report)))
}

export function journeys(): Promise<Outcome> {
  return playwright({ SNUG_TEST_DATABASE: '' })
}

/** Those that ask most of the database, on the PostgreSQL at this address. */
export function journeysOnPostgres(address: string): Promise<Outcome> {
  return playwright({ SNUG_TEST_DATABASE: address })
}

async function playwright(env: Record<string, string>) {
  rmSync(JOURNEYS_REPORT, { force: true })
  const result = await runWith(env, 'playwright', 'test')
  return judge(result, countPlaywright(read(JOURNEYS_REPORT)))
}

/**
 * A run without a single executed test has failed, whatever it says of itself; and so has one that
 * stopped with an error that no test owns, such as a file that could not be loaded.
 */
export function judge({ isSuccess, output }: Result, counts: Counts): Outcome {
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
  const { expected, unexpected, flaky, skipped } = (report as PlaywrightReport).stats
  return { passed: expected, failed: unexpected + flaky, skipped }
}

function read(report: string): unknown {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
}
