import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../contract/accounts.ts'
import { type Community, community } from '../../contract/community.ts'
import { DEFAULT_BRANDING } from '../../contract/community-branding.ts'
import { COMMUNITY_DEFAULTS } from '../../contract/community-settings.ts'
import { invitation } from '../../contract/invitation.ts'
import { MESSAGES as REGISTRATION_MESSAGES } from '../../contract/registration.ts'
import { ben, createTestApp, homeReplies } from '../app/test-app.tsx'
import { showCommunity } from '../platform/community.ts'
import { createFakeServer, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { clearToken, storeToken } from '../platform/token-store.ts'
import { clearRegisteredEmail, rememberEmail } from './registered-email.ts'

afterEach(() => {
  clearToken()
  clearRegisteredEmail()
  vi.unstubAllGlobals()
})

const ENDED = errorReply(404, 'not_found', REGISTRATION_MESSAGES.invitationEnded)
const FOUND: Reply = {
  status: 200,
  body: invitation.parse({
    inviter: 'Ada',
    inviterId: null,
    space: { _id: '77', name: 'Choir' },
    until: '2026-02-15T12:00:00.000Z',
  }),
}

function visit(at: string, settings: Partial<Community>, found = FOUND) {
  const server = createFakeServer({
    ...homeReplies(ben),
    'GET /community': () => ({
      status: 200,
      body: community.parse({ ...COMMUNITY_DEFAULTS, pages: [], announcementId: '', ...settings }),
    }),
    'GET /invitations/code-of-ada': () => found,
    'POST /users/resend-verification': () => messageReply(MESSAGES.verificationMailSent),
    'POST /users/register': () => ({ status: 201, body: { msg: MESSAGES.registered } }),
  })
  vi.stubGlobal('fetch', server.fetch)
  render(createTestApp(at).element)
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
  visit('/join/code-of-ada', {}, ENDED)
  expect(await screen.findByText(REGISTRATION_MESSAGES.invitationEnded)).toBeTruthy()
  const way = screen.getByRole('link', { name: 'Create your account' })
  expect(way.getAttribute('href')).toBe('/register')
})

it.each([
  ['an invitation that works', FOUND, '/spaces/77'],
  ['one that is over', ENDED, undefined],
])('tells a member who opens %s that they are in already', async (_, found, space) => {
  storeToken('token-of-Ben', true)
  visit('/join/code-of-ada', {}, found)
  expect(await screen.findByRole('heading', { name: 'You are in already' })).toBeTruthy()
  const wayTo = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')
  expect([wayTo('Go to Home'), wayTo('Go to Choir')]).toEqual(['/', space])
  for (const name of ['Create your account', 'Sign in']) expect(wayTo(name)).toBeUndefined()
})

it('leads who registered here, and may hold its last place, to their mail', async () => {
  rememberEmail('cleo@example.org')
  const server = visit('/join/code-of-ada', { registration: 'invite' }, ENDED)
  expect(await screen.findByText(REGISTRATION_MESSAGES.invitationEnded)).toBeTruthy()
  expect(screen.getByText(/^Did you register with/).textContent).toBe(
    'Did you register with cleo@example.org? Then the link in our mail lets you in. If you opened that already, sign in.',
  )
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Resend verification email' }))
  expect(await screen.findByText(MESSAGES.verificationMailSent)).toBeTruthy()
  expect(server.bodies('POST /users/resend-verification')).toEqual([{ email: 'cleo@example.org' }])
  // Their own place is free again for the same name and password.
  fireEvent.click(screen.getByRole('link', { name: 'Change address' }))
  expect(await screen.findByLabelText('Username')).toBeTruthy()
})

it('where nobody comes in without one, the page of an invitation that is over says whom to ask', async () => {
  showCommunity({ ...DEFAULT_BRANDING, name: 'The Quiet Choir', pages: ['privacy', 'imprint'] })
  visit('/join/code-of-ada', { registration: 'invite' }, ENDED)
  const way = await screen.findByRole('link', { name: 'Who runs The Quiet Choir' })
  expect(way.getAttribute('href')).toBe('/imprint')
  expect(screen.queryByRole('link', { name: 'Create your account' })).toBeNull()
  showCommunity(DEFAULT_BRANDING)
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
