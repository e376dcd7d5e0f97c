import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// A `.test.tsx` shows components and gets a page (jsdom); a `.test.ts` gets plain Node.
const shared = {
  exclude: ['**/node_modules/**', 'tests/journeys/**'],
  setupFiles: ['tests/setup-console.ts'],
  restoreMocks: true,
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'node',
          include: ['{contract,server,web,scripts,tests}/**/*.test.ts'],
          environment: 'node',
          // Nothing on this side keeps state in a module, so files may share a worker's modules:
          // the run takes less than half the time.
          isolate: false,
        },
      },
      {
        plugins: [react()],
        test: {
          ...shared,
          name: 'page',
          include: ['{contract,server,web,scripts,tests}/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: [...shared.setupFiles, 'tests/setup-page.ts'],
        },
      },
    ],
  },
})
