import type { FastifyBaseLogger } from 'fastify'
import { expireEveryMinute } from './expire-every-minute.ts'
import { hourlyTasks, hourlyTasksOfMachine } from './hourly-tasks.ts'
import type { BackgroundJob } from './platform/concurrency/periodic-task.ts'
import { everyHour } from './platform/hourly.ts'
import { oncePerMachine, type RunOncePer } from './platform/run-once-per.ts'
import type { Services } from './services.ts'

/**
 * All that runs by itself. What the others leave to do, mails and pictures, is stopped after them.
 */
export function backgroundJobs(
  services: Services,
  runOncePer: RunOncePer,
  log: FastifyBaseLogger,
): BackgroundJob[] {
  return [
    everyHour(hourlyTasks(services), runOncePer, log),
    everyHour(hourlyTasksOfMachine(services), oncePerMachine(runOncePer, services.dataDir), log),
    expireEveryMinute(services, runOncePer, log),
    services.accountJobs,
    services.postJobs,
    services.spaceJobs,
    services.linkCards,
    services.archiveJobs,
    services.importJobs,
    ...(services.scheduledBackups ? [services.scheduledBackups] : []),
    services.outbox,
    services.images,
  ]
}
