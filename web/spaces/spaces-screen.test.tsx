import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MESSAGES as REMOVAL_MESSAGES } from '../../contract/removal.ts'
import { MESSAGES as BAN_MESSAGES } from '../../contract/space-bans.ts'
import { MESSAGES } from '../../contract/spaces.ts'
import { ben } from '../app/test-app.tsx'
import { deferredReply, errorReply, messageReply } from '../platform/fake-server.ts'
import {
  button,
  choose,
  DISCOVER,
  field,
  joinRequestsReply,
  link,
  MINE,
  messagesReply,
  press,
  renderSpaces,
  requestBy,
  resetSpaces,
  runByAda,
  spaceListReply,
  spaceNamed,
  spacePageReply,
  spaceReply,
  text,
  type,
  withAda,
} from './test-spaces.tsx'

afterEach(resetSpaces)

const FULL_AND_PRIVATE = { isPrivate: true, memberCount: 5, maxMembers: 5 }
const card = (name: string) => screen.findByRole('article', { name })

describe('discovering spaces', () => {
  it('shows what each is, painted in its palette', async () => {
    const den = spaceNamed('The den', {
      description: 'For tea and books.',
      tags: ['tea', 'books'],
      vibe: 'serene',
      isPrivate: true,
      memberCount: 3,
      maxMembers: 12,
      colorPalette: {
        primary: '#224466',
        secondary: '#aabbcc',
        accent: '#ff8800',
        background: '#102030',
        text: '#112131',
      },
    })
    renderSpaces('/spaces', { [DISCOVER]: () => spacePageReply([den]) })
    const shown = within(await card('The den'))
    expect(shown.getByRole('heading', { name: 'The den' })).toBeTruthy()
    expect(shown.getByText('For tea and books.')).toBeTruthy()
    expect(shown.getByText('Serene')).toBeTruthy()
    expect(shown.getByText('Private')).toBeTruthy()
    expect(shown.getByText('3 of 12 members')).toBeTruthy()
    expect(
      within(shown.getByRole('list', { name: 'Tags' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['tea', 'books'])
    const { style } = await card('The den')
    expect(style.getPropertyValue('--color-surface')).toBe('#102030')
    // The text that was chosen cannot be read there.
    expect(style.getPropertyValue('--color-ink')).not.toBe('#112131')
  })

  it('says so when there is none', async () => {
    renderSpaces('/spaces', {})
    expect(await text('No spaces found')).toBeTruthy()
  })

  it('says so when it fails, and comes on another try', async () => {
    let reply = errorReply(500, 'internal_error', '')
    renderSpaces('/spaces', { [DISCOVER]: () => reply })
    await text('The spaces could not be loaded.')
    reply = spacePageReply([spaceNamed('The den')])
    await press('Try again')
    expect(await card('The den')).toBeTruthy()
  })

  it('searches with no more than the server takes, also by the address', async () => {
    renderSpaces(`/spaces?search=${'x'.repeat(101)}`, {
      [`${DISCOVER}&search=${'x'.repeat(100)}`]: () => spacePageReply([spaceNamed('Xs')]),
    })
    expect(await card('Xs')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('searchbox').maxLength).toBe(100)
  })

  it('searches and filters by the address', async () => {
    const { router } = renderSpaces('/spaces', {
      [`${DISCOVER}&search=tea`]: () => spacePageReply([spaceNamed('Tea')]),
      [`${DISCOVER}&search=tea&vibe=serene`]: () => spacePageReply([spaceNamed('Calm tea')]),
    })
    await type('Search spaces', ' tea ')
    expect(await card('Tea')).toBeTruthy()
    expect(router.state.location.search).toBe('?search=tea')
    const vibes = await field('Filter by vibe')
    expect(within(vibes).getAllByRole('option')).toHaveLength(9)
    expect(within(vibes).getByRole('option', { name: 'All Vibes' })).toBeTruthy()
    fireEvent.change(vibes, { target: { value: 'serene' } })
    expect(await card('Calm tea')).toBeTruthy()
    expect(router.state.location.search).toBe('?search=tea&vibe=serene')
  })

  it('goes page by page, with the page in the address', async () => {
    const { router } = renderSpaces('/spaces?vibe=chill', {
      [`${DISCOVER}&vibe=chill`]: () => spacePageReply([spaceNamed('First')], 1, 2),
      'GET /spaces?page=2&limit=10&vibe=chill': () => spacePageReply([spaceNamed('Second')], 2, 2),
    })
    await card('First')
    expect((await button('Previous')).hasAttribute('disabled')).toBe(true)
    fireEvent.click(await link('Next'))
    expect(await card('Second')).toBeTruthy()
    expect(await text('Page 2 of 2')).toBeTruthy()
    expect(router.state.location.search).toBe('?page=2&vibe=chill')
    fireEvent.change(await field('Filter by vibe'), { target: { value: '' } })
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })
})

describe('the one action', () => {
  it('joins a public space at once, which opens it, and leads back to it', async () => {
    const den = spaceNamed('The den')
    const join = deferredReply()
    let isIn = false
    const { server, router } = renderSpaces('/spaces', {
      [DISCOVER]: () => spacePageReply([isIn ? withAda(den) : den]),
      [`GET /spaces/${den._id}`]: () => spaceReply(withAda(den)),
      [`GET /spaces/${den._id}/messages`]: () => messagesReply([]),
      [`POST /spaces/${den._id}/join`]: join.reply,
    })
    const joinButton = await button('Join The den')
    joinButton.focus()
    fireEvent.click(joinButton)
    await waitFor(() => expect(joinButton.getAttribute('aria-busy')).toBe('true'))
    isIn = true
    join.answer(spaceReply(withAda(den)))
    expect(await screen.findByRole('dialog', { name: 'The den' })).toBeTruthy()
    fireEvent.keyDown(await field('Message'), { key: 'Escape' })
    const open = await link('Open The den')
    await waitFor(() => expect(document.activeElement).toBe(open))
    expect(router.state.location.pathname).toBe('/spaces')
    expect(screen.getByText('2 of 50 members')).toBeTruthy()
    expect(server.bodies(`POST /spaces/${den._id}/join`)).toEqual([{}])
  })

  it.each([
    ['This space is full.', 'This space is full.'],
    ['', 'Error joining space'],
  ])('says why joining failed: %j', async (sentence, shown) => {
    const den = spaceNamed('The den')
    renderSpaces('/spaces', {
      [DISCOVER]: () => spacePageReply([den]),
      [`POST /spaces/${den._id}/join`]: () => errorReply(409, 'conflict', sentence),
    })
    await press('Join The den')
    expect((await screen.findByRole('alert')).textContent).toContain(shown)
    expect(await button('Join The den')).toBeTruthy()
  })

  it.each([
    ['Full', { memberCount: 5, maxMembers: 5 }],
    ['Requested', { isPrivate: true, requestPending: true }],
    [BAN_MESSAGES.isBanned('Be kind'), { banReason: 'Be kind' }],
    [MESSAGES.askLater, { isPrivate: true, askAgainAt: '2999-01-01T00:00:00.000Z' }],
  ])('is %s', async (words, more) => {
    renderSpaces('/spaces', { [DISCOVER]: () => spacePageReply([spaceNamed('The den', more)]) })
    expect(await text(words)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Join The den|Request Join/ })).toBeNull()
  })
})

describe('the one action where the space is not what it was', () => {
  it.each([
    [
      'joins a space that became public while a request waited',
      'Join The den',
      { requestPending: true },
    ],
    ['asks for a place in a full private one', 'Request Join: The den', FULL_AND_PRIVATE],
    [
      'takes back what was asked of a full private one',
      'Cancel request to join The den',
      { ...FULL_AND_PRIVATE, requestPending: true },
    ],
  ])('%s', async (_, name, more) => {
    renderSpaces('/spaces', { [DISCOVER]: () => spacePageReply([spaceNamed('The den', more)]) })
    expect(await button(name)).toBeTruthy()
    expect(screen.queryByText('Full')).toBeNull()
  })
})

describe('my spaces', () => {
  it('says so when there are none', async () => {
    renderSpaces('/spaces?tab=mine', {})
    expect(await text("You haven't joined any spaces yet")).toBeTruthy()
  })

  it('marks what is unread, and is searched here', async () => {
    const den = withAda(spaceNamed('The den', { unreadCount: 3 }))
    const attic = withAda(spaceNamed('The attic', { tags: ['dust'] }))
    renderSpaces('/spaces?tab=mine', { [MINE]: () => spaceListReply([den, attic]) })
    expect(await text('3 new')).toBeTruthy()
    await type('Search spaces', 'DUST')
    await waitFor(() => expect(screen.queryByRole('article', { name: 'The den' })).toBeNull())
    expect(await card('The attic')).toBeTruthy()
    await type('Search spaces', 'cellar')
    expect(await text('No spaces found')).toBeTruthy()
  })

  it('can only be left by a member', async () => {
    const den = withAda(spaceNamed('The den'))
    const leave = deferredReply()
    let mine = [den]
    renderSpaces('/spaces?tab=mine', {
      [MINE]: () => spaceListReply(mine),
      [`POST /spaces/${den._id}/leave`]: leave.reply,
    })
    fireEvent.click(await button('Options of The den'))
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Members',
      'Leave',
      'Report…',
      // Ada is an administrator.
      'Remove space…',
    ])
    fireEvent.click(screen.getByRole('menuitem', { name: 'Leave' }))
    expect(await text("You haven't joined any spaces yet")).toBeTruthy()
    leave.answer(errorReply(500, 'internal_error', ''))
    expect((await screen.findByRole('alert')).textContent).toContain('Error leaving space')
    expect(await card('The den')).toBeTruthy()
    mine = []
  })

  it('are deleted by the admin, once the question is answered', async () => {
    const den = runByAda('The den')
    let mine = [den]
    const { server } = renderSpaces('/spaces?tab=mine', {
      [MINE]: () => spaceListReply(mine),
      [`DELETE /spaces/${den._id}`]: () => {
        mine = []
        return messageReply(MESSAGES.deleted)
      },
    })
    await choose('Options of The den', 'Delete')
    await text('Are you sure you want to delete this space? This action cannot be undone.')
    expect(server.count(`DELETE /spaces/${den._id}`)).toBe(0)
    await press('Delete')
    expect(await text("You haven't joined any spaces yet")).toBeTruthy()
    expect(server.count(`DELETE /spaces/${den._id}`)).toBe(1)
  })

  it('come back with a toast when deleting fails', async () => {
    const den = runByAda('The den')
    renderSpaces('/spaces?tab=mine', {
      [MINE]: () => spaceListReply([den]),
      [`DELETE /spaces/${den._id}`]: () => errorReply(500, 'internal_error', ''),
    })
    await choose('Options of The den', 'Delete')
    await press('Delete')
    expect((await screen.findByRole('alert')).textContent).toContain('Error deleting space')
    expect(await card('The den')).toBeTruthy()
  })

  it('show my own requests, which can be taken back', async () => {
    const cellar = spaceNamed('The cellar', { isPrivate: true })
    let requests = [requestBy(ben, cellar, { message: 'It is me.' })]
    const cancel = `DELETE /join-requests/${requests[0]?._id}`
    const { server } = renderSpaces('/spaces?tab=mine', {
      'GET /join-requests/my-requests': () => joinRequestsReply(requests),
      [cancel]: () => {
        requests = []
        return messageReply('')
      },
    })
    expect(await text('It is me.')).toBeTruthy()
    await press('Cancel request to join The cellar')
    await waitFor(() => expect(screen.queryByText('It is me.')).toBeNull())
    expect(server.count(cancel)).toBe(1)
  })
})

