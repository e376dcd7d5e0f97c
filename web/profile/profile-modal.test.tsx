import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES as FRIEND_MESSAGES } from '../../contract/friends.ts'
import { App } from '../app/app.tsx'
import { createTestRouter } from '../app/client-router.ts'
import { createQueryClient } from '../app/query-client.ts'
import { ada, homeReplies } from '../app/test-app.tsx'
import { createFakeServer, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { storeToken } from '../platform/token-store.ts'
import { ProfileModal } from './profile-modal.tsx'
import { ben, cleo, type Member, profileOf } from './test-members.ts'

const ID = ben._id
const GET = `GET /users/${ID}/profile`

afterEach(() => vi.unstubAllGlobals())

type Replies = Parameters<typeof createFakeServer>[0]

/** A press there opens the modal. */
function Place({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [shownId, setShownId] = useState<string>()
  const close = () => {
    onClose()
    setShownId(undefined)
  }
  return (
    <>
      <button type="button" onClick={() => setShownId(userId)}>
        Open
      </button>
      <ProfileModal userId={shownId} onClose={close} />
    </>
  )
}

function open(reply: () => Reply | Promise<Reply>, userId = ID, replies: Replies = {}) {
  const server = createFakeServer({ ...homeReplies(ada), [GET]: reply, ...replies })
  vi.stubGlobal('fetch', server.fetch)
  vi.stubGlobal('scrollTo', () => {})
  storeToken('a-token', true)
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  const onClose = vi.fn()
  const router = createTestRouter(
    [
      { path: '/', element: <Place userId={userId} onClose={onClose} /> },
      { path: '/members/:id', element: <p>Their page</p> },
    ],
    ['/before', '/'],
  )
  render(<App router={router} queryClient={queryClient} />)
  const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Open' }))
  return { server, router, onClose, press }
}

async function shown(more: Partial<Member> = {}, replies: Replies = {}) {
  const place = open(() => ({ status: 200, body: profileOf({ ...ben, ...more }) }), ID, replies)
  await place.press()
  return { ...place, dialog: await screen.findByRole('dialog', { name: more.username ?? 'Ben' }) }
}

const fact = (name: string) => screen.queryByText(name)?.nextElementSibling?.textContent

describe('the profile modal', () => {
  it('shows all that a member shows, as text', async () => {
    const { dialog } = await shown()
    expect(screen.getByText('First 100')).toBeTruthy()
    expect(screen.getByText('Member number 2')).toBeTruthy()
    expect(screen.getByText('January 2026').getAttribute('datetime')).toBe(ben.createdAt)
    expect(screen.getByText(/Bakes bread/).textContent).toBe(ben.aboutMe)
    expect(dialog.querySelector('b')).toBeNull()
    expect(fact('Pet Preference')).toBe('Cat')
    expect(fact('Currently Vibing To')).toBe('Rain on a tin roof')
    expect(screen.getByRole('button', { name: 'Cleo' })).toBeTruthy()
    expect(screen.queryByText('Private')).toBeNull()
  })

  it('leaves out what is not there', async () => {
    await shown({
      ...{ userNumber: 10_001, aboutMe: '', petPreference: '', squad: [], isPrivate: true },
      ...{ currentlyVibingTo: '', currentlyVibingToSpotify: '' },
    })
    expect(screen.getByText('Private')).toBeTruthy()
    expect(fact('Pet Preference')).toBe('No preference')
    expect(screen.getByText('Member number 10,001')).toBeTruthy()
    for (const name of ['Currently Vibing To', 'Music', 'Squad', 'Invited by'])
      expect(fact(name)).toBeUndefined()
    expect(screen.queryByText(/^First/)).toBeNull()
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['View profile'])
  })

  it.each([
    [100, 'First 100'],
    [101, 'First 1000'],
    [1_001, 'First 10000'],
  ])('has a badge for member number %i', async (userNumber, label) => {
    await shown({ userNumber })
    expect(screen.getByText(label).querySelector('svg')).toBeTruthy()
  })

  it('links to the music in a new tab, which learns nothing of this one', async () => {
    await shown()
    const link = screen.getByRole('link', { name: /^open\.spotify\.com\/track\/abc/ })
    expect(link.getAttribute('href')).toBe('https://open.spotify.com/track/abc?si=1')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  })

  it.each([
    'javascript:alert(1)',
    'http://open.spotify.com/track/abc',
    'data:text/html,x',
    'no address',
  ])('makes no link of %s', async (link) => {
    await shown({ currentlyVibingToSpotify: link })
    expect(fact('Music')).toBeUndefined()
    expect(screen.getAllByRole('link')).toHaveLength(1)
  })

  it('says that it loads, and closes where it was opened', async () => {
    const { server, onClose, press } = open(() => new Promise<Reply>(() => {}))
    await screen.findByRole('button', { name: 'Open' })
    expect(server.count(GET)).toBe(0)
    await press()
    expect(await screen.findByText('Loading profile')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('leads to their page, in its own place in the history', async () => {
    const { router } = await shown()
    const link = screen.getByRole('link', { name: 'View profile' })
    expect(link.getAttribute('href')).toBe(`/members/${ID}`)
    await userEvent.click(link)
    expect(await screen.findByText('Their page')).toBeTruthy()
    expect(router.state.historyAction).toBe('REPLACE')
  })

  it('goes on to one of the squad, in the same place', async () => {
    const { dialog } = await shown(
      {},
      { [`GET /users/${cleo._id}/profile`]: () => ({ status: 200, body: profileOf(cleo) }) },
    )
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cleo' }))
    expect(await screen.findByRole('dialog', { name: 'Cleo' })).toBe(dialog)
    expect(screen.getByText('Member number 3')).toBeTruthy()
    expect(dialog.contains(document.activeElement)).toBe(true)
    expect(screen.getByRole('link', { name: 'View profile' }).getAttribute('href')).toBe(
      `/members/${cleo._id}`,
    )
  })

  it('says who sees the posts of a private member, to those who do not', async () => {
    await shown({ isPrivate: true })
    expect(screen.getByText("Only friends see Ben's posts.")).toBeTruthy()
  })

  it('does not say so to a friend', async () => {
    await shown({ isPrivate: true, isFriend: true })
    expect(screen.getByText('Private')).toBeTruthy()
    expect(screen.queryByText(/^Only friends see/)).toBeNull()
  })
})

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

describe('a profile that cannot be shown', () => {
  it('is an alert, and comes on another try', async () => {
    let reply: Reply = errorReply(500, 'internal_error', '')
    await open(() => reply).press()
    expect(await screen.findByText('Failed to load profile')).toBeTruthy()
    const toast = await screen.findByText('Failed to load user profile')
    expect(toast.closest('[role="alert"]')).toBeTruthy()
    reply = { status: 200, body: ben }
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Member number 2')).toBeTruthy()
    expect(screen.queryByText('Failed to load profile')).toBeNull()
  })

  it('because there is no such member says so', async () => {
    await open(() => errorReply(404, 'not_found', 'There is no such member.')).press()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'User not found or invalid user data',
    )
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('because the id is none is not asked for', async () => {
    const { server, press } = open(() => ({ status: 200, body: ben }), '../me')
    await press()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Unable to load user profile - invalid user data',
    )
    expect(server.requests.filter(({ path }) => path.endsWith('/profile'))).toEqual([])
  })

  it('because the answer is no profile says so', async () => {
    await open(() => ({ status: 200, body: { _id: ID } })).press()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Unable to load user profile - invalid user data',
    )
  })
})
