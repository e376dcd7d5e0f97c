import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import product from '../package.json' with { type: 'json' }
import { CommandError } from './command-error.ts'
import { SERVER, serverEnvironment } from './start.ts'
import type { Terminal } from './terminal.ts'

const READY = /^Snug is ready at (\S+)/
const PATIENCE_MS = 120_000

/**
 * Starts this version in an empty folder, beside a server that serves, and stops it again. What
 * Node compiled for that is kept, so a start of this version in the place of another one is sooner
 * ready. Throws CommandError with what the server said when it does not start.
 */
export async function tryStart(environment: NodeJS.ProcessEnv, terminal: Terminal): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'snug-try-'))
  const { PATH, NODE_COMPILE_CACHE } = environment
  // Nothing of the community: neither its database nor its mail server is asked.
  const env = serverEnvironment({
    ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
    ...{ PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'data') },
  })
  try {
    await startAndStop(env)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const keptIn = await whenWritable(env.NODE_COMPILE_CACHE)
  const kept = keptIn
    ? `What it compiled is in ${keptIn}.`
    : `What it compiled could not be kept in ${env.NODE_COMPILE_CACHE}: its first start takes a little longer.`
  terminal.say(`Snug ${product.version} starts on this machine. ${kept}`, {
    version: product.version,
    keptIn,
  })
}

async function startAndStop(env: NodeJS.ProcessEnv) {
  const server = spawn(process.execPath, SERVER, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  })
  const exited = once(server, 'close')
  const said: string[] = []
  createInterface(server.stderr).on('line', (line) => said.push(line))
  const isReady = new Promise<boolean>((resolve) => {
    createInterface(server.stdout).on('line', async (line) => {
      const origin = READY.exec(line)?.[1]
      if (!origin) return
      // So that what answers the first visitor is compiled, too.
      const answers = [fetch(`${origin}/`), fetch(`${origin}/api/health`)]
      const [, health] = await Promise.allSettled(answers)
      resolve(health?.status === 'fulfilled' && health.value.ok)
      server.kill('SIGTERM')
    })
    const give = () => resolve(false)
    exited.then(give, give)
  })
  const isWell = await isReady
  await exited
  if (isWell) return
  // Of a stack, the line that says what went wrong.
  const reason = said.find((line) => /^\w*Error\b/.test(line)) ?? said.at(-1) ?? 'it says nothing.'
  throw new CommandError(`Snug ${product.version} does not start on this machine: ${reason}`)
}

function whenWritable(folder: string): Promise<string | null> {
  return access(folder, constants.W_OK).then(
    () => folder,
    () => null,
  )
}
