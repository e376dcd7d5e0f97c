import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ada, ben } from '../app/test-app.tsx'
import { deferredReply, type Reply } from '../platform/fake-server.ts'
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

const PAGE_2 = ALL.replace('page=1', 'page=2')

it('come one page further by one press, also where another follows before it came', async () => {
  const { reply, answer } = deferredReply()
  const server = open('/admin', { [ALL]: () => pageOf(1, [account(ben)], true), [PAGE_2]: reply })
  const next = await screen.findByRole('button', { name: 'Next' })
  next.focus()
  fireEvent.click(next)
  await screen.findByText('Page 2')
  fireEvent.click(next)
  answer(pageOf(2, [account(ada)]))
  expect(await screen.findByText('ada@example.org')).toBeTruthy()
  expect(screen.getByText('Page 2')).toBeTruthy()
  expect(server.requests.some(({ path }) => path.includes('page=3'))).toBe(false)
  expect(document.activeElement).toBe(next)
})

it('are not said to be nobody before it is known', async () => {
  const { reply, answer } = deferredReply()
  const search = (value: string) =>
    fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
  const server = open('/admin', {
    [ALL]: () => pageOf(1, [account(ben)]),
    [ALL.replace('q=', 'q=x')]: () => pageOf(1, []),
    [ALL.replace('q=', 'q=a')]: reply,
  })
  await screen.findByText('ben@example.org')
  search('x')
  await screen.findByText(/^Nobody is found/)
  search('a')
  await waitFor(() => expect(server.count(ALL.replace('q=', 'q=a'))).toBe(1))
  expect(screen.queryByText(/^Nobody is found/)).toBeNull()
  answer(pageOf(1, [account(ada)]))
  expect(await screen.findByText('ada@example.org')).toBeTruthy()
})
