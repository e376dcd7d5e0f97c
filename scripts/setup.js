// What `npm start` and `npm test` run first, on any Node from 20 on, with nothing installed yet. It
// installs the packages when node_modules is not what package-lock.json asks for and, when called
// with `client`, builds the web client when its source has changed. It says in one line what it does
// and why, is silent when there is nothing to do, and stops with a sentence when it cannot go on.
import { fileURLToPath } from 'node:url'
import { buildClient } from './setup/client.js'
import { installPackages, requireRuntime } from './setup/packages.js'
import { stop } from './setup/terminal.js'

const wantsClient = process.argv.includes('client')

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
try {
  installPackages({ withDevelopment: !wantsClient })
  requireRuntime()
  if (wantsClient) buildClient()
} catch (error) {
  stop(`Snug could not be set up: ${error instanceof Error ? error.message : error}`)
}
