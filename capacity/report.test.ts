import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { capacityPage } from './report.ts'

it('is the page in the docs, which says how to renew it', () => {
  const page = readFileSync(new URL('../docs/capacity.md', import.meta.url), 'utf8')
  expect(page).toBe(`${capacityPage()}\n`)
})