describe('the members', () => {
  it('can be removed by the admin, who is asked first', async () => {
    const den = runByAda('The den')
    const remove = `DELETE /spaces/${den._id}/members/${ben._id}`
    const { server } = renderSpaces('/spaces?tab=mine', {
      [MINE]: () => spaceListReply([den]),
      [`GET /spaces/${den._id}`]: () => spaceReply(den),
      [remove]: () => messageReply(MESSAGES.removed),
    })
    await choose('Options of The den', 'Members')
    await choose('Options for Ben', 'Remove')
    await text('Remove Ben from this space?')
    expect(server.count(remove)).toBe(0)
    await press('Remove')
    expect(await text(MESSAGES.removed)).toBeTruthy()
    expect(server.count(remove)).toBe(1)
  })

  it('are removed with the reason that is given, if it is not too long', async () => {
    const den = runByAda('The den')
    const remove = `DELETE /spaces/${den._id}/members/${ben._id}?reason=Be+kind`
    const { server } = renderSpaces('/spaces?tab=mine', {
      [MINE]: () => spaceListReply([den]),
      [`GET /spaces/${den._id}`]: () => spaceReply(den),
      [remove]: () => messageReply(MESSAGES.removed),
    })
    await choose('Options of The den', 'Members')
    await choose('Options for Ben', 'Remove')
    await type('Why? They are told.', 'x'.repeat(201))
    await press('Remove')
    expect((await screen.findAllByText(REMOVAL_MESSAGES.reasonLong)).length).toBeGreaterThan(0)
    await type('Why? They are told.', ' Be kind ')
    await press('Remove')
    expect(await text(MESSAGES.removed)).toBeTruthy()
    expect(server.count(remove)).toBe(1)
  })

  it('can become the admin', async () => {
    const den = runByAda('The den')
    const transfer = `POST /spaces/${den._id}/transfer`
    const { server } = renderSpaces('/spaces?tab=mine', {
      [MINE]: () => spaceListReply([den]),
      [`GET /spaces/${den._id}`]: () => spaceReply(den),
      [transfer]: () => messageReply(MESSAGES.handedOver),
    })
    await choose('Options of The den', 'Members')
    await choose('Options for Ben', 'Make admin')
    await press('Hand over')
    expect(await text(MESSAGES.handedOver)).toBeTruthy()
    expect(server.bodies(transfer)).toEqual([{ userId: ben._id }])
  })

  it('are no longer the former admin’s to manage, even while the space is being read again', async () => {
    const den = runByAda('The den')
    const handedOver = deferredReply()
    const replies = [() => spaceListReply([den]), handedOver.reply]
    renderSpaces('/spaces?tab=mine', {
      [MINE]: () => (replies.length > 1 ? replies.shift() : replies[0])?.() ?? 'no answer',
      [`GET /spaces/${den._id}`]: () => spaceReply(den),
      [`POST /spaces/${den._id}/transfer`]: () => messageReply(MESSAGES.handedOver),
    })
    await choose('Options of The den', 'Members')
    await choose('Options for Ben', 'Make admin')
    await press('Hand over')
    expect(await text(MESSAGES.handedOver)).toBeTruthy()
    await press('Close')
    fireEvent.click(await button('Options of The den'))
    expect(await screen.findByRole('menuitem', { name: 'Leave' })).toBeTruthy()
    handedOver.answer(spaceListReply([withAda(den, { isAdmin: false })]))
  })

  it('are only named to who is not the admin', async () => {
    const den = withAda(spaceNamed('The den'))
    renderSpaces('/spaces?tab=mine', {
      [MINE]: () => spaceListReply([den]),
      [`GET /spaces/${den._id}`]: () => spaceReply(den),
    })
    await choose('Options of The den', 'Members')
    expect(await text('Ben')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Options for Ben' })).toBeNull()
  })
})
