import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AdministeredUser, MESSAGES } from '../../contract/admin.ts'
import { MESSAGES as REMOVAL_MESSAGES } from '../../contract/removal.ts'
import { MESSAGES as FACTOR_MESSAGES } from '../../contract/second-factor.ts'
import { ada, createTestApp, homeReplies } from '../app/test-app.tsx'
import { createFakeServer, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { storeToken } from '../platform/token-store.ts'
import { ben, profileOf } from './test-members.ts'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  storeToken('a-token', false)
})
afterEach(() => vi.unstubAllGlobals())

const PHOTO = `DELETE /admin/user/${ben._id}/photo?reason=Not+you`
const ACCOUNT = `GET /admin/user/${ben._id}`
const account: AdministeredUser = {
  ...{ _id: ben._id, username: 'Ben', email: 'ben@example.org', userNumber: 2, profilePhoto: null },
  ...{ isAdmin: false, isPrivate: false, isVerified: true, isWaiting: false },
  ...{ isSuspended: false, invitedBy: null },
  createdAt: ada.createdAt,
}
const SESSIONS = `DELETE /admin/user/${ben._id}/sessions?reason=Not+you`

function visit(replies: Record<string, () => Reply>, user = ada) {
  const card = () => ({ status: 200, body: { ...profileOf(ben), profilePhoto: '/media/a.webp' } })
  const path = `GET /users/${ben._id}/profile`
  const server = createFakeServer({
    ...homeReplies(user),
    [path]: card,
    [ACCOUNT]: () => ({ status: 200, body: account }),
    ...replies,
  })
  vi.stubGlobal('fetch', server.fetch)
  render(createTestApp(`/members/${ben._id}`).element)
  return server
}

const openMenu = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Options for Ben' }))
const choose = async (name: string) =>
  userEvent.click(await screen.findByRole('menuitem', { name }))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('on the card of a member, an administrator', () => {
  it('removes the photo with a reason, without which nothing is sent', async () => {
    const server = visit({ [PHOTO]: () => messageReply(MESSAGES.photoRemoved) })
    await openMenu()
    await choose('Remove photo…')
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove the photo of Ben?' })
    expect(dialog.textContent).toContain('Ben is told')
    await press('Remove')
    expect(await screen.findByText(REMOVAL_MESSAGES.reasonMissing)).toBeTruthy()
    expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false)
    await userEvent.type(await screen.findByLabelText('Why?'), ' Not you ')
    await press('Remove')
    expect(await screen.findByText(MESSAGES.photoRemoved)).toBeTruthy()
    expect(server.count(PHOTO)).toBe(1)
  })

  it('signs them out everywhere, or is told why not', async () => {
    visit({ [SESSIONS]: () => errorReply(403, 'forbidden', MESSAGES.denied) })
    await openMenu()
    await choose('Sign out everywhere…')
    await userEvent.type(await screen.findByLabelText('Why?'), 'Not you')
    await press('Sign out')
    expect(await screen.findByText(MESSAGES.denied)).toBeTruthy()
  })

  it('is led to the second step that they need before anything else, and is asked for no reason', async () => {
    const server = visit({}, { ...ada, needsSecondFactor: true, needsSecondFactorToAct: true })
    await openMenu()
    await choose('Remove photo…')
    const dialog = await screen.findByRole('dialog', { name: 'Remove the photo of Ben?' })
    expect(dialog.textContent).toContain(FACTOR_MESSAGES.administratorsNeed)
    expect(screen.queryByLabelText('Why?')).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Set it up' }))
    expect(await screen.findByRole('heading', { name: 'Account safety' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false)
  })

  it('is asked a second time about another administrator', async () => {
    const server = visit({
      [ACCOUNT]: () => ({ status: 200, body: { ...account, isAdmin: true } }),
      [PHOTO]: () => messageReply(MESSAGES.photoRemoved),
    })
    await openMenu()
    await choose('Remove photo…')
    await userEvent.type(await screen.findByLabelText('Why?'), 'Not you')
    await press('Remove')
    await screen.findByRole('alertdialog', { name: MESSAGES.actOnAdministratorConfirm })
    expect(server.count(PHOTO)).toBe(0)
    await press('Remove')
    expect(await screen.findByText(MESSAGES.photoRemoved)).toBeTruthy()
    expect(server.count(PHOTO)).toBe(1)
  })
})

it('nobody else is offered any of it', async () => {
  visit({}, { ...ada, isAdmin: false })
  await openMenu()
  expect(await screen.findByRole('menuitem', { name: 'Block…' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: /photo|out everywhere/ })).toBeNull()
})
