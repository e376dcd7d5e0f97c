import { readSettings, type Settings, SettingsError } from '../../settings.ts'
import type { Terminal } from '../terminal.ts'
import { bucket, redis } from './engines.ts'
import { type Check, NotWell, reasonOf } from './finding.ts'
import { clock, database, migrated, pictures } from './kept-things.ts'
import { dataFolder, freeDisk, nodeVersion } from './machine.ts'
import { mail, publicUrl, server } from './way-outside.ts'

// Looks at everything a server needs and says of each thing whether it is well. It changes
// nothing but for a small file that it puts into the bucket and removes again, and a server may be
// serving meanwhile.

const CHECKS: Record<string, Check> = {
  'data folder': dataFolder,
  'free disk': freeDisk,
  database,
  migrations: migrated,
  Redis: redis,
  S3: bucket,
  pictures,
  clock,
  mail,
  PUBLIC_URL: publicUrl,
  server,
}

/** One line for each check. Returns whether all is well. */
export async function examine(
  environment: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<boolean> {
  const report = reporter(terminal)
  await report('Node.js', nodeVersion)
  const settings = settingsOf(environment)
  await report('settings', async () => {
    if (settings instanceof SettingsError) throw new NotWell(settings.message)
    return 'make sense'
  })
  // Without them nobody knows where to look.
  if (settings instanceof SettingsError) return false
  for (const [name, check] of Object.entries(CHECKS)) await report(name, () => check(settings))
  return report.isWell()
}

function reporter(terminal: Terminal) {
  let isWell = true
  async function report(name: string, check: () => Promise<string>) {
    const { mark, text } = await outcomeOf(check)
    isWell &&= mark === 'ok'
    terminal.say(`${mark.padEnd(8)} ${name}: ${text}`)
  }
  return Object.assign(report, { isWell: () => isWell })
}

async function outcomeOf(check: () => Promise<string>) {
  try {
    return { mark: 'ok', text: await check() }
  } catch (error) {
    return { mark: 'problem', text: reasonOf(error) }
  }
}

function settingsOf(environment: Record<string, string | undefined>): Settings | SettingsError {
  try {
    return readSettings(environment)
  } catch (error) {
    if (error instanceof SettingsError) return error
    throw error
  }
}
