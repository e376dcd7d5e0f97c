import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { community } from '../../../contract/community.ts'
import { DEFAULT_BRANDING } from '../../../contract/community-branding.ts'
import { COMMUNITY_DEFAULTS, communitySettings } from '../../../contract/community-settings.ts'
import { inviteLink } from '../../../contract/invites.ts'
import { MESSAGES as FACTOR_MESSAGES } from '../../../contract/second-factor.ts'
import { showCommunity } from '../../platform/community.ts'
import {
  createFakeServer,
  deferredReply,
  errorReply,
  type Routes,
} from '../../platform/fake-server.ts'
import { installFakeUploads } from '../../platform/fake-upload.ts'
import { storeToken } from '../../platform/token-store.ts'
import { ada, ben, createTestApp, homeReplies } from '../test-app.tsx'

const CHANGE = 'PUT /admin/community'

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('scrollTo', () => {})
  installFakeUploads({ isFetched: true })
  storeToken('a-token', false)
  showCommunity({ ...DEFAULT_BRANDING, isSetUp: false })
})
afterEach(() => {
  vi.unstubAllGlobals()
  showCommunity(DEFAULT_BRANDING)
})

function visit(user = ada, more: Routes = {}) {
  let settings = communitySettings.parse(COMMUNITY_DEFAULTS)
  const change = (changes: object) => {
    settings = communitySettings.parse({ ...settings, ...changes })
    return { status: 200, body: settings }
  }
  const server = createFakeServer({
    ...homeReplies(user),
    'GET /community': () => ({
      status: 200,
      body: community.parse({
        ...{ ...DEFAULT_BRANDING, ...settings },
        logo: settings.logo && `/media/logo/${settings.logo}/192.webp`,
      }),
    }),
    [CHANGE]: ({ body }) => change(body as object),
    'PUT /admin/community/logo': () => change({ logo: 'tea' }),
    'POST /invites': () => ({
      status: 201,
      body: inviteLink.parse({
        url: 'https://snug.example.org/join/tea',
        invite: {
          ...{ _id: '7', uses: 5, joinedCount: 0, waitingCount: 0, note: '', space: null },
          ...{ isOpen: true, isResting: false, members: [] },
          ...{ until: '2026-01-29T12:00:00.000Z', createdAt: '2026-01-15T12:00:00.000Z' },
        },
      }),
    }),
    ...more,
  })
  vi.stubGlobal('fetch', server.fetch)
  const { element, router } = createTestApp('/')
  return { server, router, ...render(element) }
}

const step = (name: RegExp) => screen.findByRole('button', { name })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const TITLE = { name: 'Welcome, Ada' }

it('leads the first administrator from the name to the first invitation, and then no more', async () => {
  const { server } = visit()
  expect(await screen.findByRole('heading', TITLE)).toBeTruthy()
  const name = await screen.findByLabelText('Name of the community')
  fireEvent.change(name, { target: { value: 'Tea House' } })
  await press('Save')
  const image = await step(/^Its picture/)
  await waitFor(() => expect(document.activeElement).toBe(image))
  expect(await step(/^What it is called, done/)).toBeTruthy()

  const files = [new File(['x'], 'tea.png', { type: 'image/png' })]
  fireEvent.change(await screen.findByLabelText('Logo'), { target: { files } })
  expect(await step(/^Its picture, done/)).toBeTruthy()
  await press('Next')

  fireEvent.change(await screen.findByLabelText('Who may register'), {
    target: { value: 'invite' },
  })
  expect(screen.getByText('Only who has a link of a member can register.')).toBeTruthy()
  await press('Save')
  expect(await step(/^Who may come in, done/)).toBeTruthy()

  await press('Copy a link')
  expect((await screen.findByLabelText<HTMLInputElement>('The link')).value).toContain('/join/tea')
  fireEvent.click(await step(/^Who may come in/))
  await screen.findByLabelText('Who may register')
  fireEvent.click(await step(/^Your first invitation/))
  await press('Copy again')
  await screen.findByText('Copy the link above.')
  expect(server.count('POST /invites')).toBe(1)
  await press('Done')
  await waitFor(() => expect(server.bodies(CHANGE)).toHaveLength(3))
  expect(server.bodies(CHANGE)).toEqual([
    { name: 'Tea House' },
    { registration: 'invite' },
    { isSetUp: true },
  ])
  expect(screen.queryByRole('button', { name: /^Its picture/ })).toBeNull()
})

it('keeps the focus where the picture is chosen while it is on its way', async () => {
  visit(ada, { 'PUT /admin/community/logo': deferredReply().reply })
  fireEvent.click(await step(/^Its picture/))
  const choose = await step(/^Choose picture/)
  act(() => choose.focus())
  const files = [new File(['x'], 'tea.png', { type: 'image/png' })]
  fireEvent.change(screen.getByLabelText('Logo'), { target: { files } })
  await waitFor(() => expect(choose.getAttribute('aria-busy')).toBe('true'))
  expect(choose).toHaveProperty('disabled', false)
  expect(document.activeElement).toBe(choose)
})

