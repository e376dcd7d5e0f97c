// `npm test`: every check of the project, those beside each other that the machine has cores for.
// Each is told on one line when it has ended; what a failed one printed is shown whole, and the
// rest still runs. `npm test -- unit walls` runs only those named, and `npm test -- unit
// server/posts` only the test files with this in their path. The last line counts: one for each
// static check, and the tests of both runners.

import { availableParallelism } from 'node:os'
import { apiDocument } from './check/api-document.ts'
import { type Choosable, type Chosen, chooseChecks } from './check/arguments.ts'
import { clientBuild } from './check/client-size.ts'
import { commandCheck, stopCommands } from './check/command.ts'
import { folderInMemory } from './check/folder-in-memory.ts'
import { functionSizes } from './check/function-size.ts'
import { allowNoSkips, inWords, isNotRun, type Outcome, skip, total } from './check/outcome.ts'
import { releaseRuns } from './check/release.ts'
import { type Job, runSideBySide } from './check/side-by-side.ts'
import {
  faultTests,
  journeys,
  journeysOnPostgres,
  type Paths,
  postgresTests,
  redisTests,
  unitTests,
} from './check/test-runners.ts'
import { trackedFiles } from './check/tracked-files.ts'
import { findChromium } from './chromium.ts'
import { findPostgres, startPostgres } from './postgres.ts'
import { findRedis } from './redis.ts'
import { removeTemporaryFilesAtExit } from './temporary-files.ts'

type Check = Choosable & Job & { run: (paths: Paths) => Outcome | Promise<Outcome> }
type Finished = { name: string; outcome: Outcome; seconds: string }

const STATIC = { takesPaths: false, cores: 1 }
/** As many as each runner has workers. */
const TESTS = { takesPaths: true, cores: 2 }
/** They wait for servers that come and go. */
const WAITING = { takesPaths: true, cores: 0 }

const CHECKS: Check[] = [
  // First, so that the release, which waits for visitors and proxies, is tried beside the others.
  { name: 'client', ...STATIC, run: clientBuild },
  { name: 'release', ...STATIC, cores: 0, run: releaseRuns, needs: 'client' },
  { name: 'lint', ...STATIC, run: () => commandCheck('biome', 'ci', '--colors=off') },
  { name: 'files', ...STATIC, run: trackedFiles },
  { name: 'functions', ...STATIC, run: functionSizes },
  { name: 'walls', ...STATIC, run: () => commandCheck('depcruise', '.') },
  { name: 'unused', ...STATIC, run: () => commandCheck('knip') },
  // By default it checks in four threads, each of which works out the same types for itself.
  { name: 'types', ...STATIC, run: () => commandCheck('tsc', '--project', '.', '--checkers', '1') },
  { name: 'openapi', ...STATIC, run: apiDocument },
  { name: 'unit', ...TESTS, run: unitTests },
  { name: 'postgres', ...TESTS, run: onPostgres(postgresTests) },
  { name: 'faults', ...WAITING, run: faultsOfPostgres },
  { name: 'redis', ...WAITING, run: testsWithRedis },
  { name: 'journeys', ...TESTS, run: inBrowser(journeys), needs: 'client' },
  {
    name: 'journeys-postgres',
    ...TESTS,
    run: inBrowser(onPostgres(journeysOnPostgres)),
    needs: 'client',
  },
]

const NO_POSTGRES =
  'there is no PostgreSQL (15 or newer) here to start one of. Install it ' +
  '(on Debian: apt-get install postgresql); it need not run.'
const NO_REDIS =
  'there is no Redis or Valkey here to pull the plug of. Install it ' +
  '(on Debian: apt-get install redis-server); it need not run.'

const NAME_WIDTH = 18

const isCi = Boolean(process.env.CI) && process.env.CI !== 'false'
const finished: Finished[] = []

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopCommands()
    process.exit(1)
  })
}

const chosen = chooseChecks(CHECKS, process.argv.slice(2))
if ('problem' in chosen) {
  console.error(chosen.problem)
  process.exit(1)
}
removeTemporaryFilesAtExit('check', folderInMemory())
await runAll(chosen)
printSummary()

async function runAll(chosen: Chosen<Check>[]) {
  const jobs = chosen.map(({ check, paths }) => ({ ...check, run: () => check.run(paths) }))
  // Each of the two test runners has two workers, on a machine with one core too.
  await runSideBySide(jobs, Math.max(2, availableParallelism()), async (check) => {
    const start = performance.now()
    const outcome = await outcomeOf(check)
    const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`
    finished.push({ name: check.name, outcome, seconds })
    print(`${check.name.padEnd(NAME_WIDTH)}${headline(outcome)}  ${seconds}\n`)
    if (outcome.failed > 0) print(`\n${outcome.detail.trimEnd()}\n\n`)
  })
}

async function outcomeOf({ run, needs }: Job & { run: () => Outcome | Promise<Outcome> }) {
  const isBlocked = finished.some(({ name, outcome }) => name === needs && outcome.failed > 0)
  const outcome = isBlocked ? skip(`it needs ${needs}, which failed`) : await run()
  return isCi ? allowNoSkips(outcome) : outcome
}

/** Runs the tests on a PostgreSQL that is thrown away. */
function onPostgres(tests: (url: string, paths: Paths) => Promise<Outcome>) {
  return async (paths: Paths): Promise<Outcome> => {
    const programs = findPostgres()
    if (!programs) return skip(NO_POSTGRES)
    const postgres = await startPostgres(programs)
    return tests(postgres.url, paths).finally(postgres.remove)
  }
}

function faultsOfPostgres(paths: Paths): Outcome | Promise<Outcome> {
  const [postgres, redis] = [findPostgres(), findRedis()]
  if (!postgres) return skip(NO_POSTGRES)
  return redis ? faultTests(postgres, redis, paths) : skip(NO_REDIS)
}

function testsWithRedis(paths: Paths): Outcome | Promise<Outcome> {
  const program = findRedis()
  return program ? redisTests(program, paths) : skip(NO_REDIS)
}

function inBrowser(journeys: (paths: Paths) => Promise<Outcome>) {
  return (paths: Paths): Outcome | Promise<Outcome> => {
    if (findChromium()) return journeys(paths)
    return skip(
      'there is no Chromium here. Install it (on Debian: apt-get install chromium-headless-shell), ' +
        'or name the one you have in CHROMIUM_PATH.',
    )
  }
}

function headline(outcome: Outcome): string {
  if (isNotRun(outcome)) return `–  ${outcome.detail}`
  const isOneThing = outcome.passed + outcome.failed + outcome.skipped === 1
  const mark = outcome.failed > 0 ? '✗' : '✓'
  return isOneThing ? mark : `${mark}  ${inWords(outcome)}`
}

function printSummary() {
  const all = total(finished.map(({ outcome }) => outcome))
  print(`\n${' '.repeat(NAME_WIDTH)}  passed  failed  skipped      time\n`)
  const order = CHECKS.map(({ name }) => name)
  const inOrder = finished.toSorted(
    (one, other) => order.indexOf(one.name) - order.indexOf(other.name),
  )
  for (const { name, outcome, seconds } of inOrder) {
    const { passed, failed, skipped } = outcome
    print(
      `${name.padEnd(NAME_WIDTH)}${cell(passed)}${cell(failed)}${cell(skipped, 9)}${cell(seconds, 10)}\n`,
    )
  }
  print(`\n${inWords(all)}\n`)
  process.exitCode = all.failed > 0 ? 1 : 0
}

function cell(value: number | string, width = 8): string {
  return String(value).padStart(width)
}

function print(text: string) {
  process.stdout.write(text)
}
