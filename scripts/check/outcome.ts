/** What one check found. A static check counts as one; a test runner counts its tests. */
export type Outcome = {
  passed: number
  failed: number
  skipped: number
  /** Everything the check printed, shown when it failed; or why it was not run. */
  detail: string
}

export function pass(): Outcome {
  return { passed: 1, failed: 0, skipped: 0, detail: '' }
}

export function fail(detail: string): Outcome {
  return { passed: 0, failed: 1, skipped: 0, detail }
}

export function skip(reason: string): Outcome {
  return { passed: 0, failed: 0, skipped: 1, detail: `not run: ${reason}` }
}

/** Where nobody reads the output (CI), what was skipped counts as failed. */
export function allowNoSkips(outcome: Outcome): Outcome {
  return { ...outcome, failed: outcome.failed + outcome.skipped, skipped: 0 }
}

export function isNotRun({ passed, failed, skipped }: Outcome): boolean {
  return skipped > 0 && passed + failed === 0
}

export function total(outcomes: Outcome[]): Outcome {
  const sum = (key: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((count, outcome) => count + outcome[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), detail: '' }
}

/** `N passed, N failed`, and `, N skipped` when some are: the last line of `npm test`. */
export function inWords({ passed, failed, skipped }: Outcome): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
