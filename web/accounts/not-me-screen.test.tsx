import { fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../contract/accounts.ts'
import { createTestApp } from '../app/test-app.tsx'
import { createFakeServer, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(() => vi.unstubAllGlobals())

function visit(...replies: Reply[]) {
  const server = createFakeServer({
    'DELETE /users/verify/secret': () => replies.shift() ?? { status: 500 },
  })
  vi.stubGlobal('fetch', server.fetch)
  render(<StrictMode>{createTestApp('/not-me/secret').element}</StrictMode>)
  return server
}

it('removes the registration at once, and uses the link once', async () => {
  const server = visit(messageReply(MESSAGES.registrationRemoved))
  expect(await screen.findByText(MESSAGES.registrationRemoved)).toBeTruthy()
  expect(server.count('DELETE /users/verify/secret')).toBe(1)
})

it('says that there is nothing to remove', async () => {
  visit(errorReply(400, 'bad_request', MESSAGES.registrationNotRemoved))
  expect(await screen.findByText(MESSAGES.registrationNotRemoved)).toBeTruthy()
})

it('lets one try again where it failed otherwise', async () => {
  const server = visit(errorReply(404, 'not_found', ''), messageReply(MESSAGES.registrationRemoved))
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(MESSAGES.registrationRemoved)).toBeTruthy()
  expect(server.count('DELETE /users/verify/secret')).toBe(2)
})

it('has a word for a link without an end', async () => {
  vi.stubGlobal('fetch', createFakeServer({}).fetch)
  render(createTestApp('/not-me').element)
  expect(await screen.findByText(MESSAGES.registrationNotRemoved)).toBeTruthy()
})
