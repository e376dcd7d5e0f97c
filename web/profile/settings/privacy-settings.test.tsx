import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ada } from '../../app/test-app.tsx'
import {
  deferredReply,
  errorReply,
  type FakeRequest,
  type Reply,
} from '../../platform/fake-server.ts'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import { button, ok, press, renderSettings, resetSettings } from './test-settings.tsx'

const FAILED = errorReply(500, 'internal_error', '')
const PRIVACY = 'PUT /users/privacy'

afterEach(resetSettings)

const box = () =>
  screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Make my profile private (only friends can see my posts)',
  })
const keep = ({ body }: FakeRequest): Reply => ({ status: 200, body })

describe('the privacy checkbox', () => {
  it('saves at once, and says what it is then', async () => {
    const { server } = await renderSettings({ [PRIVACY]: keep })
    fireEvent.click(await box())
    expect((await box()).checked).toBe(true)
    expect(await screen.findByText('Profile is now private')).toBeTruthy()
    fireEvent.click(await box())
    expect(await screen.findByText('Profile is now public')).toBeTruthy()
    expect(server.bodies(PRIVACY)).toEqual([{ isPrivate: true }, { isPrivate: false }])
  })

  it.each([
    ['the sentence of the server', errorReply(409, 'conflict', 'Not now.'), 'Not now.'],
    ['its own', FAILED, 'Failed to update privacy settings'],
  ])('goes back when that fails, and says so in %s', async (_, reply, sentence) => {
    const held = deferredReply()
    await renderSettings({ [PRIVACY]: held.reply })
    fireEvent.click(await box())
    expect((await box()).checked).toBe(true)
    held.answer(reply)
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    expect((await box()).checked).toBe(false)
  })

  it('stays as it was left where the settings are opened again', async () => {
    let user = { ...ada, isPrivate: true }
    const { router, server } = await renderSettings({
      'GET /users/user': () => ok(user)(),
      'GET /users/privacy': () => ok({ isPrivate: user.isPrivate, earlierPosts: 0 })(),
      'GET /users/friend-counts': ok({ friends: 2, requests: 0, discover: 0 }),
      [PRIVACY]: (heard) => {
        user = { ...user, ...(heard.body as object) }
        return keep(heard)
      },
    })
    fireEvent.click(await box())
    await screen.findByText('Profile is now public')
    await act(() => router.navigate('/profile/appearance'))
    await screen.findByRole('heading', { level: 1, name: 'Appearance' })
    await act(() => router.navigate('/profile'))
    expect((await box()).checked).toBe(false)
    await act(() => router.navigate('/create-post'))
    expect(await screen.findByText('Everyone here')).toBeTruthy()
    // Once for the session, once for the settings: nothing was read anew that could have put it
    // right.
    expect(server.count('GET /users/user')).toBe(2)
  })

  it('leads to what public and private mean', async () => {
    const { router } = await renderSettings()
    await box()
    fireEvent.click(screen.getByRole('link', { name: 'What public and private mean' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Privacy' })).toBeTruthy()
    expect(router.state.location.pathname).toBe('/privacy')
  })

  it('that cannot be loaded says so', async () => {
    await renderSettings({ 'GET /users/privacy': () => FAILED })
    expect(await screen.findByText('Failed to load privacy settings')).toBeTruthy()
  })
})

describe('the privacy panel', () => {
  const pressed = async (name: string) => (await button(name)).getAttribute('aria-pressed')

  it('explains itself, and shows what the server answers', async () => {
    const { reply, answer } = deferredReply()
    const { server } = await renderSettings({ [PRIVACY]: reply }, '/privacy')
    expect(await pressed('Public')).toBe('true')
    const help = screen.getByText('Public', { selector: 'strong' }).closest('ul')?.textContent
    for (const words of [
      'Public means posts are visible to everyone on the platform',
      'Private means only friends can see posts',
      'can be changed at any time',
      'friends list is always visible to you',
    ])
      expect(help).toContain(words)
    await press('Public')
    await press('Private')
    await press('Private')
    expect(await screen.findByText('Saving')).toBeTruthy()
    expect(await pressed('Public')).toBe('true')
    answer({ status: 200, body: { isPrivate: true } })
    expect(await screen.findByText('Profile is now private')).toBeTruthy()
    expect(await pressed('Private')).toBe('true')
    expect(server.bodies(PRIVACY)).toEqual([{ isPrivate: true }])
  })

  it('is what another device made of it', async () => {
    let isPrivate = true
    await renderSettings({ 'GET /users/privacy': () => ok({ isPrivate })() }, '/privacy')
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(1))
    expect(await pressed('Private')).toBe('true')
    isPrivate = false
    await act(async () => {
      FakeSocket.last.becomeReady()
      FakeSocket.last.receive({ type: 'account_changed' })
    })
    await waitFor(async () => expect(await pressed('Public')).toBe('true'))
    expect(await screen.findByText(/^Your profile is public/)).toBeTruthy()
  })

  it('never makes public what was asked to be private, where another device was quicker', async () => {
    let isPrivate = false
    const set = (heard: FakeRequest) => {
      isPrivate = (heard.body as { isPrivate: boolean }).isPrivate
      return ok({ isPrivate })()
    }
    await renderSettings(
      { 'GET /users/privacy': () => ok({ isPrivate })(), [PRIVACY]: set },
      '/privacy',
    )
    await button('Private')
    isPrivate = true
    await press('Private')
    expect(await screen.findByText('Profile is now private')).toBeTruthy()
    expect(await pressed('Private')).toBe('true')
    expect(isPrivate).toBe(true)
  })

  it.each([
    ['and stays', FAILED, false, 'Public'],
    ['in its own words', errorReply(409, 'conflict', 'Not now.'), false, 'Public'],
    ['and shows what a lost answer has done', 'no answer' as const, true, 'Private'],
  ])('says that it failed, %s', async (_, reply, isDone, shown) => {
    let isPrivate = false
    const answer = () => {
      isPrivate = isDone
      return reply
    }
    await renderSettings(
      { 'GET /users/privacy': () => ok({ isPrivate })(), [PRIVACY]: answer },
      '/privacy',
    )
    await press('Private')
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to update privacy settings')
    await waitFor(async () => expect(await pressed(shown)).toBe('true'))
  })

  it('that cannot be loaded says so, and comes on another try', async () => {
    let reply: Reply = FAILED
    await renderSettings({ 'GET /users/privacy': () => reply }, '/privacy')
    expect(await screen.findByText('Failed to load privacy settings')).toBeTruthy()
    reply = ok({ isPrivate: true })()
    await press('Try again')
    expect(await pressed('Private')).toBe('true')
  })
})
