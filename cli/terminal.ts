import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { CommandError } from './command-error.ts'

/** Where a command speaks: results on one stream, everything else on the other. */
export interface Terminal {
  /** What a command did, once, in words or as one line of JSON. Null: the words were printed. */
  say(words: string | null, data: object): void
  /** What else there is to tell in words. */
  print(line: string): void
  warn(line: string): void
  /** Shows how far long work has come, where a person watches. */
  progress(what: string): (done: number, total: number) => void
  /** Throws CommandError when nobody can be asked. */
  confirm(question: string): Promise<boolean>
}

interface Streams {
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable & { isTTY?: boolean }
}

const PROGRESS_EVERY_MS = 100

export function openTerminal({ stdin, stdout, stderr }: Streams): Terminal {
  const print = (line: string) => void stdout.write(`${line}\n`)
  return {
    say(words) {
      if (words !== null) print(words)
    },
    print,
    warn: (line) => void stderr.write(`${line}\n`),
    progress: (what) => (stderr.isTTY ? progressOn(stderr, what) : () => {}),
    async confirm(question) {
      if (!stdin.isTTY)
        throw new CommandError('Nobody can be asked here. Add --yes to do it all the same.')
      using asking = createInterface({ input: stdin, output: stderr })
      const answer = await asking.question(`${question} [y/N] `)
      return /^y(es)?$/i.test(answer.trim())
    },
  }
}

/** The same for a program, from when it is asked for. */
export function jsonWhen(isAsked: () => boolean, terminal: Terminal): Terminal {
  return {
    ...terminal,
    say: (words, data) =>
      isAsked() ? terminal.print(JSON.stringify(data)) : terminal.say(words, data),
    print: (line) => (isAsked() ? undefined : terminal.print(line)),
  }
}

function progressOn(stream: Writable, what: string) {
  let shownAt = 0
  return (done: number, total: number) => {
    const isDone = done >= total
    if (!isDone && performance.now() - shownAt < PROGRESS_EVERY_MS) return
    shownAt = performance.now()
    const percent = total > 0 ? Math.floor((100 * done) / total) : 100
    stream.write(`\r${what} ${percent} %${isDone ? '\n' : ''}`)
  }
}
