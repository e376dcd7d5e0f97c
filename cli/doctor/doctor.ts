import { type Config, readConfig } from '../../server/config.ts'
import { ConfigError } from '../../server/config-error.ts'
import { refuseForeignRoot } from '../../server/platform/data-folder.ts'
import { reasonOf } from '../command-error.ts'
import type { Terminal } from '../terminal.ts'
import { type Check, CheckFailed, CheckWarning } from './check.ts'
import { apps, clock, database, images, migrated, passkeys, secret } from './data-checks.ts'
import { backups, dataFolder, freeDisk, nodeVersion } from './machine-checks.ts'
import { mail, proxies, publicUrl, server } from './network-checks.ts'
import { bucket, redis } from './service-checks.ts'

// Looks at everything a server needs and says of each thing whether it is well. It changes
// nothing but for a small file that it puts into the bucket and removes again, and a server may be
// serving meanwhile.

const CHECKS: Record<string, Check> = {
  'data folder': dataFolder,
  'free disk': freeDisk,
  backups,
  database,
  migrations: migrated,
  secret,
  Redis: redis,
  S3: bucket,
  pictures: images,
  clock,
  mail,
  PUBLIC_URL: publicUrl,
  TRUSTED_PROXIES: proxies,
  passkeys,
  'apps for codes': apps,
  server,
}

/**
 * One line for each check. Returns whether all is well. Throws DataFolderError for root in
 * another's folder.
 */
export async function runDoctor(
  environment: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<boolean> {
  const report = reporter(terminal)
  await report('Node.js', nodeVersion)
  const config = settingsOf(environment)
  await report('settings', async () => {
    if (config instanceof ConfigError) throw new CheckFailed(config.message)
    return 'make sense'
  })
  // Without them nobody knows where to look.
  if (config instanceof ConfigError) return report.end()
  // Whoever opens the database writes beside it.
  refuseForeignRoot(config.dataDir)
  for (const [name, check] of Object.entries(CHECKS)) await report(name, () => check(config))
  return report.end()
}

function reporter(terminal: Terminal) {
  const checks: { name: string; isWell: boolean; text: string }[] = []
  let isHealthy = true
  async function report(name: string, check: () => Promise<string>) {
    const { mark, text } = await outcomeOf(check)
    checks.push({ name, isWell: mark === 'ok', text })
    if (mark === 'problem') isHealthy = false
    terminal.print(`${mark.padEnd(8)} ${name}: ${text}`)
  }
  function end(): boolean {
    terminal.say(null, { isHealthy, checks })
    return isHealthy
  }
  return Object.assign(report, { end })
}

async function outcomeOf(check: () => Promise<string>) {
  try {
    return { mark: 'ok', text: await check() }
  } catch (error) {
    return { mark: error instanceof CheckWarning ? 'warning' : 'problem', text: reasonOf(error) }
  }
}

function settingsOf(environment: Record<string, string | undefined>): Config | ConfigError {
  try {
    return readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
}
