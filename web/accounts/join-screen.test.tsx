import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../contract/accounts.ts'
import { type Community, community } from '../../contract/community.ts'
import { DEFAULT_FACE } from '../../contract/community-face.ts'
import { COMMUNITY_DEFAULTS } from '../../contract/community-settings.ts'
import { invitation } from '../../contract/invitation.ts'
import { MESSAGES as REGISTRATION_MESSAGES } from '../../contract/registration.ts'
import { paths } from '../app/paths.ts'
import { createQueryClient } from '../app/query-client.ts'
import { showCommunity } from '../platform/community.ts'
import { createFakeServer, errorReply, type Reply } from '../platform/fake-server.ts'
import { JoinScreen } from './join-screen.tsx'
import { RegisterScreen } from './register-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const FOUND: Reply = {
  status: 200,
  body: invitation.parse({
    inviter: 'Ada',
    space: { _id: '77', name: 'Choir' },
    until: '2026-02-15T12:00:00.000Z',
  }),
}

function visit(at: string, settings: Partial<Community>, found = FOUND) {
  const server = createFakeServer({
    'GET /community': () => ({
      status: 200,
      body: community.parse({ ...COMMUNITY_DEFAULTS, pages: [], announcementId: '', ...settings }),
    }),
    'GET /invitations/code-of-ada': () => found,
    'POST /users/register': () => ({ status: 201, body: { msg: MESSAGES.registered } }),
  })
  vi.stubGlobal('fetch', server.fetch)
  const router = createMemoryRouter(
    [
      { path: paths.join, Component: JoinScreen },
      { path: paths.register, Component: RegisterScreen },
    ],
    { initialEntries: [at] },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return server
}

it('an invitation says who invites, to what, and what holds there', async () => {
  visit('/join/code-of-ada', {
    name: 'The Quiet Choir',
    about:
      'We sing on Tuesdays.\n\n- Altos\n- Basses\n\nSee [our page](https://choir.example.org).',
    rules: [{ title: 'Be kind', text: '' }],
  })
  await screen.findByRole('heading', { name: 'Ada invites you to The Quiet Choir' })
  for (const words of ['We sing on Tuesdays.', 'Be kind', 'Choir'])
    expect(screen.getByText(words)).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'our page' })).toBeTruthy()
  expect(screen.getByText('Altos').tagName).toBe('LI')
  const way = screen.getByRole('link', { name: 'Create your account' })
  expect(way.getAttribute('href')).toBe('/register?invite=code-of-ada')
})

it('an invitation that is over says so', async () => {
  visit(
    '/join/code-of-ada',
    {},
    errorReply(404, 'not_found', REGISTRATION_MESSAGES.invitationEnded),
  )
  expect(await screen.findByText(REGISTRATION_MESSAGES.invitationEnded)).toBeTruthy()
  const way = screen.getByRole('link', { name: 'Create your account' })
  expect(way.getAttribute('href')).toBe('/register')
})

it('where nobody comes in without one, the page of an invitation that is over says whom to ask', async () => {
  showCommunity({ ...DEFAULT_FACE, name: 'The Quiet Choir', pages: ['privacy', 'imprint'] })
  const ended = errorReply(404, 'not_found', REGISTRATION_MESSAGES.invitationEnded)
  visit('/join/code-of-ada', { registration: 'invite' }, ended)
  const way = await screen.findByRole('link', { name: 'Who runs The Quiet Choir' })
  expect(way.getAttribute('href')).toBe('/imprint')
  expect(screen.queryByRole('link', { name: 'Create your account' })).toBeNull()
  showCommunity(DEFAULT_FACE)
})

it.each([
  ['closed', REGISTRATION_MESSAGES.registrationClosed],
  ['invite', REGISTRATION_MESSAGES.invitationNeeded],
] as const)('where registration is %s, the page says whom to ask', async (registration, words) => {
  visit('/register', { registration })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByLabelText('Username')).toBeNull()
})

it('who has an invitation registers with it, and is asked nothing more', async () => {
  visit('/register?invite=code-of-ada', { registration: 'approval', approvalQuestions: ['Why?'] })
  expect(await screen.findByLabelText('Username')).toBeTruthy()
  expect(screen.queryByLabelText('Why?')).toBeNull()
})

it('who has an invitation is asked as well where administrators say so', async () => {
  visit('/register?invite=code-of-ada', {
    ...{ registration: 'approval', letsInvitedIn: false, approvalQuestions: ['Why?'] },
  })
  expect(await screen.findByLabelText('Why?')).toBeTruthy()
})

it('who has none is asked what administrators want to know', async () => {
  visit('/register', { registration: 'approval', approvalQuestions: ['Why?'] })
  expect(await screen.findByLabelText('Why?')).toBeTruthy()
})
