import { Writable } from 'node:stream'
import { pino } from 'pino'

/** The log as the server writes it where it is no terminal's, for a test to read. */
export function openLog() {
  const written: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk))
      done()
    },
  })
  return {
    log: pino(stream),
    /** All that was written, as it stands in the file. */
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}
