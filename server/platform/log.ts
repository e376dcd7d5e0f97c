import { type Logger, pino } from 'pino'

/** Structured log lines as JSON; in a terminal, readable and without the everyday ones. */
export function createLog({ pretty }: { pretty: boolean }): Logger {
  if (!pretty) return pino()
  return pino({
    level: 'warn',
    transport: {
      target: 'pino-pretty',
      options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
    },
  })
}
