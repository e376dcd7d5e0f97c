import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.ts'

/** Named by this, a PostgreSQL is under the servers, for the journeys that ask most of it. */
const isOnPostgres = Boolean(process.env.SNUG_TEST_DATABASE)
const ON_POSTGRES = '{first-journey,conversation,people,profile,notifications,spaces,admin}.spec.ts'

/** Where a run leaves what it found; those on both databases may run beside each other. */
const results = `test-results/${isOnPostgres ? 'journeys-postgres' : 'journeys'}`

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
]

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: isOnPostgres ? ON_POSTGRES : '*.spec.ts',
  outputDir: results,
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Room for a machine that has other things to do; a step that works is not slower for it.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: `${results}.json` }]],
  use: {
    // What a journey withholds from the page, the worker would have. Its own journeys allow it.
    serviceWorkers: 'block',
    // Without snapshots: taking them reads `blob:` addresses, which the page's policy forbids. And
    // without a film of it all, which takes a fifth of the time.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { args, ...(executablePath && { executablePath }) },
  },
})
