import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { MESSAGES, mutedList } from '../../contract/blocks.ts'
import { ada, createTestApp, homeReplies } from '../app/test-app.tsx'
import { createFakeServer, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { storeToken } from '../platform/token-store.ts'
import { formatExactTime } from '../ui/relative-time-format.ts'
import { ben } from './test-members.ts'

afterEach(() => vi.unstubAllGlobals())

const UNMUTE = `DELETE /users/${ben._id}/mute`
const UNTIL = '2999-01-01T12:00:00.000Z'
const { _id, username, userNumber } = ben
const muted = { _id, username, userNumber, profilePhoto: null, aboutMe: '', mutedUntil: UNTIL }

function visit(list: () => unknown[], unmute: () => Reply) {
  storeToken('a-token', false)
  const server = createFakeServer({
    ...homeReplies(ada),
    'GET /users/privacy': () => ({ status: 200, body: { isPrivate: false } }),
    'GET /users/blocked': () => ({ status: 200, body: [] }),
    'GET /users/muted': () => ({ status: 200, body: mutedList.parse(list()) }),
    [UNMUTE]: unmute,
  })
  vi.stubGlobal('fetch', server.fetch)
  render(createTestApp('/privacy').element)
}

const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Unmute Ben' }))

it('who is muted is listed with the time, and can be heard again', async () => {
  let list = [muted]
  visit(
    () => list,
    () => {
      list = []
      return messageReply(MESSAGES.unmuted)
    },
  )
  expect(await screen.findByText(`Muted until ${formatExactTime(UNTIL)}`)).toBeTruthy()
  await press()
  expect(await screen.findByText(MESSAGES.unmuted)).toBeTruthy()
  expect(await screen.findByText(/You have muted nobody/)).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Muted people'))
})

it('who could not be unmuted stays in the list', async () => {
  visit(
    () => [muted],
    () => errorReply(500, 'internal_error', ''),
  )
  await press()
  expect(await screen.findByText(MESSAGES.unmuteFailed)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Unmute Ben' })).toBeTruthy()
})
