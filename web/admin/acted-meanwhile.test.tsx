import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { adminActList } from '../../contract/admin.ts'
import { waitingList } from '../../contract/admission.ts'
import { failedMails } from '../../contract/failed-mails.ts'
import { suspendedMembers } from '../../contract/suspension.ts'
import { ada, ben } from '../app/test-app.tsx'
import { errorReply } from '../platform/fake-server.ts'
import { open, statsWith } from './test-admin.tsx'

afterEach(() => vi.unstubAllGlobals())

const author = { _id: ben._id, username: 'Ben', userNumber: 2, profilePhoto: null }
const until = new Date(2027, 0, 7).toISOString()
const act = {
  ...{ _id: '76', act: 'delete_post', memberNumber: 7, reason: 'Sells things', admin: null },
  ...{ createdAt: ada.createdAt, isUndone: false },
  removed: { kind: 'post', text: 'Buy my watches', images: [], until },
}
const waiting = {
  ...{ _id: '77', username: 'Cleo', email: 'cleo@example.org', since: ada.createdAt },
  ...{ invitedBy: null, answers: [] },
}
const mail = {
  ...{ _id: '78', kind: 'verify-email', member: null, email: 'jo@example.org' },
  ...{ failure: 'ESOCKET', attempts: 3, createdAt: ada.createdAt, nextAttemptAt: null },
}
const suspended = { member: author, until: null, reason: 'Too unkind', appeal: null }

/** What is asked of what a list shows: the list with it, and once somebody else has acted. */
const QUESTIONS = [
  {
    ...{ name: 'to let somebody in', tab: 'reports', list: 'GET /admin/waiting' },
    ...{ before: waitingList.parse({ people: [waiting], total: 1 }) },
    ...{ after: { people: [], total: 0 }, shown: 'Waiting to be let in' },
    ...{ button: 'Let Cleo in', confirm: 'Let in', send: 'POST /admin/waiting/77/let-in' },
  },
  {
    ...{ name: 'to delete a mail', tab: 'health', list: 'GET /admin/mails?state=failed' },
    before: failedMails.parse({ mails: [mail], total: 1 }),
    ...{ after: { mails: [], total: 0 }, shown: 'Mails that could not be sent' },
    ...{ button: 'Delete the mail to jo@example.org', confirm: 'Delete' },
    send: 'DELETE /admin/mails/78?reason=Typed+with+care',
  },
  {
    ...{ name: 'to give a post back', tab: 'log', list: 'GET /admin/acts' },
    before: adminActList.parse([act]),
    after: adminActList.parse([{ ...act, isUndone: true, removed: null }]),
    ...{ shown: 'Buy my watches', button: 'Undo: the post', confirm: 'Give back' },
    send: 'POST /admin/acts/76/undo',
  },
  {
    ...{ name: 'to lift a suspension', tab: 'reports', list: 'GET /admin/suspensions' },
    ...{ before: suspendedMembers.parse([suspended]), after: [], shown: 'Suspended' },
    ...{ button: 'Lift the suspension of Ben', confirm: 'Lift' },
    send: `POST /admin/user/${ben._id}/lift`,
  },
]

it.each(QUESTIONS)(
  'keeps what is typed $name where another administrator was faster',
  async (question) => {
    const { tab, list, before, after, shown, button, confirm, send } = question
    let body: unknown = before
    open(`/admin?tab=${tab}`, {
      'GET /admin/reports?state=open': () => ({ status: 200, body: { things: [], total: 0 } }),
      'GET /admin/stats': () => ({ status: 200, body: statsWith({}) }),
      [list]: () => ({ status: 200, body }),
      [send]: () => {
        body = after
        return errorReply(409, 'conflict', 'Somebody else was faster.')
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: button }))
    const dialog = await screen.findByRole('alertdialog')
    const words = within(dialog).getByRole<HTMLTextAreaElement>('textbox')
    fireEvent.change(words, { target: { value: 'Typed with care' } })
    fireEvent.click(within(dialog).getByRole('button', { name: confirm }))
    await waitFor(() => expect(screen.queryByText(shown)).toBeNull())
    expect(await within(dialog).findByText('Somebody else was faster.')).toBeTruthy()
    expect(screen.getByRole('alertdialog')).toBe(dialog)
    expect(words.isConnected && words.value).toBe('Typed with care')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  },
)
