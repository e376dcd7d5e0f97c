import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { administeredUser, MESSAGES } from '../../contract/admin.ts'
import { ada, ben } from '../app/test-app.tsx'
import { messageReply, type Reply } from '../platform/fake-server.ts'
import { ALL, account, open } from './test-admin.tsx'

afterEach(() => vi.unstubAllGlobals())

const found = (...list: object[]): Reply => ({
  status: 200,
  body: { users: list, page: 1, hasMore: false },
})

it('lets a photo be removed, and sessions be ended, of who blocked the administrator', async () => {
  vi.stubGlobal('scrollTo', () => {})
  const withPhoto = { ...account(ben), profilePhoto: '/media/a.webp' }
  const photo = `DELETE /admin/user/${ben._id}/photo?reason=Vile`
  const server = open('/admin', {
    [ALL]: () => found(withPhoto, { ...account(ada), _id: '79', username: 'Cleo' }),
    [`GET /admin/user/${ben._id}`]: () => ({
      status: 200,
      body: administeredUser.parse(withPhoto),
    }),
    [photo]: () => messageReply(MESSAGES.photoRemoved),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Options for Cleo' }))
  await screen.findByRole('menuitem', { name: 'Sign out everywhere…' })
  expect(screen.queryByRole('menuitem', { name: 'Remove photo…' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Options for Ben' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove photo…' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove the photo of Ben?' })
  fireEvent.change(within(dialog).getByLabelText('Why?'), { target: { value: 'Vile' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(MESSAGES.photoRemoved)).toBeTruthy()
  expect(server.count(photo)).toBe(1)
})

it('leads to the card of who has one', async () => {
  open('/admin', {
    [ALL]: () =>
      found(
        account(ben),
        { ...account(ada), _id: '79', username: 'Cleo', isSuspended: true },
        { ...account(ada), _id: '80', username: 'Dora', isVerified: false },
      ),
  })
  const list = within(await screen.findByRole('list', { name: 'Users' }))
  for (const name of ['Cleo', 'Dora']) expect(list.getByText(name)).toBeTruthy()
  const links = list.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/members/${ben._id}`])
})
