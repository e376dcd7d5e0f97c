// `npm test`: every check of the project, one after the other, each on one line; what a failed one
// printed is shown whole, and the rest still runs. `npm test -- unit walls` runs only those named.
// The last line counts: one for each static check, and the tests of both runners.

import { commandCheck, stopCommands } from './check/command.ts'
import { allowNoSkips, inWords, isNotRun, type Outcome, skip, total } from './check/outcome.ts'
import {
  faultTests,
  journeys,
  journeysOnPostgres,
  postgresTests,
  redisTests,
  unitTests,
} from './check/test-runners.ts'
import { trackedFiles } from './check/tracked-files.ts'
import { findChromium } from './chromium.ts'
import { findPostgres, startPostgres } from './postgres.ts'
import { findRedis } from './redis.ts'

type Check = {
  name: string
  run: () => Outcome | Promise<Outcome>
  /** The check that must have passed before. */
  needs?: string
}
type Finished = { name: string; outcome: Outcome; seconds: string }

const CHECKS: Check[] = [
  { name: 'lint', run: () => commandCheck('biome', 'ci', '--colors=off') },
  { name: 'files', run: trackedFiles },
  { name: 'walls', run: () => commandCheck('depcruise', '.') },
  { name: 'unused', run: () => commandCheck('knip') },
  { name: 'types', run: () => commandCheck('tsc', '--project', '.') },
  { name: 'unit', run: unitTests },
  { name: 'postgres', run: onPostgres(postgresTests) },
  { name: 'faults', run: faultsOfPostgres },
  { name: 'redis', run: testsWithRedis },
  { name: 'client', run: () => commandCheck('node', 'scripts/setup.js', 'client') },
  { name: 'journeys', run: () => inBrowser(journeys), needs: 'client' },
  {
    name: 'journeys-postgres',
    run: () => inBrowser(onPostgres(journeysOnPostgres)),
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

for (const check of chosen(process.argv.slice(2))) {
  print(check.name.padEnd(NAME_WIDTH))
  const start = performance.now()
  const outcome = await outcomeOf(check)
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`
  finished.push({ name: check.name, outcome, seconds })
  print(`${headline(outcome)}  ${seconds}\n`)
  if (outcome.failed > 0) print(`\n${outcome.detail.trimEnd()}\n\n`)
}
printSummary()

function chosen(names: string[]): Check[] {
  const unknown = names.find((name) => !CHECKS.some((check) => check.name === name))
  if (unknown) {
    const known = CHECKS.map(({ name }) => name).join(', ')
    console.error(`There is no check "${unknown}". There are: ${known}.`)
    process.exit(1)
  }
  const needed = CHECKS.filter(({ name }) => names.includes(name)).map(({ needs }) => needs)
  const wanted = new Set([...names, ...needed])
  return names.length > 0 ? CHECKS.filter(({ name }) => wanted.has(name)) : CHECKS
}

async function outcomeOf({ run, needs }: Check): Promise<Outcome> {
  const isBlocked = finished.some(({ name, outcome }) => name === needs && outcome.failed > 0)
  const outcome = isBlocked ? skip(`it needs ${needs}, which failed`) : await run()
  return isCi ? allowNoSkips(outcome) : outcome
}

/** Runs the tests on a PostgreSQL that is thrown away. */
function onPostgres(tests: (address: string) => Promise<Outcome>) {
  return async (): Promise<Outcome> => {
    const programs = findPostgres()
    if (!programs) return skip(NO_POSTGRES)
    const postgres = await startPostgres(programs)
    return tests(postgres.url).finally(postgres.remove)
  }
}

function faultsOfPostgres(): Outcome | Promise<Outcome> {
  const [postgres, redis] = [findPostgres(), findRedis()]
  if (!postgres) return skip(NO_POSTGRES)
  return redis ? faultTests(postgres, redis) : skip(NO_REDIS)
}

function testsWithRedis(): Outcome | Promise<Outcome> {
  const program = findRedis()
  return program ? redisTests(program) : skip(NO_REDIS)
}

function inBrowser(journeys: () => Promise<Outcome>): Outcome | Promise<Outcome> {
  if (findChromium()) return journeys()
  return skip(
    'there is no Chromium here. Install it (on Debian: apt-get install chromium), ' +
      'or name the one you have in CHROMIUM_PATH.',
  )
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
  for (const { name, outcome, seconds } of finished) {
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
