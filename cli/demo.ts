import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { emailOf, tell } from '../demo/seed.ts'
import { Story } from '../demo/timeline.ts'
import { readConfig } from '../server/config.ts'
import { openServices } from '../server/open-services.ts'
import type { RenderedMail } from '../server/platform/mail/mail.ts'
import { createSafeFetch } from '../server/platform/safe-fetch/safe-fetch.ts'
import { CommandError } from './command-error.ts'
import type { Terminal } from './terminal.ts'
import { errorsOn } from './with-services.ts'

// A sample community to look at: people, friendships, posts, spaces, made by the verbs members
// use, so that it is as real as a community can be that nobody lives in. It has a folder of its
// own and never touches another.

export const DEMO_FOLDER = './data-demo'
const PASSWORD = 'Tea-and-Toast-4!'
const SIGN_IN = `Sign in as ${emailOf('Maya')} with the password ${PASSWORD}`
const MAIN = fileURLToPath(new URL('../server/main.ts', import.meta.url))

type Environment = Record<string, string | undefined>

/** Makes the community. Refuses a folder in which there is anything. */
export async function makeDemo(folder: string, terminal: Terminal): Promise<void> {
  const dataDir = resolve(folder)
  if ((await namesIn(dataDir)).length > 0)
    throw new CommandError(`There is something in ${dataDir} already. Name an empty folder.`)
  // Half a community has another name.
  const unfinished = `${dataDir}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await fill(unfinished, terminal)
  if (existsSync(dataDir)) await rmdir(dataDir)
  await rename(unfinished, dataDir)
  terminal.say(`The demo is in ${dataDir}. ${SIGN_IN}; all the others have the same one.`)
}

/** Serves the demo on this machine only, made first if it is not there. Returns the exit code. */
export async function serveDemo(
  folder: string,
  environment: Environment,
  terminal: Terminal,
): Promise<number> {
  const dataDir = resolve(folder)
  if (!existsSync(join(dataDir, 'snug.db'))) await makeDemo(folder, terminal)
  terminal.say(`${SIGN_IN}.`)
  const { PORT, PATH } = environment
  const server = spawn(process.execPath, [MAIN], {
    // Whatever a real server here is set up with is none of the demo's business.
    env: { ...(PORT ? { PORT } : {}), PATH, HOST: '127.0.0.1', DATA_DIR: dataDir },
    stdio: 'inherit',
  })
  // A terminal tells both; a service manager tells only us.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => server.kill('SIGTERM'))
  const [code] = await once(server, 'exit')
  return typeof code === 'number' ? code : 1
}

async function fill(dataDir: string, terminal: Terminal) {
  const story = new Story(Date.now())
  const mails: RenderedMail[] = []
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off' })
  const { services, closeServices } = await openServices(config, {
    clock: story.clock,
    log: errorsOn(terminal),
    mailTransport: { send: async (mail) => void mails.push(mail), close: async () => {} },
    safeFetch: createSafeFetch(),
  })
  try {
    services.outbox.start()
    tell({ services, story, password: PASSWORD, secretFor: (email) => secretIn(mails, email) })
    await story.play(terminal.progress('Making the demo'))
  } finally {
    await closeServices()
  }
}

const MAIL_WITHIN_MS = 10_000

async function secretIn(mails: RenderedMail[], email: string): Promise<string> {
  const latest = performance.now() + MAIL_WITHIN_MS
  while (performance.now() < latest) {
    const secret = mails
      .find(({ to }) => to === email)
      ?.link?.split('/')
      .at(-1)
    if (secret) return secret
    await pause(2)
  }
  throw new Error(`No mail came to ${email}.`)
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
