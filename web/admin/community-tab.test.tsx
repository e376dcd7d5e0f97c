import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { community } from '../../contract/community.ts'
import { DEFAULT_BRANDING } from '../../contract/community-branding.ts'
import {
  COMMUNITY_DEFAULTS,
  communitySettings,
  MESSAGES,
} from '../../contract/community-settings.ts'
import { REASON_MAX, MESSAGES as REMOVAL_MESSAGES } from '../../contract/removal.ts'
import { ada, createTestApp, homeReplies } from '../app/test-app.tsx'
import { showCommunity } from '../platform/community.ts'
import {
  createFakeServer,
  deferredReply,
  errorReply,
  type Routes,
} from '../platform/fake-server.ts'
import { installFakeUploads } from '../platform/fake-upload.ts'
import { storeToken } from '../platform/token-store.ts'

const WHY = '?reason=We+moved'
const SAVE = `PUT /admin/community${WHY}`

afterEach(() => {
  vi.unstubAllGlobals()
  showCommunity(DEFAULT_BRANDING)
  document.getElementById('accent')?.remove()
})

function open(replies: Routes = {}) {
  storeToken('token-of-Ada', true)
  let settings = communitySettings.parse(COMMUNITY_DEFAULTS)
  const server = createFakeServer({
    ...homeReplies(ada),
    'GET /admin/community': () => ({ status: 200, body: settings }),
    [SAVE]: ({ body }) => {
      settings = communitySettings.parse({ ...settings, ...(body as object) })
      return { status: 200, body: settings }
    },
    'GET /community': () => ({
      status: 200,
      body: community.parse({ ...DEFAULT_BRANDING, ...settings }),
    }),
    ...replies,
  })
  vi.stubGlobal('fetch', server.fetch)
  const app = createTestApp('/admin?tab=community')
  render(app.element)
  return { server, router: app.router }
}

const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const giveReason = () => type('Why? It is kept in the log.', ' We moved ')
const isOff = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('saves what was changed and nothing else, and shows it on every part of the page', async () => {
  const { server } = open()
  await type('Name', 'Tea House')
  await type('Accent colour', '#225577')
  await type('Who may register', 'approval')
  fireEvent.click(screen.getByLabelText('Who was invited by a member comes in at once'))
  await type('A question to who wants to come in', 'Which tea?')
  press('Add a rule')
  await type('Rule 1', 'Be kind')
  await type('Mail domains nobody may register with', 'spam.example\n\n')
  await giveReason()
  press('Save')
  await screen.findByText(MESSAGES.saved)
  expect(server.bodies(SAVE)).toEqual([
    {
      ...{ name: 'Tea House', accent: '#225577', registration: 'approval' },
      ...{ approvalQuestions: ['Which tea?'], rules: [{ title: 'Be kind', text: '' }] },
      ...{ letsInvitedIn: false, blockedMailDomains: ['spam.example'] },
    },
  ])
  await waitFor(() => expect(document.title).toBe('Admin dashboard · Tea House'))
  expect(document.getElementById('accent')?.textContent).toContain('light-dark(#225577')
  expect(isOff('Save')).toBe(true)
})

it.each(['the field for the reason', 'the button'])(
  'keeps the focus after a save by %s',
  async (by) => {
    const { server } = open()
    await type('Name', 'Tea House')
    await giveReason()
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    const field = screen.getByLabelText('Why? It is kept in the log.')
    const isByField = by === 'the field for the reason'
    await userEvent.click(isByField ? field : save)
    if (isByField) await userEvent.keyboard('{Enter}')
    const reason = () => screen.queryByLabelText('Why? It is kept in the log.')
    await waitFor(() => expect(reason()).toBeNull())
    expect(isOff('Save')).toBe(true)
    await waitFor(() => expect(document.activeElement).toBe(save))
    // A browser takes the focus from what is disabled.
    expect(save.disabled).toBe(false)
    // Nothing is left to save.
    await userEvent.click(save)
    await userEvent.type(screen.getByLabelText('Name'), '{Enter}')
    expect(screen.queryByText(MESSAGES.reasonMissing)).toBeNull()
    expect(server.count(SAVE)).toBe(1)
  },
)

it('keeps the focus where changes are discarded', async () => {
  open()
  await type('Name', 'Tea House')
  const discard = screen.getByRole<HTMLButtonElement>('button', { name: 'Discard' })
  await userEvent.click(discard)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(DEFAULT_BRANDING.name)
  expect([isOff('Discard'), discard.disabled]).toEqual([true, false])
})

it('keeps each question where it is typed, and sends none that is blank', async () => {
  const { server } = open()
  await type('Who may register', 'approval')
  const [first, second] = ['A question to who wants to come in', 'Another question']
  const value = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label).value
  await type(first, 'Which tea?')
  await type(second, 'Which cake?')
  await type(first, '')
  expect([value(first), value(second)]).toEqual(['', 'Which cake?'])
  await giveReason()
  press('Save')
  await screen.findByText(MESSAGES.saved)
  expect(server.bodies(SAVE)).toEqual([
    { registration: 'approval', approvalQuestions: ['Which cake?'] },
  ])
  await type(first, '')
  expect(screen.queryByLabelText(second)).toBeNull()
})

