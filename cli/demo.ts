import { existsSync } from 'node:fs'
import { readdir, rename, rm, rmdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { DEMO_PASSWORD, emailOf } from '../demo/sign-in.ts'
import { databaseFile } from '../server/platform/database/sqlite/database-file.ts'
import { CommandError } from './command-error.ts'
import { startServer } from './start.ts'
import type { Terminal } from './terminal.ts'
import { terminalLog } from './terminal-log.ts'

// A sample community to look at, in a folder of its own: it never touches another.

const SIGN_IN = `Sign in as ${emailOf('Maya')} with the password ${DEMO_PASSWORD}`

type Environment = Record<string, string | undefined>

/** Makes the community. Refuses a folder in which there is anything. */
export async function makeDemo(folder: string, terminal: Terminal): Promise<void> {
  const dataDir = resolve(folder)
  if ((await namesIn(dataDir)).length > 0)
    throw new CommandError(`There is something in ${dataDir} already. Name an empty folder.`)
  terminal.print(`Making a sample community in ${dataDir}: this takes some seconds.`)
  // Half a community has another name.
  const unfinished = `${dataDir}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  const progress = terminal.progress('Making the demo')
  const { seedDemo } = await import('../demo/seed.ts')
  await seedDemo(unfinished, { log: terminalLog(terminal), progress })
  if (existsSync(dataDir)) await rmdir(dataDir)
  await rename(unfinished, dataDir)
  terminal.say(`The demo is in ${dataDir}. ${SIGN_IN}; all the others have the same one.`, {
    dataDir,
    email: emailOf('Maya'),
    password: DEMO_PASSWORD,
  })
}

/** Serves the demo on this machine only, made first if it is not there. Returns the exit code. */
export async function serveDemo(
  folder: string,
  environment: Environment,
  terminal: Terminal,
): Promise<number> {
  const dataDir = resolve(folder)
  if (!existsSync(databaseFile(dataDir))) await makeDemo(folder, terminal)
  terminal.print(`${SIGN_IN}.`)
  const { PORT, PATH } = environment
  // Whatever a real server here is set up with is none of the demo's business.
  return startServer({ ...(PORT ? { PORT } : {}), PATH, HOST: '127.0.0.1', DATA_DIR: dataDir })
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
