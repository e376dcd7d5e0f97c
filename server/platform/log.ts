import { type Logger, pino } from 'pino'

/** A line waits so long for others to be written with it, or until there are so many bytes. */
const WAITS_MS = 100
const WRITTEN_AT_ONCE_BYTES = 4_096

/** Structured log lines as JSON; in a terminal, readable and without the everyday ones. */
export function createLog({ pretty }: { pretty: boolean }): Logger {
  if (!pretty) return pino(writingTogether())
  return pino({
    level: 'warn',
    transport: {
      target: 'pino-pretty',
      options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
    },
  })
}

/** Each write is a call of the system: under load that cost more than making the line. */
function writingTogether() {
  const out = pino.destination({ sync: false, minLength: WRITTEN_AT_ONCE_BYTES })
  // What is left at the end of the process pino writes by itself.
  setInterval(() => out.flush(), WAITS_MS).unref()
  return out
}