it('keeps what is typed while a save is under way, and its reason', async () => {
  const { reply, answer } = deferredReply()
  const { server } = open({ [SAVE]: reply })
  await type('Name', 'Tea House')
  await type('One line about it', 'Tea')
  await giveReason()
  press('Save')
  await waitFor(() => expect(server.count(SAVE)).toBe(1))
  await type('One line about it', 'Tea and cake')
  await type('Announcement', 'Cake!')
  await type('Why? It is kept in the log.', 'We bake')
  const settings = { ...COMMUNITY_DEFAULTS, name: 'Tea House', tagline: 'Tea' }
  answer({ status: 200, body: communitySettings.parse(settings) })
  await screen.findByText(MESSAGES.saved)
  expect(screen.getByLabelText<HTMLInputElement>('Why? It is kept in the log.').value).toBe(
    'We bake',
  )
  press('Save')
  const next = 'PUT /admin/community?reason=We+bake'
  await waitFor(() => expect(server.count(next)).toBe(1))
  expect(server.bodies(next)).toEqual([{ tagline: 'Tea and cake', announcement: 'Cake!' }])
})

it('asks for a reason anew where only other words were typed while a save was under way', async () => {
  const { reply, answer } = deferredReply()
  const { server } = open({ [SAVE]: reply })
  await type('Name', 'Tea House')
  await giveReason()
  press('Save')
  await waitFor(() => expect(server.count(SAVE)).toBe(1))
  await type('Announcement', 'Cake!')
  answer({
    status: 200,
    body: communitySettings.parse({ ...COMMUNITY_DEFAULTS, name: 'Tea House' }),
  })
  await screen.findByText(MESSAGES.saved)
  const why = () => screen.getByLabelText<HTMLInputElement>('Why? It is kept in the log.').value
  await waitFor(() => expect(why()).toBe(''))
})

it('says what cannot be saved, before and after the server was asked', async () => {
  const { server } = open({
    [SAVE]: () => errorReply(400, 'validation_failed', 'Not this.', { tagline: 'Not this.' }),
  })
  await type('Name', ' ')
  await giveReason()
  press('Save')
  expect(await screen.findByText(MESSAGES.nameBlank)).toBeTruthy()
  expect(server.count(SAVE)).toBe(0)
  await type('Name', 'Tea House')
  await type('One line about it', 'Tea')
  await giveReason()
  press('Save')
  expect(await screen.findByText('Not this.')).toBeTruthy()
})

it('asks before another tab or place takes what was not saved', async () => {
  const { router } = open()
  await type('Name', 'Tea House')
  fireEvent.click(screen.getByRole('tab', { name: 'Log' }))
  expect(await screen.findByText('Leave without saving your changes?')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Leave without saving' }))
  await waitFor(() => expect(router.state.location.search).toBe('?tab=log'))
})

it('shows a chosen logo before it is saved, and takes it away again', async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:tea', revokeObjectURL() {} }),
  )
  installFakeUploads({ isFetched: true })
  let logo: string | null = null
  const answer = () => ({
    status: 200,
    body: communitySettings.parse({ ...COMMUNITY_DEFAULTS, logo }),
  })
  const { server } = open({
    [`PUT /admin/community/logo${WHY}`]: () => {
      logo = 'tea'
      return answer()
    },
    [`DELETE /admin/community/logo${WHY}`]: () => {
      logo = null
      return answer()
    },
  })
  const choose = async (type: string) =>
    fireEvent.change(await screen.findByLabelText('Logo'), {
      target: { files: [new File(['x'], 'tea', { type })] },
    })
  const shown = () => screen.queryByAltText('The logo')?.getAttribute('src')
  await choose('application/pdf')
  expect(await screen.findByText(MESSAGES.logoMissing)).toBeTruthy()
  await choose('image/png')
  expect(shown()).toBe('blob:tea')
  expect(server.count(`PUT /admin/community/logo${WHY}`)).toBe(0)
  await giveReason()
  press('Save')
  await waitFor(() => expect(shown()).toBe('/media/logo/tea/192.webp'))
  expect(server.count(SAVE)).toBe(0)
  press('Remove picture')
  expect(shown()).toBeUndefined()
  press('Keep as it was')
  expect(shown()).toBe('/media/logo/tea/192.webp')
  press('Remove picture')
  await giveReason()
  press('Save')
  await waitFor(() => expect(server.count(`DELETE /admin/community/logo${WHY}`)).toBe(1))
  expect(shown()).toBeUndefined()
})

it('asks why, before the server is asked', async () => {
  const { server } = open()
  await screen.findByLabelText('Name')
  expect(screen.queryByLabelText('Why? It is kept in the log.')).toBeNull()
  await type('Name', 'Tea House')
  const field = screen.getByLabelText('Why? It is kept in the log.')
  const bar = screen.getByRole('button', { name: 'Save' }).closest('.sticky')
  // It would cover what is being typed.
  expect(bar?.contains(field)).toBe(false)
  press('Save')
  expect(await screen.findByText(MESSAGES.reasonMissing)).toBeTruthy()
  expect(document.activeElement).toBe(field)
  expect(screen.queryByText(/Please look above/)).toBeNull()
  await type('Why? It is kept in the log.', 'x'.repeat(REASON_MAX + 1))
  press('Save')
  expect(await screen.findByText(REMOVAL_MESSAGES.reasonLong)).toBeTruthy()
  // The space around it does not count.
  await type('Why? It is kept in the log.', `${'x'.repeat(REASON_MAX)} `)
  expect(screen.queryByText(REMOVAL_MESSAGES.reasonLong)).toBeNull()
  expect(server.requests.filter(({ method }) => method === 'PUT')).toEqual([])
  press('Discard')
  expect(screen.queryByLabelText('Why? It is kept in the log.')).toBeNull()
})
