import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type MemberProfile, memberProfile } from '../../contract/profile.ts'
import { createQueryClient } from '../app/query-client.ts'
import { type Reply, refuses, standInServer } from '../platform/stand-in-server.ts'
import { ToastProvider } from '../ui/toast.tsx'
import { ProfileModal } from './profile-modal.tsx'

const ID = '22222222-2222-4222-8222-222222222222'
const GET = `GET /users/${ID}/profile`

const ben = memberProfile.parse({
  _id: ID,
  username: 'Ben',
  userNumber: 2,
  profilePhoto: null,
  aboutMe: 'Bakes bread.\nReads <b>slowly</b>.',
  petPreference: 'cat',
  currentlyVibingTo: 'Rain on a tin roof',
  currentlyVibingToSpotify: 'https://open.spotify.com/track/abc?si=1',
  isPrivate: false,
  squad: [
    { _id: '11111111-1111-4111-8111-111111111111', username: 'Ada' },
    { _id: '33333333-3333-4333-8333-333333333333', username: 'Cleo' },
  ],
  createdAt: '2026-01-15T12:00:00.000Z',
  isFriend: false,
  requestSent: false,
  requestReceived: false,
})

afterEach(() => vi.unstubAllGlobals())

function open(reply: () => Reply | Promise<Reply>, userId: string | null = ID) {
  const server = standInServer({ [GET]: reply })
  vi.stubGlobal('fetch', server.fetch)
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  const onClose = vi.fn()
  const modal = (id: string | undefined) => (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <ProfileModal userId={id} onClose={onClose} />
      </ToastProvider>
    </QueryClientProvider>
  )
  const { rerender } = render(modal(userId ?? undefined))
  return { server, onClose, choose: (id: string | undefined) => rerender(modal(id)) }
}

async function shown(more: Partial<MemberProfile> = {}) {
  open(() => ({ status: 200, body: { ...ben, ...more } }))
  return screen.findByRole('dialog', { name: 'Ben' })
}

const fact = (name: string) => screen.queryByText(name)?.nextElementSibling?.textContent

describe('the profile modal', () => {
  it('shows all that a member shows, as text', async () => {
    const dialog = await shown()
    expect(screen.getByText('First 100')).toBeTruthy()
    expect(screen.getByText('Member number 2')).toBeTruthy()
    expect(screen.getByText('January 2026').getAttribute('datetime')).toBe(ben.createdAt)
    expect(screen.getByText(/Bakes bread/).textContent).toBe(ben.aboutMe)
    expect(dialog.querySelector('b')).toBeNull()
    expect(fact('Pet Preference')).toBe('Cat')
    expect(fact('Currently Vibing To')).toBe('Rain on a tin roof')
    expect(fact('Squad')).toBe('Ada, Cleo')
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
    for (const name of ['Currently Vibing To', 'Music', 'Squad']) expect(fact(name)).toBeUndefined()
    expect(screen.queryByText(/^First/)).toBeNull()
    expect(screen.queryByRole('link')).toBeNull()
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
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('says that it loads, and reports that it is to be closed', async () => {
    const { onClose, choose } = open(() => new Promise<Reply>(() => {}))
    expect(screen.getByText('Loading profile')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledOnce()
    choose(undefined)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('asks for nobody while it is closed', async () => {
    const { server, choose } = open(() => ({ status: 200, body: ben }), null)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.heard).toEqual([])
    choose(ID)
    expect(await screen.findByRole('dialog', { name: 'Ben' })).toBeTruthy()
  })
})

describe('a profile that cannot be shown', () => {
  it('is an alert, and comes on another try', async () => {
    let reply: Reply = refuses(500, 'internal_error', '')
    open(() => reply)
    expect(await screen.findByText('Failed to load profile')).toBeTruthy()
    const toast = await screen.findByText('Failed to load user profile')
    expect(toast.closest('[role="alert"]')).toBeTruthy()
    reply = { status: 200, body: ben }
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Member number 2')).toBeTruthy()
    expect(screen.queryByText('Failed to load profile')).toBeNull()
  })

  it('because there is no such member says so', async () => {
    open(() => refuses(404, 'not_found', 'There is no such member.'))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'User not found or invalid user data',
    )
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('because the id is none is not asked for', async () => {
    const { server } = open(() => ({ status: 200, body: ben }), '../me')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Unable to load user profile - invalid user data',
    )
    expect(server.heard).toEqual([])
  })

  it('because the answer is no profile says so', async () => {
    open(() => ({ status: 200, body: { _id: ID } }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Unable to load user profile - invalid user data',
    )
  })
})
