import { existsSync } from 'node:fs'

// The shell is the same browser without windows around its pages: for each page that is opened it
// takes a sixth of the processor.
const USUAL_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser the journeys run in: the one CHROMIUM_PATH names, else one of the usual places. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  return (named ? [named] : USUAL_PLACES).find((path) => existsSync(path))
}
