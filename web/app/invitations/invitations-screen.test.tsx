import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { type Community, community } from '../../../contract/community.ts'
import { COMMUNITY_DEFAULTS } from '../../../contract/community-settings.ts'
import { type Invite, inviteLink, MESSAGES } from '../../../contract/invites.ts'
import type { Space } from '../../../contract/spaces.ts'
import {
  createFakeServer,
  errorReply,
  type Reply,
  type Routes,
} from '../../platform/fake-server.ts'
import { storeToken } from '../../platform/token-store.ts'
import { spaceNamed } from '../../spaces/test-spaces.tsx'
import { ben, createTestApp, homeReplies } from '../test-app.tsx'

afterEach(() => vi.unstubAllGlobals())

const UNTIL = '2026-12-24T18:00:00.000Z'
const INVITE: Invite = {
  ...{ _id: '77', uses: 5, joinedCount: 1, waitingCount: 1, note: 'For the choir', space: null },
  ...{ until: UNTIL, isOpen: true, isResting: false, createdAt: ben.createdAt },
  members: [{ _id: '88', username: 'Cleo', userNumber: 3, profilePhoto: null }],
}
const LINK = 'https://snug.example.org/join/secret'

function open(
  settings: Partial<Community> = {},
  sent: Invite[] = [],
  spaces: Space[] = [],
  routes: Routes = {},
) {
  const mayInvite = settings.registration !== 'closed' && settings.whoMayInvite !== 'admins'
  storeToken('token-of-Ben', true)
  const invites = [...sent]
  const server = createFakeServer({
    ...homeReplies({ ...ben, inviteUrl: null, mayInvite }),
    'GET /community': () => ({
      status: 200,
      body: community.parse({ ...COMMUNITY_DEFAULTS, pages: [], announcementId: '', ...settings }),
    }),
    'GET /invites': () => ({ status: 200, body: invites }),
    'GET /spaces/my-spaces': () => ({ status: 200, body: spaces }),
    'POST /invites': (request) => {
      if (request.body && 'spaceId' in (request.body as object))
        return errorReply(400, 'validation_failed', MESSAGES.spaceInvalid, {
          spaceId: MESSAGES.spaceInvalid,
        })
      invites.push(INVITE)
      return { status: 201, body: inviteLink.parse({ invite: INVITE, url: LINK }) }
    },
    'DELETE /invites/77': () => {
      invites.pop()
      return { status: 200, body: { msg: 'Done' } }
    },
    ...routes,
  })
  vi.stubGlobal('fetch', server.fetch)
  render(createTestApp('/invitations').element)
  return server
}

it('makes an invitation, shows its link once and who came, and ends it', async () => {
  const server = open()
  fireEvent.change(await screen.findByLabelText('A note for yourself'), {
    target: { value: 'For the choir' },
  })
  fireEvent.change(screen.getByLabelText('How many may come'), { target: { value: 'any' } })
  fireEvent.change(screen.getByLabelText('The link works for'), { target: { value: '365' } })
  fireEvent.click(screen.getByRole('button', { name: 'Make an invitation' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Your link')).value).toBe(LINK)
  expect(server.bodies('POST /invites')).toMatchObject([
    { note: 'For the choir', uses: null, until: expect.any(String) },
  ])
  const row = await rowOf('For the choir')
  const works = 'works until December 24, 2026'
  expect(within(row).getByText(`1 of 5 came · 1 registering · ${works}`)).toBeTruthy()
  expect(within(row).getByRole('link', { name: 'Cleo' }).getAttribute('href')).toBe('/members/88')

  await end('For the choir')
  expect(await screen.findByText(/is asked to be your friend/)).toBeTruthy()
  expect(screen.queryByLabelText('Your link')).toBeNull()
})

it('takes one that was ended elsewhere off the list, and keeps the link of another', async () => {
  const both = [{ ...INVITE, _id: '78', note: 'For the team' }, INVITE]
  let isOver = false
  open({}, [], [], {
    'GET /invites': () => ({ status: 200, body: isOver ? [INVITE] : both }),
    'POST /invites/77/link': () => linkReply(LINK),
    'DELETE /invites/78': () => {
      isOver = true
      return errorReply(404, 'not_found', MESSAGES.missing)
    },
  })
  await rowOf('For the choir')
  await choose('For the choir', 'New link')
  expect(await screen.findByLabelText('Your link')).toBeTruthy()
  await end('For the team')
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'For the team' })).toBeNull())
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Your link').value).toBe(LINK)
})

