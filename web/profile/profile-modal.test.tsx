import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { ben, cleo, profileOf } from './test-members.ts'
import { GET, ID, open, shown } from './test-profile-modal.tsx'

const fact = (name: string) => screen.queryByText(name)?.nextElementSibling?.textContent

afterEach(() => vi.unstubAllGlobals())

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

  it('because they were blocked there shows nothing of them any more', async () => {
    let isBlocked = false
    const missing = errorReply(404, 'not_found', 'There is no such member.')
    const replies = {
      [`PUT /users/${ID}/block`]: () => {
        isBlocked = true
        return messageReply('Blocked.')
      },
    }
    const card = () => (isBlocked ? missing : { status: 200, body: profileOf(ben) })
    await open(card, ID, replies).press()
    await userEvent.click(await screen.findByRole('button', { name: 'Options for Ben' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Block…' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Block' }))
    expect(await screen.findByText('User not found or invalid user data')).toBeTruthy()
    expect(screen.queryByText('Member number 2')).toBeNull()
    expect(screen.getByRole('dialog', { name: 'Profile' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'View profile' })).toBeNull()
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
