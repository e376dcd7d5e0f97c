import { type DestinationStream, pino } from 'pino'
import type { Terminal } from './terminal.ts'

/** A log for what runs in the background of a command: only what goes wrong, as plain lines. */
export function terminalLog(terminal: Terminal) {
  const lines: DestinationStream = {
    write(line) {
      const { msg, err } = JSON.parse(line)
      terminal.warn(err?.message ? `${msg}: ${err.message}` : msg)
    },
  }
  return pino({ level: 'error' }, lines)
}