it('makes one new link at a time, and takes away one whose invitation is over', async () => {
  const first = Promise.withResolvers<Reply>()
  let isOver = false
  const server = open({}, [], [], {
    'GET /invites': () => ({ status: 200, body: isOver ? [] : [INVITE] }),
    'POST /invites/77/link': () => {
      if (server.count('POST /invites/77/link') === 1) return first.promise
      isOver = true
      return errorReply(404, 'not_found', MESSAGES.missing)
    },
  })
  await rowOf('For the choir')
  const item = await choose('For the choir', 'New link')
  await waitFor(() => expect(item.isConnected).toBe(false))
  const again = await choose('For the choir', 'New link')
  expect(again.getAttribute('aria-disabled')).toBe('true')
  expect(server.count('POST /invites/77/link')).toBe(1)

  await act(async () => first.resolve(linkReply(LINK)))
  expect((await screen.findByLabelText<HTMLInputElement>('Your link')).value).toBe(LINK)
  // The menu may have closed meanwhile, and what is pressed too early counts for nothing.
  await waitFor(() => {
    const item = screen.queryByRole('menuitem', { name: 'New link' })
    const isSent = server.count('POST /invites/77/link') === 2
    if (!isSent)
      fireEvent.click(item ?? screen.getByRole('button', { name: 'Options for For the choir' }))
    expect(isSent).toBe(true)
  })
  expect(await screen.findByText(MESSAGES.missing)).toBeTruthy()
  expect(await screen.findByText(/is asked to be your friend/)).toBeTruthy()
  expect(screen.queryByLabelText('Your link')).toBeNull()
})

it('says that only administrators invite where that is so', async () => {
  open({ whoMayInvite: 'admins' })
  expect(await screen.findByText('Only administrators can invite people here.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Make an invitation' })).toBeNull()
})

it('says where nobody can come in, and that what was sent does not work just now', async () => {
  open({ registration: 'closed' }, [{ ...INVITE, isOpen: false, isResting: true }])
  expect(await screen.findByText(MESSAGES.nobodyComesIn)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Make an invitation' })).toBeNull()
  expect(
    await screen.findByText('1 of 5 came · 1 registering · does not work just now'),
  ).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Options for For the choir' }))
  expect(await screen.findByRole('menuitem', { name: 'End it' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'New link' })).toBeNull()
})

it('offers the spaces that would let somebody in, and says at the field where one does not any more', async () => {
  const spaces = [
    spaceNamed('Garden', { _id: '1' }),
    spaceNamed('Den', { isPrivate: true, isAdmin: true }),
    spaceNamed('Cellar', { isPrivate: true, isAdmin: false }),
  ]
  open({}, [], spaces)
  const field = await screen.findByLabelText<HTMLSelectElement>('Space they join')
  await within(field).findByRole('option', { name: 'Garden' })
  expect([...field.options].map(({ text }) => text)).toEqual(['None', 'Garden', 'Den'])
  fireEvent.change(field, { target: { value: '1' } })
  fireEvent.click(screen.getByRole('button', { name: 'Make an invitation' }))
  expect(await screen.findByText(MESSAGES.spaceInvalid)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field))
})

it('where a member is only in private spaces of others, says why none is offered', async () => {
  const server = open({}, [], [spaceNamed('Cellar', { isPrivate: true, isAdmin: false })])
  const field = await screen.findByLabelText<HTMLSelectElement>('Space they join')
  // Nothing is seen to change by the answer.
  await waitFor(() => expect(server.count('GET /spaces/my-spaces')).toBe(1))
  await act(async () => {})
  expect(screen.getByText(MESSAGES.privateSpace)).toBeTruthy()
  expect(field.disabled).toBe(true)
  expect(screen.queryByText('You are in no space yet.')).toBeNull()
})

function linkReply(url: string): Reply {
  return { status: 200, body: inviteLink.parse({ invite: INVITE, url }) }
}

async function rowOf(note: string): Promise<HTMLElement> {
  const row = (await screen.findByRole('heading', { name: note })).closest('li')
  if (!row) throw new Error('no row')
  return row
}

async function choose(note: string, act: string): Promise<HTMLElement> {
  fireEvent.click(screen.getByRole('button', { name: `Options for ${note}` }))
  const item = await screen.findByRole('menuitem', { name: act })
  fireEvent.click(item)
  return item
}

async function end(note: string) {
  await choose(note, 'End it')
  const question = await screen.findByRole('alertdialog', { name: 'End this invitation?' })
  fireEvent.click(within(question).getByRole('button', { name: 'End it' }))
}
