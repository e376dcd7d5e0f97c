import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES as FRIEND_MESSAGES } from '../../contract/friends.ts'
import { ada } from '../app/test-app.tsx'
import { errorReply, messageReply } from '../platform/fake-server.ts'
import { cleo } from './test-members.ts'
import { ID, shown } from './test-profile-modal.tsx'

afterEach(() => vi.unstubAllGlobals())

describe('being friends, in the modal', () => {
  const ADD = `POST /users/friends/${ID}`
  const REQUEST = `/users/friend-request/${ID}`
  const button = (name: string) => screen.findByRole('button', { name })

  it('is nothing for oneself', async () => {
    await shown({ _id: ada._id, username: 'Ada' })
    expect(screen.queryByRole('button', { name: 'Add Friend' })).toBeNull()
    expect(screen.getByRole('link', { name: 'View profile' })).toBeTruthy()
  })

  it('is asked for with one press, which is told', async () => {
    const { server } = await shown({}, { [ADD]: () => messageReply(FRIEND_MESSAGES.sent) })
    const add = await button('Add Friend')
    await userEvent.click(add)
    expect(await button('Request Sent')).toBe(add)
    expect(await screen.findByText('Friend request sent!')).toBeTruthy()
    expect(server.count(ADD)).toBe(1)
  })

  it('comes at once when they had asked, in the server’s words', async () => {
    await shown({}, { [ADD]: () => messageReply(FRIEND_MESSAGES.friendsNow) })
    await userEvent.click(await button('Add Friend'))
    expect(await screen.findByText(FRIEND_MESSAGES.friendsNow)).toBeTruthy()
    expect(screen.getByText('Friends')).toBeTruthy()
  })

  it.each([
    [errorReply(500, 'internal_error', ''), 'Failed to send friend request'],
    [errorReply(404, 'not_found', 'There is no such member.'), 'Invalid user.'],
    [errorReply(409, 'conflict', FRIEND_MESSAGES.alreadySent), FRIEND_MESSAGES.alreadySent],
  ])('is not asked for when that fails', async (reply, sentence) => {
    await shown({}, { [ADD]: () => reply })
    await userEvent.click(await button('Add Friend'))
    expect((await screen.findByText(sentence)).closest('[role="alert"]')).toBeTruthy()
    expect(await button('Add Friend')).toBeTruthy()
  })

  it('can be asked for no more while a request waits, which can be taken back', async () => {
    const { server } = await shown(
      { requestSent: true },
      { [`DELETE ${REQUEST}`]: () => messageReply(FRIEND_MESSAGES.withdrawn) },
    )
    const sent = await button('Request Sent')
    expect(sent.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(sent)
    await userEvent.click(await button('Cancel request'))
    const add = await button('Add Friend')
    await waitFor(() => expect(document.activeElement).toBe(add))
    await waitFor(() => expect(server.count(`DELETE ${REQUEST}`)).toBe(1))
    expect(server.count(ADD)).toBe(0)
  })

  it.each([
    ['Accept', `POST ${REQUEST}/accept`, FRIEND_MESSAGES.friendsNow],
    ['Decline', `POST ${REQUEST}/reject`, FRIEND_MESSAGES.rejected],
  ])('is answered there: %s', async (name, route, sentence) => {
    const { dialog } = await shown(
      { requestReceived: true },
      { [route]: () => messageReply(sentence) },
    )
    expect(screen.queryByRole('button', { name: 'Add Friend' })).toBeNull()
    ;(await button(name)).focus()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(
      name === 'Accept' ? screen.getByText('Friends') : await button('Add Friend'),
    ).toBeTruthy()
    expect(dialog.contains(document.activeElement)).toBe(true)
  })

  it('is a quiet mark, and can be ended after a question', async () => {
    const { server } = await shown(
      { isFriend: true },
      { [`DELETE /users/friend/${ID}`]: () => messageReply(FRIEND_MESSAGES.removed) },
    )
    expect(screen.getByText('Friends')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add Friend' })).toBeNull()
    await userEvent.click(await button('Options for Ben'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove friend' }))
    const question = await screen.findByRole('alertdialog', {
      name: FRIEND_MESSAGES.removeConfirm('Ben'),
    })
    await userEvent.click(within(question).getByRole('button', { name: 'Remove' }))
    expect(await button('Add Friend')).toBeTruthy()
    expect(await screen.findByText(FRIEND_MESSAGES.removed)).toBeTruthy()
    expect(server.count(`DELETE /users/friend/${ID}`)).toBe(1)
    expect(screen.getByRole('dialog', { name: 'Ben' })).toBeTruthy()
  })
})

it('names who invited the member, where the viewer may know', async () => {
  const { _id, username, userNumber } = cleo
  await shown({ invitedBy: { _id, username, userNumber, profilePhoto: null } })
  expect(screen.getByText('Invited by').nextElementSibling?.textContent).toContain('Cleo')
})
