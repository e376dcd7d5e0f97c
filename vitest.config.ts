import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// A `.test.tsx` shows components and gets a page (jsdom); a `.test.ts` gets plain Node.
const shared = {
  exclude: ['**/node_modules/**', 'tests/journeys/**'],
  setupFiles: ['tests/setup-console.ts'],
  restoreMocks: true,
  // Two cores with a database, a browser and a compiler on them can be slow.
  testTimeout: 20_000,
  hookTimeout: 30_000,
}

// The server's tests once more, on PostgreSQL: only where SNUG_TEST_DATABASE names one.
const onPostgres = process.env.SNUG_TEST_DATABASE
  ? [
      {
        test: {
          ...shared,
          name: 'postgres',
          include: ['server/**/*.test.ts'],
          // They need no database, or are about the embedded one: once is enough.
          exclude: [
            ...shared.exclude,
            'server/{log,page}.test.ts',
            'server/profile/music-site.test.ts',
            'server/platform/backup/**',
            'server/platform/{files,http,safe-fetch}/**',
            'server/platform/images/!(image-store|media-routes).test.ts',
          ],
          environment: 'node' as const,
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ]
  : []

// What pulls PostgreSQL from under real servers: only where SNUG_TEST_POSTGRES names its programs.
const withPostgres = process.env.SNUG_TEST_POSTGRES
  ? [
      {
        test: {
          ...shared,
          name: 'faults',
          include: ['tests/faults/database*.test.ts'],
          environment: 'node' as const,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ]
  : []

// What needs a Redis to pull the plug of: only where SNUG_TEST_REDIS names its program.
const withRedis = process.env.SNUG_TEST_REDIS
  ? [
      {
        test: {
          ...shared,
          name: 'redis',
          include: ['tests/faults/redis*.test.ts'],
          environment: 'node' as const,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 30_000,
        },
      },
    ]
  : []

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'node',
          include: ['{bench,capacity,cli,contract,demo,server,web,scripts,tests}/**/*.test.ts'],
          exclude: [...shared.exclude, 'tests/faults/{redis,database}*'],
          environment: 'node',
          // Nothing on this side keeps state in a module, so files may share a worker's modules:
          // the run takes less than half the time.
          isolate: false,
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
          environment: './tests/page-environment.ts',
          isolate: false,
          setupFiles: [...shared.setupFiles, 'tests/setup-page.ts'],
        },
      },
    ],
  },
})