it('says that the picture could not be saved also where one has left', async () => {
  const late = deferredReply()
  const { router } = visit(ada, { 'PUT /admin/community/logo': late.reply })
  fireEvent.click(await step(/^Its picture/))
  const choose = await step(/^Choose picture/)
  const files = [new File(['x'], 'tea.png', { type: 'image/png' })]
  fireEvent.change(screen.getByLabelText('Logo'), { target: { files } })
  await waitFor(() => expect(choose.getAttribute('aria-busy')).toBe('true'))
  await act(() => router.navigate('/friends'))
  await waitFor(() => expect(screen.queryByLabelText('Logo')).toBeNull())
  await act(async () => late.answer(errorReply(500, 'internal_error', '')))
  expect((await screen.findByRole('alert')).textContent).toBe('The picture could not be saved.')
})

it('decides nothing on who may come in where it could not read that, but what was chosen', async () => {
  const { server } = visit(ada, {
    'GET /community': () => errorReply(429, 'too_many_requests', 'Later.'),
  })
  await screen.findByLabelText('Name of the community')
  fireEvent.click(await step(/^Who may come in/))
  const choice = await screen.findByLabelText('Who may register')
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  fireEvent.click(save)
  expect([save.disabled, server.count(CHANGE)]).toEqual([true, 0])
  fireEvent.change(choice, { target: { value: 'closed' } })
  fireEvent.click(save)
  await waitFor(() => expect(server.bodies(CHANGE)).toEqual([{ registration: 'closed' }]))
})

it('leads back to who may come in where that could not be saved', async () => {
  visit(ada, { [CHANGE]: () => errorReply(500, 'internal_error', '') })
  fireEvent.click(await step(/^Who may come in/))
  const choice = await screen.findByLabelText('Who may register')
  fireEvent.change(choice, { target: { value: 'closed' } })
  await press('Save')
  await screen.findByText('This could not be saved.')
  await waitFor(() => expect(document.activeElement).toBe(choice))
})

it('asks nobody in where nobody can come in, and goes on with what is not done', async () => {
  const { server } = visit()
  await screen.findByLabelText('Name of the community')
  expect(await step(/^Your first invitation/)).toBeTruthy()
  fireEvent.click(await step(/^Who may come in/))
  const choice = await screen.findByLabelText('Who may register')
  fireEvent.change(choice, { target: { value: 'closed' } })
  await press('Save')
  const name = await step(/^What it is called/)
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(name.getAttribute('aria-expanded')).toBe('true')
  expect(screen.queryByRole('button', { name: /^Your first invitation/ })).toBeNull()
  expect(server.bodies(CHANGE)).toEqual([{ registration: 'closed' }])
})

it('ends where nobody can come in and all else is done, with the focus on the heading', async () => {
  const { server } = visit()
  await screen.findByLabelText('Name of the community')
  await press('Save')
  await step(/^What it is called, done/)
  await press('Not now')
  const choice = await screen.findByLabelText('Who may register')
  fireEvent.change(choice, { target: { value: 'closed' } })
  await press('Save')
  await waitFor(() =>
    expect(server.bodies(CHANGE)).toEqual([{ registration: 'closed' }, { isSetUp: true }]),
  )
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Its picture/ })).toBeNull())
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

it('that begins with the invitation goes on with the name', async () => {
  const { server } = visit()
  await screen.findByLabelText('Name of the community')
  fireEvent.click(await step(/^Your first invitation/))
  await press('Not now')
  const name = await step(/^What it is called/)
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(server.count(CHANGE)).toBe(0)
})

it('can be skipped, for good, a step or all of it', async () => {
  const { server } = visit()
  await screen.findByLabelText('Name of the community')
  await press('Save')
  expect(await step(/^What it is called, done/)).toBeTruthy()
  await press('Not now')
  expect(server.count(CHANGE)).toBe(0)
  await press('Skip')
  await waitFor(() => expect(server.bodies(CHANGE)).toEqual([{ isSetUp: true }]))
  expect(screen.queryByRole('button', { name: /^Its picture/ })).toBeNull()
})

it('leads no other member', async () => {
  visit(ben)
  expect(await screen.findByText(/^No posts from your friends yet/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Its picture/ })).toBeNull()
})

it('leads to a second step first, where nothing is decided without one', async () => {
  visit({ ...ada, needsSecondFactor: true, needsSecondFactorToAct: true })
  const way = await screen.findByRole('link', { name: 'Set it up' })
  expect(way.getAttribute('href')).toBe('/profile/security')
  expect(screen.getByText(FACTOR_MESSAGES.administratorsNeed)).toBeTruthy()
  expect(screen.queryByLabelText('Name of the community')).toBeNull()
})
