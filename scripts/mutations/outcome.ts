export type Outcome =
  | 'killed'
  | 'survived'
  | 'survived as expected'
  | 'killed unexpectedly'
  | 'timed out'

/**
 * How a run of tests ended. One that was stopped says nothing of them: it may have been slow only.
 */
export type TestRun = 'passed' | 'failed' | 'stopped'

/** How Vitest says that a test, or what comes before and after it, took longer than it may. */
const TOO_SLOW = /(?:Test|Hook) timed out in \d+ms/

interface Ended {
  status: number | null
  stdout: string
  stderr: string
  error?: Error | undefined
}

/** What `spawnSync` says of a run that ends with its first failure, and may have a `timeout`. */
export function testRunOf({ status, stdout, stderr, error }: Ended): TestRun {
  if (status === 0) return 'passed'
  const isCutOff = error && 'code' in error && error.code === 'ETIMEDOUT'
  return isCutOff || TOO_SLOW.test(stdout + stderr) ? 'stopped' : 'failed'
}

export function outcomeOf(run: TestRun, isMeantToSurvive: boolean): Outcome {
  if (run === 'stopped') return 'timed out'
  if (isMeantToSurvive) return run === 'failed' ? 'killed unexpectedly' : 'survived as expected'
  return run === 'failed' ? 'killed' : 'survived'
}

/** One line, with nothing in it that did not happen. */
export function summaryOf(outcomes: Outcome[]): string {
  const count = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length
  const meant = count('survived as expected')
  const parts = [
    `${count('killed')} of ${outcomes.length - meant} killed`,
    count('timed out') > 0 &&
      `${count('timed out')} timed out, which proves nothing: run them again`,
    `${meant} survive on purpose`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

/** Whether every mutation ended as its list says. */
export const isAsListed = (outcomes: Outcome[]) =>
  outcomes.every((outcome) => outcome === 'killed' || outcome === 'survived as expected')
