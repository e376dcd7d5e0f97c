import { spawn } from 'node:child_process'
import { fail, type Outcome, pass } from './outcome.ts'

const stopped = new AbortController()

export type Environment = Record<string, string>
export type Result = {
  isSuccess: boolean
  /** Of both streams, in order. */
  output: string
  stdout: string
}

/** A check that is one command, passed when the command exits with 0. */
export async function commandCheck(command: string, ...args: string[]): Promise<Outcome> {
  const { isSuccess, output } = await runWith({}, command, ...args)
  return isSuccess ? pass() : fail(output)
}

/** Runs a command of node_modules/.bin, with this in its environment, to its end. */
export function runWith(given: Environment, command: string, ...args: string[]): Promise<Result> {
  const { FORCE_COLOR: _, ...env } = process.env
  const child = spawn(command, args, {
    env: { ...env, ...given, NO_COLOR: '1' },
    signal: stopped.signal,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { output: '', stdout: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.output += text
    said.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.output += text
  })
  return new Promise((resolve) => {
    child.on('error', (error) => {
      resolve({ isSuccess: false, output: `${command}: ${error}`, stdout: '' })
    })
    child.on('close', (code) => resolve({ isSuccess: code === 0, ...said }))
  })
}

/** Ends the commands that are running. */
export function stopCommands() {
  stopped.abort()
}
