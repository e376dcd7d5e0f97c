import { HOUR_MS } from '../../contract/durations.ts'
import { type BackgroundJob, periodicTask } from './concurrency/periodic-task.ts'
import type { Log } from './log.ts'
import type { RunOncePer } from './run-once-per.ts'

/** Processes that started at other times take the turn of the next hour a little early. */
const TURN_MS = 55 * 60_000

/**
 * Runs each named task once an hour in one process of the server, one after the other. A task that
 * fails is logged and tried again in an hour; none may be needed for anything to be right, only
 * for tables to stay small.
 */
export function everyHour(
  tasks: Record<string, () => Promise<void>>,
  runOncePer: RunOncePer,
  log: Log<'error'>,
): BackgroundJob {
  async function runAll() {
    for (const [task, run] of Object.entries(tasks))
      await runOncePer(task, TURN_MS, run).catch((error: unknown) =>
        log.error({ err: error, task }, 'hourly task failed'),
      )
  }

  return periodicTask(HOUR_MS, runAll, () => {})
}
