import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES, profileAnswer } from '../../../contract/profile.ts'
import { ada, ben } from '../../app/test-app.tsx'
import {
  deferredReply,
  errorReply,
  type FakeRequest,
  type Reply,
} from '../../platform/fake-server.ts'
import { sentUpload } from '../../platform/fake-upload.ts'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import { button, field, ok, press, renderSettings, resetSettings, type } from './test-settings.tsx'

const SAVE = 'PUT /users/profile'

beforeEach(() =>
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL() {} })),
)
afterEach(resetSettings)

function createObjectURL(file: File) {
  return `blob:${file.name}`
}

function saved(more: object): Reply {
  const messageReply = { msg: MESSAGES.profileUpdated, message: MESSAGES.profileUpdated }
  return { status: 200, body: profileAnswer.parse({ ...ada, ...more, ...messageReply }) }
}

/** As the server does: what the form holds is what the member has. */
function keep({ body }: FakeRequest): Reply {
  return saved(Object.fromEntries((body as FormData).entries()))
}

const question = () => screen.queryByText('Leave without saving your changes?')

describe('the settings', () => {
  it('say that they load, then show everything', async () => {
    const { reply, answer } = deferredReply()
    let calls = 0
    await renderSettings({
      'GET /users/user': () => (++calls === 1 ? { status: 200, body: ada } : reply()),
    })
    expect(await screen.findByText('Loading profile…')).toBeTruthy()
    answer({ status: 200, body: { ...ada, aboutMe: 'Bakes bread.', petPreference: 'cat' } })
    expect((await field('About Me')).value).toBe('Bakes bread.')
    expect((await field('Username')).value).toBe('Ada')
    const email = await field('Email')
    expect(email.value).toBe('ada@example.org')
    expect(email.readOnly).toBe(true)
    const number = await field('User number')
    expect(number.value).toBe('1')
    expect(number.readOnly).toBe(true)
    expect(screen.getByText('First 100')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Cat' }).checked).toBe(true)
    for (const name of ['Privacy Settings', 'My Squad (2/6)', 'Danger Zone'])
      expect(await screen.findByRole('heading', { level: 2, name })).toBeTruthy()
    const link = screen.getByRole('link', { name: 'See my profile as…' })
    expect(link.getAttribute('href')).toBe('/profile/as/public')
  })

  it('have no number for who has none', async () => {
    await renderSettings({ 'GET /users/user': ok({ ...ada, userNumber: 0 }) })
    expect((await field('User number')).value).toBe('N/A')
    expect(screen.queryByText(/^First 1/)).toBeNull()
  })

  it('that cannot be loaded say so, and come on another try', async () => {
    let reply: Reply = { status: 200, body: ada }
    let calls = 0
    await renderSettings({
      'GET /users/user': () => (++calls === 2 ? errorReply(500, 'internal_error', '') : reply),
    })
    expect(await screen.findByText('Failed to load profile')).toBeTruthy()
    reply = { status: 200, body: { ...ada, aboutMe: 'Here again.' } }
    await press('Try again')
    expect((await field('About Me')).value).toBe('Here again.')
  })
})

describe('saving the profile', () => {
  it('sends every field, and says that it is done', async () => {
    const { reply, answer } = deferredReply()
    const { server } = await renderSettings({ [SAVE]: reply })
    await type('About Me', 'Bakes bread.')
    await act(async () => screen.getByRole('radio', { name: 'Dog' }).click())
    await type('Currently Vibing To', 'Rain')
    await type('Spotify Link', 'https://example.org/song')
    await press('Save Profile')
    expect((await button('Save Profile')).getAttribute('aria-busy')).toBe('true')
    await press('Save Profile')
    await waitFor(() => expect(server.count(SAVE)).toBe(1))
    const [form] = server.bodies(SAVE) as FormData[]
    const sent = Object.fromEntries(form?.entries() ?? [])
    expect(sent).toEqual({
      aboutMe: 'Bakes bread.',
      petPreference: 'dog',
      currentlyVibingTo: 'Rain',
      currentlyVibingToSpotify: 'https://example.org/song',
    })
    answer(saved(sent))
    expect(await screen.findByText('Profile updated successfully!')).toBeTruthy()
    expect(screen.queryByText('You have unsaved changes.')).toBeNull()
    expect(localStorage.getItem(`draft:${ada._id}:profile`)).toBeNull()
    expect((await field('About Me')).value).toBe('Bakes bread.')
    await type('About Me', 'Bakes cake.')
    expect(screen.queryByText('Profile updated successfully!')).toBeNull()
  })

  it('sends what was changed alone: another device may have saved the rest', async () => {
    const { server } = await renderSettings({
      'GET /users/user': ok({ ...ada, aboutMe: 'Bakes bread.', petPreference: 'cat' }),
      [SAVE]: ({ body }) =>
        saved({ aboutMe: 'Told elsewhere.', ...Object.fromEntries((body as FormData).entries()) }),
    })
    await type('Currently Vibing To', 'Rain')
    await act(async () => screen.getByRole('radio', { name: 'No preference' }).click())
    await press('Save Profile')
    expect(await screen.findByText('Profile updated successfully!')).toBeTruthy()
    const forms = server.bodies(SAVE) as FormData[]
    expect(forms.map((form) => Object.fromEntries(form.entries()))).toEqual([
      { currentlyVibingTo: 'Rain', petPreference: '' },
    ])
    expect((await field('About Me')).value).toBe('Told elsewhere.')
  })

  it('shows what another device saved, and keeps what is typed here', async () => {
    let user = { ...ada, aboutMe: 'Bakes bread.' }
    const { server } = await renderSettings({
      'GET /users/user': () => ok(user)(),
      [SAVE]: keep,
    })
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(1))
    await type('Currently Vibing To', 'Rain')
    await press('Edit username')
    await type('Username', 'Ada_L')
    user = { ...user, aboutMe: 'Told elsewhere.', currentlyVibingTo: 'Wind' }
    await act(async () => {
      FakeSocket.last.becomeReady()
      FakeSocket.last.receive({ type: 'account_changed' })
    })
    await waitFor(async () => expect((await field('About Me')).value).toBe('Told elsewhere.'))
    expect((await field('Currently Vibing To')).value).toBe('Rain')
    expect((await field('Username')).value).toBe('Ada_L')
    await press('Save Profile')
    await screen.findByText('Profile updated successfully!')
    const [form] = server.bodies(SAVE) as FormData[]
    expect([...(form?.entries() ?? [])]).toEqual([['currentlyVibingTo', 'Rain']])
  })

  it('counts live, and refuses at the field what is too long', async () => {
    const { server } = await renderSettings()
    await type('About Me', 'x'.repeat(3))
    expect(screen.getByText('3 / 500')).toBeTruthy()
    await type('About Me', 'x'.repeat(501))
    expect(screen.getByText('501 / 500')).toBeTruthy()
    await type('Currently Vibing To', 'y'.repeat(101))
    await type('Spotify Link', 'javascript:alert(1)')
    await press('Save Profile')
    expect(await screen.findByText(MESSAGES.aboutMeLong)).toBeTruthy()
    expect(screen.getByText(MESSAGES.vibingToLong)).toBeTruthy()
    expect(screen.getByText(MESSAGES.musicLinkInvalid)).toBeTruthy()
    await waitFor(async () => expect(document.activeElement).toBe(await field('About Me')))
    expect(server.count(SAVE)).toBe(0)
  })

  it.each([
    ['the sentence of the server', errorReply(400, 'bad_request', 'Not today.'), 'Not today.'],
    ['its own', 'no answer' as const, 'Failed to update profile'],
  ])('that fails says so in %s, and keeps everything', async (_, reply, sentence) => {
    let answer: Reply | typeof keep = reply
    await renderSettings({
      [SAVE]: (heard) => (typeof answer === 'function' ? answer(heard) : answer),
    })
    await type('About Me', 'Bakes bread.')
    await press('Save Profile')
    expect((await screen.findByText(sentence)).closest('[role="alert"]')).toBeTruthy()
    expect((await field('About Me')).value).toBe('Bakes bread.')
    await waitFor(() =>
      expect(localStorage.getItem(`draft:${ada._id}:profile`)).toBe('{"aboutMe":"Bakes bread."}'),
    )
    answer = keep
    await press('Save Profile')
    expect(await screen.findByText('Profile updated successfully!')).toBeTruthy()
    expect(screen.queryByText(sentence)).toBeNull()
  })

  it('puts what the server says of a field there', async () => {
    const reply = errorReply(400, 'validation_failed', 'No.', { aboutMe: 'Too much bread.' })
    await renderSettings({ [SAVE]: () => reply })
    await type('About Me', 'Bread.')
    await press('Save Profile')
    expect(await screen.findByText('Too much bread.')).toBeTruthy()
    expect((await field('About Me')).getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByText('No.')).toBeNull()
  })

  it('finds again what was typed when the page went away', async () => {
    localStorage.setItem(`draft:${ada._id}:profile`, '{"aboutMe":"Half a thought","isAdmin":true}')
    await renderSettings()
    expect((await field('About Me')).value).toBe('Half a thought')
    expect(screen.getByText('You have unsaved changes.')).toBeTruthy()
    await type('About Me', ada.aboutMe)
    expect(screen.queryByText('You have unsaved changes.')).toBeNull()
  })

  it('shows nobody what another member typed', async () => {
    localStorage.setItem(`draft:${ben._id}:profile`, '{"aboutMe":"Of Ben"}')
    await renderSettings()
    expect((await field('About Me')).value).toBe('')
  })
})

