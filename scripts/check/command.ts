import { spawn } from 'node:child_process'
import { fail, type Outcome, pass } from './outcome.ts'

const stopped = new AbortController()

export type Result = { isSuccess: boolean; output: string }

/** A check that is one command, passed when the command exits with 0. */
export async function commandCheck(command: string, ...args: string[]): Promise<Outcome> {
  const { isSuccess, output } = await runWith({}, command, ...args)
  return isSuccess ? pass() : fail(output)
}

/**
 * Runs a command of node_modules/.bin, with this in its environment, to its end; both its streams
 * are in `output`, in order.
 */
export function runWith(
  given: Record<string, string>,
  command: string,
  ...args: string[]
): Promise<Result> {
  const { FORCE_COLOR: _, ...env } = process.env
  const child = spawn(command, args, {
    env: { ...env, ...given, NO_COLOR: '1' },
    signal: stopped.signal,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ isSuccess: false, output: `${command}: ${error}` }))
    child.on('close', (code) => resolve({ isSuccess: code === 0, output }))
  })
}

/** Ends the command that is running. */
export function stopCommands() {
  stopped.abort()
}
