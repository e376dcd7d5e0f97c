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
