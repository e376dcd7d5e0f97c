import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MESSAGES as BAN_MESSAGES } from '../../contract/space-bans.ts'
import { MESSAGES } from '../../contract/spaces.ts'
import { ada } from '../app/test-app.tsx'
import { deferredReply, errorReply } from '../platform/fake-server.ts'
import {
  button,
  DISCOVER,
  field,
  link,
  messagesReply,
  press,
  renderSpaces,
  resetSpaces,
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
      description: 'For tea and books: https://tea.example.org',
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
    expect(shown.getByText('For tea and books:')).toBeTruthy()
    const tea = shown.getByRole('link', { name: 'https://tea.example.org' })
    expect(tea.getAttribute('rel')).toContain('noopener')
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

  it('does not say of a page where nothing is any more that there are none, and leads to all', async () => {
    const { router } = renderSpaces('/spaces?page=2', {
      'GET /spaces?page=2&limit=10': () => spacePageReply([], 2, 1),
      [DISCOVER]: () => spacePageReply([spaceNamed('First')]),
    })
    expect(await text('Nothing here matches what you look for.')).toBeTruthy()
    await press('Show all spaces')
    expect(await card('First')).toBeTruthy()
    expect(router.state.location.search).toBe('')
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

  it('takes no focus where it becomes another by itself', async () => {
    const den = spaceNamed('The den')
    let isIn = false
    const { queryClient } = renderSpaces('/spaces', {
      [DISCOVER]: () => spacePageReply([isIn ? withAda(den) : den]),
    })
    await button('Join The den')
    const focused = document.activeElement
    isIn = true
    void queryClient.invalidateQueries()
    await link('Open The den')
    expect(document.activeElement).toBe(focused)
  })

  it('keeps the focus where it is refused and nothing is left to press', async () => {
    const den = spaceNamed('The den')
    let count = 1
    renderSpaces('/spaces', {
      [DISCOVER]: () => spacePageReply([{ ...den, memberCount: count, maxMembers: 5 }]),
      [`POST /spaces/${den._id}/join`]: () => errorReply(409, 'conflict', 'This space is full.'),
    })
    const join = await button('Join The den')
    join.focus()
    count = 5
    fireEvent.click(join)
    await text('Full')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Full'))
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
    ['Full', FULL_AND_PRIVATE],
    ['Requested', { isPrivate: true, requestPending: true }],
    [BAN_MESSAGES.isBanned('Be kind'), { banReason: 'Be kind' }],
    [MESSAGES.askLater, { isPrivate: true, askAgainAt: '2999-01-01T00:00:00.000Z' }],
    [MESSAGES.askLater, { ...FULL_AND_PRIVATE, askAgainAt: '2999-01-01T00:00:00.000Z' }],
  ])('is %s', async (words, more) => {
    renderSpaces('/spaces', { [DISCOVER]: () => spacePageReply([spaceNamed('The den', more)]) })
    expect(await text(words)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Join The den|Request Join/ })).toBeNull()
  })
})

it('of a full space nothing is counted where numbers are not wanted', async () => {
  renderSpaces('/spaces', {
    'GET /users/user': () => ({ status: 200, body: { ...ada, quietNumbers: true } }),
    [DISCOVER]: () =>
      spacePageReply([
        spaceNamed('The den', { memberCount: 5, maxMembers: 5 }),
        spaceNamed('The porch', { memberCount: 4, maxMembers: 5 }),
      ]),
  })
  expect(await text('Room for more')).toBeTruthy()
  // In place of the number, and of what could be done.
  expect(screen.getAllByText('Full')).toHaveLength(2)
  expect(screen.queryByText(/members$|^Everybody is here/)).toBeNull()
})

describe('the one action where the space is not what it was', () => {
  it.each([
    [
      'joins a space that became public while a request waited',
      'Join The den',
      { requestPending: true },
    ],
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
