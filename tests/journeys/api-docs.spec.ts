import { expect } from '@playwright/test'
import { ada } from '../people.ts'
import { arrive } from './account-steps.ts'
import { test } from './journey.ts'
import { join } from './members.ts'

// The description of the API is shown by a program of others: it works, and it has no way to the
// session that lies beside it.

const DRAWN_WITHIN_MS = 60_000

test('the description of the API is read in a sandbox', async ({ browser, server }) => {
  await join(server, ada)
  // Not watched: that program tries things its sandbox refuses.
  const context = await browser.newContext({ baseURL: server.origin })
  const page = await context.newPage()
  await arrive(page, ada)
  const kept = () => localStorage.length + sessionStorage.length
  expect(await page.evaluate(kept)).toBeGreaterThan(0)
  // Megabytes of script, which draw every route at once.
  await page.goto('/api/docs/', { waitUntil: 'commit' })
  const title = page.getByRole('heading', { name: 'Snug', exact: true })
  await expect(title).toBeVisible({ timeout: DRAWN_WITHIN_MS })
  await expect(
    page.getByText('Ask whether the server and its database are well').first(),
  ).toBeVisible()
  const reached = await page.evaluate(async () => ({
    origin: self.origin,
    session: JSON.stringify([localStorage, sessionStorage]),
    answer: await fetch('/api/health').catch(() => 'refused'),
  }))
  expect(reached).toEqual({ origin: 'null', session: '[{},{}]', answer: 'refused' })
  await context.close()
})