describe('leaving', () => {
  const leave = (router: Awaited<ReturnType<typeof renderSettings>>['router']) =>
    act(() => router.navigate('/friends'))

  it('with everything saved just happens', async () => {
    const { router } = await renderSettings()
    await field('About Me')
    await leave(router)
    expect(router.state.location.pathname).toBe('/friends')
  })

  it('with unsaved words asks, and stays when asked to', async () => {
    const { router } = await renderSettings()
    await type('About Me', 'Half a thought')
    await leave(router)
    expect(question()).toBeTruthy()
    await act(async () => within(screen.getByRole('alertdialog')).getByText('Cancel').click())
    await waitFor(() => expect(question()).toBeNull())
    expect(router.state.location.pathname).toBe('/profile')
    expect((await field('About Me')).value).toBe('Half a thought')
    const unload = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(unload)
    expect(unload.defaultPrevented).toBe(true)
  })

  it('without saving forgets them', async () => {
    const { router } = await renderSettings()
    await type('About Me', 'Half a thought')
    await leave(router)
    await press('Leave without saving')
    await waitFor(() => expect(router.state.location.pathname).toBe('/friends'))
    await act(() => router.navigate('/profile'))
    expect((await field('About Me')).value).toBe('')
  })

  it('asks for a username that is typed as well', async () => {
    const { router } = await renderSettings()
    await press('Edit username')
    await leave(router)
    expect(router.state.location.pathname).toBe('/friends')
    await act(() => router.navigate('/profile'))
    await press('Edit username')
    await type('Username', 'Ada_L')
    await leave(router)
    expect(question()).toBeTruthy()
  })

  it('stops an upload that is under way', async () => {
    const { router } = await renderSettings({ [SAVE]: deferredReply().reply })
    await type('About Me', 'Half a thought')
    await press('Save Profile')
    const upload = await sentUpload(0)
    await leave(router)
    await press('Leave without saving')
    await waitFor(() => expect(upload.isAborted).toBe(true))
    await waitFor(() => expect(router.state.location.pathname).toBe('/friends'))
  })
})
