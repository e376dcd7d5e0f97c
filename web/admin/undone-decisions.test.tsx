import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { adminActList } from '../../contract/admin.ts'
import { SERVER_MESSAGES as REPORT_MESSAGES } from '../../contract/reports.ts'
import { ada } from '../app/test-app.tsx'
import { errorReply, messageReply } from '../platform/fake-server.ts'
import { open } from './test-admin.tsx'

afterEach(() => vi.unstubAllGlobals())

const until = new Date(2027, 0, 7).toISOString()
const decision = {
  ...{ _id: '76', memberNumber: 7, reason: 'Sells things', createdAt: ada.createdAt },
  admin: { _id: ada._id, username: 'Ada', userNumber: 1, profilePhoto: null },
  ...{ isUndone: false },
}
const DECISIONS = [
  {
    ...{ act: 'warn', kind: 'warning', label: 'Why it is undone' },
    told: 'Member number 7 is told that it is undone, with your words.',
  },
  {
    ...{ act: 'dismiss', kind: 'dismissal', label: 'Why? It is kept in the log.' },
    told: 'Nobody is told.',
  },
]

it.each(DECISIONS)('undoes a $kind, from the log', async ({ act, kind, label, told }) => {
  const removed = { kind, text: 'Buy my watches', images: [], until }
  const entry = { ...decision, act, removed }
  const undone = { ...entry, isUndone: true, removed: null }
  const undoing = { ...undone, _id: '77', act: 'undo', reason: 'They were gifts', isUndone: false }
  let log = adminActList.parse([entry])
  const server = open('/admin?tab=log', {
    'GET /admin/acts': () => ({ status: 200, body: log }),
    'POST /admin/acts/76/undo': () => {
      log = adminActList.parse([undoing, undone])
      return messageReply(REPORT_MESSAGES.waitsAgain)
    },
  })
  expect(await screen.findByText('Buy my watches')).toBeTruthy()
  expect(
    screen.getByText(/This is what was reported. The decision can be undone until January 7./),
  ).toBeTruthy()
  const button = screen.getByRole('button', { name: `Undo: the ${kind}` })
  button.focus()
  fireEvent.click(button)
  const dialog = await screen.findByRole('alertdialog', { name: `Undo this ${kind}?` })
  expect(dialog.textContent).toContain(told)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(button))
  fireEvent.click(button)
  const again = await screen.findByRole('alertdialog')
  const words = within(again).getByRole('textbox', { name: label })
  fireEvent.change(words, { target: { value: 'They were gifts' } })
  fireEvent.click(within(again).getByRole('button', { name: 'Undo it' }))
  expect(await screen.findByText(REPORT_MESSAGES.waitsAgain)).toBeTruthy()
  const isTold = (text: string) => text === 'Ada undid what was done about member number 7'
  const sentence = () => screen.findByText((_, element) => isTold(element?.textContent ?? ''))
  expect(await sentence()).toBeTruthy()
  expect(screen.queryByText('Buy my watches')).toBeNull()
  const sent = server.requests.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({ text: 'They were gifts' })
})

it('offers nothing beside what is over, and says where it was over meanwhile', async () => {
  const over = { ...decision, _id: '75', act: 'warn', removed: null }
  const removed = { kind: 'warning', text: 'Buy my watches', images: [], until }
  open('/admin?tab=log', {
    'GET /admin/acts': () => ({
      ...{ status: 200, body: adminActList.parse([{ ...decision, act: 'warn', removed }, over]) },
    }),
    'POST /admin/acts/76/undo': () => errorReply(404, 'not_found', 'Not any more.'),
  })
  await screen.findByText('Buy my watches')
  const buttons = screen.getAllByRole('button', { name: /^Undo/ })
  expect(buttons).toHaveLength(1)
  for (const button of buttons) fireEvent.click(button)
  const dialog = await screen.findByRole('alertdialog')
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'They were gifts' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Undo it' }))
  expect(await within(dialog).findByText('Not any more.')).toBeTruthy()
})
