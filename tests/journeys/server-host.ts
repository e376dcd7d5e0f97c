import { readConfig } from '../../server/config.ts'
import { holdDataFolder } from '../../server/platform/data-folder.ts'
import type { SafeFetch } from '../../server/platform/safe-fetch/safe-fetch.ts'
import { serve } from '../../server/serve.ts'
import { print, printReady } from '../../server/stdout.ts'
import { createSitesFetch, PUBLIC, SITES_PORT } from '../sites-fetch.ts'

// The process behind the servers of journeys, one after the other: to load the program anew for
// each would take more of the processor than many a journey. It prints what the command prints, and
// ends with the process that started it.

/** The environment of the server to open, or that the one that is open be closed. */
export type Order = Record<string, string> | 'close'

function addressesOf(hostname: string): string[] {
  return [hostname.startsWith('inside.') ? '10.0.0.7' : PUBLIC]
}

/** As long as a journey waits: a page that came late would be asked for again a day later. */
const SITE_PATIENCE_MS = 60_000

function sitesFetch(port: string): SafeFetch {
  const sites = createSitesFetch({ port: Number(port), addressesOf })
  return { get: (url, asked) => sites.get(url, { ...asked, timeoutMs: SITE_PATIENCE_MS }) }
}

process.umask(0o077)
let close = async () => {}

process.on('message', async (order: Order) => {
  if (order === 'close') return close()
  const config = readConfig(order)
  const letGo = holdDataFolder(config.dataDir)
  const { [SITES_PORT]: port } = order
  const { server, log, ready } = await serve(
    config,
    order,
    port === undefined ? {} : { safeFetch: sitesFetch(port) },
  )
  close = async () => {
    await server.close()
    letGo()
    // After all that it had to say.
    log.flush(() => print('Stopped.'))
  }
  printReady(config, ready)
})
process.once('disconnect', () => process.exit())
