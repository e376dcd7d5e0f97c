import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommand } from '../cli/run-command.ts'
import { openTerminal } from '../cli/terminal.ts'

export interface Outcome {
  code: number | null
  out: string
  err: string
}

/** Runs a command in this process, where nobody can be asked. */
export async function snug(words: string[], environment: Record<string, string>): Promise<Outcome> {
  const [out, err] = [new PassThrough(), new PassThrough()]
  const terminal = openTerminal({ stdin: Readable.from([]), stdout: out, stderr: err })
  const code = await runCommand(words, environment, terminal)
  out.end()
  err.end()
  return { code, out: (await text(out)).trim(), err: (await text(err)).trim() }
}
