import { type DestinationStream, type Logger, pino } from 'pino'

/** Where something writes lines of these levels; the log of the server is one of all. */
export type Log<Level extends 'debug' | 'info' | 'warn' | 'error'> = Record<
  Level,
  (details: object, message: string) => void
>

/** A line waits so long for others to be written with it, or until there are so many bytes. */
const WAITS_MS = 100
const WRITTEN_AT_ONCE_BYTES = 4_096
/** Of lines that cannot be written, such as to a full disk; those beyond are lost. */
const KEPT_BYTES_MAX = 1024 * 1024

/** Structured log lines as JSON; in a terminal, readable and without the everyday ones. */
export function createLog({ pretty }: { pretty: boolean }): Logger {
  // Alone, a destination that is no stream of Node would be taken for settings.
  if (!pretty) return pino({}, writingTogether())
  return pino({
    level: 'warn',
    transport: {
      target: 'pino-pretty',
      options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
    },
  })
}

/**
 * Each write is a call of the system: under load that cost more than making the line. The timer
 * runs while a line waits, since to flush nothing is a write as well, and a server at rest has no
 * lines.
 */
function writingTogether(): DestinationStream & { flushSync(): void } {
  const out = pino.destination({
    sync: false,
    minLength: WRITTEN_AT_ONCE_BYTES,
    maxLength: KEPT_BYTES_MAX,
  })
  // A disk without room ends no server: the lines wait. At the end of the process the library would
  // try to write them for ever.
  let isFailing = false
  out.on('error', () => {
    isFailing = true
  })
  out.on('write', () => {
    isFailing = false
  })
  const flushSync = out.flushSync.bind(out)
  out.flushSync = () => {
    if (!isFailing) flushSync()
  }
  let timer: NodeJS.Timeout | undefined
  let isNew = false
  function flush() {
    timer = undefined
    out.flush()
  }
  function flushSoon() {
    if (timer === undefined) timer = setTimeout(flush, WAITS_MS).unref()
  }
  // While a write is under way a flush does nothing: what came meanwhile is flushed after it.
  out.on('drain', () => {
    if (isNew) flushSoon()
    isNew = false
  })
  return {
    write(line) {
      isNew = true
      out.write(line)
      flushSoon()
    },
    // Before a fatal end. What is left at any other end of the process pino writes by itself.
    flushSync: () => out.flushSync(),
  }
}
