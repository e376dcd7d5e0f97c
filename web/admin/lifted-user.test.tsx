import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { administeredUsersPage } from '../../contract/admin.ts'
import { ada, ben } from '../app/test-app.tsx'
import { messageReply, type Reply } from '../platform/fake-server.ts'
import { ALL, account, open, users } from './test-admin.tsx'

it('who is suspended comes back where they stand among the users, too', async () => {
  const suspended = [{ ...account(ben), isSuspended: true }, account(ada)]
  let list: Reply = {
    status: 200,
    body: administeredUsersPage.parse({ users: suspended, page: 1, hasMore: false }),
  }
  const lift = `POST /admin/user/${ben._id}/lift`
  const server = open('/admin', {
    [ALL]: () => list,
    [lift]: () => {
      list = users(ben, ada)
      return messageReply('The suspension is lifted.')
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Lift the suspension of Ben' }))
  const question = await screen.findByRole('alertdialog', { name: 'Lift the suspension of Ben?' })
  fireEvent.change(within(question).getByRole('textbox'), { target: { value: 'A mistake' } })
  fireEvent.click(within(question).getByRole('button', { name: 'Lift' }))
  expect(await screen.findByRole('button', { name: 'Suspend Ben' })).toBeTruthy()
  expect(server.bodies(lift)).toEqual([{ text: 'A mistake' }])
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

it('the page before stands there once the last one on a page is lifted', async () => {
  const first = (hasMore: boolean): Reply => ({
    status: 200,
    body: { users: [{ ...account(ada), isSuspended: true }], page: 1, hasMore },
  })
  let second = { users: [{ ...account(ben), isSuspended: true }], page: 2, hasMore: false }
  open('/admin', {
    [ALL]: () => users(ada),
    [`${ALL}&only=suspended`]: () => first(second.users.length > 0),
    [`${ALL.replace('page=1', 'page=2')}&only=suspended`]: () => ({ status: 200, body: second }),
    [`POST /admin/user/${ben._id}/lift`]: () => {
      second = { users: [], page: 2, hasMore: false }
      return messageReply('The suspension is lifted.')
    },
  })
  fireEvent.change(await screen.findByLabelText('Show'), { target: { value: 'suspended' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Next' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Lift the suspension of Ben' }))
  const question = await screen.findByRole('alertdialog')
  fireEvent.change(within(question).getByRole('textbox'), { target: { value: 'A mistake' } })
  fireEvent.click(within(question).getByRole('button', { name: 'Lift' }))
  await waitFor(() => expect(screen.queryByText('ben@example.org')).toBeNull())
  expect(await screen.findByText('ada@example.org')).toBeTruthy()
  expect(screen.queryByText(/^Page/)).toBeNull()
})
