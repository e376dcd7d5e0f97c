// A test that prints a console error or warning fails: it is a bug nobody looked at. A test that
// expects one says so with `vi.spyOn(console, 'error').mockImplementation(() => {})`.
import { format } from 'node:util'
import { afterAll, afterEach } from 'vitest'

const printed: string[] = []

for (const level of ['error', 'warn'] as const) {
  console[level] = (...message: unknown[]) => {
    printed.push(`console.${level}: ${format(...message)}`)
  }
}

function failIfPrinted() {
  const lines = printed.splice(0)
  if (lines.length > 0) throw new Error(`The test printed to the console:\n${lines.join('\n')}`)
}

afterEach(failIfPrinted)
afterAll(failIfPrinted)
