import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ada, ben } from '../app/test-app.tsx'
import type { Reply } from '../platform/fake-server.ts'
import { ALL, account, open } from './test-admin.tsx'

afterEach(() => vi.unstubAllGlobals())

const pageOf = (page: number, list: object[], hasMore = false): Reply => ({
  status: 200,
  body: { users: list, page, hasMore },
})

it('says how many a search found, also that nobody was', async () => {
  open('/admin', {
    [ALL]: () => pageOf(1, [account(ben)]),
    [ALL.replace('q=', 'q=a')]: () => pageOf(1, [account(ada), account(ben)], true),
    [ALL.replace('q=', 'q=ad')]: () => pageOf(1, [account(ada)]),
    [ALL.replace('q=', 'q=adx')]: () => pageOf(1, []),
  })
  await screen.findByText('ben@example.org')
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(said().join()).not.toContain('found')
  for (const [value, words] of [
    ['a', 'More than 2 people found'],
    ['ad', '1 person found'],
    ['adx', '0 people found'],
  ] as const) {
    fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
    await waitFor(() => expect(said()).toContain(words))
  }
})
