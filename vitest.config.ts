import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { PATIENCE_MS } from './tests/setup/waiting-patience.ts'

// A `.test.tsx` shows components and gets a page (jsdom); a `.test.ts` gets plain Node. Nothing
// keeps state in a module that a test can see, so the files of a worker share its modules: a run
// takes less than half the time.
const everywhere = ['tests/setup/console.ts', 'tests/setup/waiting.ts']
const shared = {
  exclude: ['**/node_modules/**', 'tests/journeys/**'],
  setupFiles: [...everywhere, 'tests/setup/rows.ts'],
  restoreMocks: true,
  isolate: false,
  // Some start and await servers or commands several times.
  testTimeout: 4 * PATIENCE_MS,
  hookTimeout: 4 * PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
}
// What runs in plain Node is loaded by Node itself, as the server is: it takes a tenth less of the
// processor than through Vite. Only what Node does not read (`.tsx`) needs Vite.
const inNode = {
  ...shared,
  environment: 'node' as const,
  experimental: { viteModuleRunner: false, nodeLoader: false },
}
// The server's tests once more, on PostgreSQL: only where SNUG_TEST_DATABASE names one.
const onPostgres = process.env.SNUG_TEST_DATABASE
  ? [
      {
        test: {
          ...inNode,
          name: 'postgres',
          include: ['server/**/*.test.ts', 'cli/keys.test.ts'],
          // Once is enough for what opens no database, or the embedded one whatever is named. A new
          // test file is not in this list, so it runs on both.
          exclude: [
            ...shared.exclude,
            'server/start-problem.test.ts',
            'server/tests/{log,page,request-bounds,stopping}.test.ts',
            'server/archive/export/zip.test.ts',
            'server/profile/{music-preview,music-site}.test.ts',
            'server/**/embedded-*.test.ts',
            'server/platform/{files,http,safe-fetch}/**',
            'server/images/!(image-store|media-routes).test.ts',
            'server/images/decoding/**',
          ],
        },
      },
    ]
  : []

// What pulls PostgreSQL from under real servers: only where SNUG_TEST_POSTGRES names its programs.
const withPostgres = process.env.SNUG_TEST_POSTGRES
  ? [
      {
        test: {
          ...inNode,
          name: 'faults',
          setupFiles: everywhere,
          include: ['tests/faults/database*.test.ts'],
        },
      },
    ]
  : []

// What needs a Redis to pull the plug of: only where SNUG_TEST_REDIS names its program.
const withRedis = process.env.SNUG_TEST_REDIS
  ? [
      {
        test: {
          ...inNode,
          name: 'redis',
          setupFiles: everywhere,
          include: ['tests/faults/redis*.test.ts'],
        },
      },
    ]
  : []

export default defineConfig({
  test: {
    // One more than the cores of a small machine: some tests wait, and the others need not.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...inNode,
          name: 'node',
          include: ['{bench,capacity,cli,contract,demo,server,web,scripts,tests}/**/*.test.ts'],
          // The last is of locks that the embedded database has not.
          exclude: [
            ...shared.exclude,
            'tests/faults/{redis,database}*',
            'server/archive/import/import-locks.test.ts',
          ],
          env: { SNUG_TEST_DATABASE: '' },
        },
      },
      ...onPostgres,
      ...withPostgres,
      ...withRedis,
      {
        plugins: [react()],
        test: {
          ...shared,
          name: 'page',
          include: ['{contract,server,web,scripts,tests}/**/*.test.tsx'],
          environment: './tests/setup/page-environment.ts',
          setupFiles: [...everywhere, 'tests/setup/page.ts'],
          // jsdom goes back in the history by it: one of a test's clock never comes once that is
          // gone.
          fakeTimers: { toNotFake: ['setImmediate', 'clearImmediate'] },
        },
      },
    ],
  },
})
