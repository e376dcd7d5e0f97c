export type Outcome =
  | 'killed'
  | 'survived'
  | 'survived as expected'
  | 'killed unexpectedly'
  | 'timed out'

/** How a run of tests ended. One that was stopped says nothing of them: it may have been slow only. */
export type TestRun = 'passed' | 'failed' | 'stopped'

/** What `spawnSync` says of a run that was given a `timeout`. */
export function testRunOf(result: { status: number | null; error?: Error | undefined }): TestRun {
  if (result.error && 'code' in result.error && result.error.code === 'ETIMEDOUT') return 'stopped'
  return result.status === 0 ? 'passed' : 'failed'
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
