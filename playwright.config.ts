import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.ts'
import { ON_POSTGRES } from './tests/journeys/on-postgres.ts'

/** Named by this, a PostgreSQL is under the servers. */
const isOnPostgres = Boolean(process.env.SNUG_TEST_DATABASE)

/** Where a run leaves what it found; those on both databases may run beside each other. */
const results = `test-results/${isOnPostgres ? 'journeys-postgres' : 'journeys'}`

/** So long a step may take: a press, an address, something to appear. */
const STEP_MS = 60_000

const executablePath = findChromium()

// The browser must speak to our own server only, and look the same wherever it runs.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A process less, and two less for each page: the browser keeps another ready, and without its
  // shell it draws the suggestions below its address bar as a page of their own, for half of what a
  // page costs. A list of features takes the place of Playwright's own, so what of that concerns
  // these pages stands here.
  '--in-process-gpu',
  `--disable-features=${[
    ...['SpareRendererForSitePerProcess', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
    ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
    ...['MediaRouter', 'OptimizationHints', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ]}`,
]

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.spec.ts',
  ...(isOnPostgres && { grep: new RegExp(ON_POSTGRES.tag) }),
  outputDir: results,
  fullyParallel: true,
  // Twice the cores of a small machine: journeys wait for what moves.
  workers: 4,
  // To see more of what went wrong (`trace`): one that works the second time has failed as well.
  retries: 1,
  failOnFlakyTests: true,
  // Room for a machine that has other things to do; a step that works is not slower for it, and
  // what does not come is told of after one step's time, with a picture of what was there instead.
  timeout: 300_000,
  expect: { timeout: STEP_MS },
  reporter: [['list'], ['json', { outputFile: `${results}.json` }]],
  use: {
    actionTimeout: STEP_MS,
    navigationTimeout: STEP_MS,
    // What a journey withholds from the page, the worker would have. Its own journeys allow it.
    serviceWorkers: 'block',
    // It takes a seventh of the time, so only a journey that failed is walked again with it.
    // Without snapshots: taking them reads `blob:` addresses, which the page's policy forbids.
    trace: { mode: 'on-first-retry', snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { args, ...(executablePath && { executablePath }) },
  },
})
