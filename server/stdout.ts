import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { clientFolder } from './client-folder.ts'
import type { Config } from './config.ts'
import type { Ready } from './workers.ts'

// Nobody may be reading, or the disk below a file be full: nothing ends for a line.
process.stdout.on('error', () => {})

export function print(line: string) {
  process.stdout.write(`${line}\n`)
}

export function printReady({ publicUrl }: Config, { port, hostLink }: Ready) {
  print(`Snug is ready at ${publicUrl.replace(/:0$/, `:${port}`)}`)
  if (hostLink !== null)
    print(`There is no administrator yet. Who registers here becomes it: ${hostLink}`)
  if (!existsSync(join(clientFolder, 'index.html')))
    print('The web client is not built; start with "npm start" to build it.')
}
