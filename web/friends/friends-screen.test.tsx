import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { MESSAGES as BLOCK_MESSAGES } from '../../contract/blocks.ts'
import { conversation } from '../../contract/conversations.ts'
import { MESSAGES } from '../../contract/friends.ts'
import { memberProfile } from '../../contract/profile.ts'
import { invalidatePeople } from '../app/friendship/people-cache.ts'
import { deferredReply, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import {
  ben,
  button,
  COUNTS,
  cleo,
  countsReply,
  dan,
  FRIENDS,
  friendsReply,
  names,
  personNamed,
  REQUESTS,
  renderFriends,
  resetFriends,
  tab,
  text,
} from './test-people.tsx'

afterEach(resetFriends)

const REMOVE_BEN = `DELETE /users/friend/${ben._id}`
const serverIsAway = () => errorReply(500, 'internal_error', '')
const never = () => new Promise<Reply>(() => {})

const cardOfBen = memberProfile.parse({
  ...{ ...ben, petPreference: '', currentlyVibingTo: '', currentlyVibingToSpotify: '' },
  ...{ isPrivate: false, squad: [], createdAt: '2026-01-15T12:00:00.000Z' },
  ...{ isFriend: true, requestSent: false, requestReceived: false },
  ...{ isMuted: false, mutedUntil: null, invitedBy: null },
  ...{ mutualFriends: { count: 0, named: [] }, images: { images: [], nextCursor: null } },
})

const talk = conversation.parse({
  ...{ _id: '901', isPair: true, title: '', state: 'open', isUnread: false, mute: null },
  people: [{ _id: ben._id, username: 'Ben', userNumber: ben.userNumber, profilePhoto: '' }],
  ...{ lastMessage: null, lastReadSeq: 0, lastSeq: 0 },
})

describe('the friends screen', () => {
  it('has three tabs with their counts, and friends first', async () => {
    renderFriends('/friends', {
      [FRIENDS]: () => friendsReply(ben, cleo),
      [COUNTS]: () => countsReply({ friends: 2, requests: 1, discover: 40 }),
    })
    expect(await tab('Friends 2')).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Requests 1', selected: false })).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Discover 40', selected: false })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Friends' })).toBeTruthy()
    await text('Bakes bread.')
    expect(names()).toEqual(['Ben', 'Cleo'])
    expect(screen.queryByText('First 100')).toBeNull()
  })

  it.each([
    ['leads to the conversation with a friend', '/friends', '/messages/901'],
    ['stays where one went meanwhile', '/privacy', '/privacy'],
  ])('%s, where that is found late', async (_, elsewhere, place) => {
    const late = deferredReply()
    const WRITE = 'POST /conversations'
    const { router, server } = renderFriends('/friends', {
      [FRIENDS]: () => friendsReply(ben),
      [WRITE]: late.reply,
    })
    fireEvent.click(await button('Options for Ben'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Write a message' }))
    await waitFor(() => expect(server.count(WRITE)).toBe(1))
    await act(() => router.navigate(elsewhere))
    await act(async () => {
      late.answer({ status: 200, body: talk })
      // Open dialogs are closed first, a moment later.
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
    await waitFor(() => expect(router.state.location.pathname).toBe(place))
  })

  it('has at each person what keeps them away, as everywhere else', async () => {
    const block = `PUT /users/${ben._id}/block`
    let friends = friendsReply(ben, cleo)
    const { server } = renderFriends('/friends', {
      [FRIENDS]: () => friends,
      [block]: () => {
        friends = friendsReply(cleo)
        return messageReply(BLOCK_MESSAGES.blockedNow)
      },
    })
    await userEvent.click(await button('Options for Ben'))
    expect(await screen.findByRole('menuitem', { name: 'Mute…' })).toBeTruthy()
    expect(screen.getByRole('menuitem', { name: 'Report…' })).toBeTruthy()
    await userEvent.click(screen.getByRole('menuitem', { name: 'Block…' }))
    await screen.findByRole('alertdialog', { name: 'Block Ben?' })
    await userEvent.click(await button('Block'))
    expect(await text(BLOCK_MESSAGES.blocked('Ben'))).toBeTruthy()
    expect(server.count(block)).toBe(1)
    await waitFor(() => expect(names()).toEqual(['Cleo']))
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Cleo'))
    expect(document.activeElement?.localName).toBe('li')
  })

  it('keeps the tab and the search in the address', async () => {
    const { router } = renderFriends('/friends?tab=requests', {
      [REQUESTS]: () => friendsReply(ben),
    })
    await text('Bakes bread.')
    expect(screen.getByRole('tab', { selected: true }).textContent).toContain('Requests')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search people' }), 'be ')
    await waitFor(() => expect(router.state.location.search).toBe('?tab=requests&q=be'))
    await userEvent.click(screen.getByRole('tab', { name: /^Friends/ }))
    await waitFor(() => expect(router.state.location.search).toBe('?q=be'))
    await act(() => router.navigate('/friends?tab=nonsense'))
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''))
    expect(screen.getByRole('tab', { selected: true }).textContent).toContain('Friends')
    await act(() => router.navigate(-1))
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('be'))
    expect(router.state.location.search).toBe('?q=be')
  })

  it('reads anew what was changed elsewhere', async () => {
    let friends = friendsReply(ben)
    let counts = countsReply({ friends: 1, requests: 0, discover: 3 })
    const { queryClient } = renderFriends('/friends', {
      [FRIENDS]: () => friends,
      [COUNTS]: () => counts,
    })
    expect(await tab('Friends 1')).toBeTruthy()
    friends = friendsReply(ben, cleo)
    counts = countsReply({ friends: 2, requests: 0, discover: 3 })
    await act(() => invalidatePeople(queryClient))
    expect(await tab('Friends 2')).toBeTruthy()
    expect(names()).toEqual(['Ben', 'Cleo'])
  })
})

describe('friends', () => {
  it('that are none yet lead to those who could become some', async () => {
    const { router } = renderFriends('/friends', {})
    await text('No friends yet')
    await userEvent.click(await button('Discover people'))
    await waitFor(() => expect(router.state.location.search).toBe('?tab=discover'))
  })

  it('that fail to load say so, and come on another try', async () => {
    let reply = serverIsAway()
    renderFriends('/friends', { [FRIENDS]: () => reply })
    await text('Failed to load friends')
    reply = friendsReply(ben)
    await userEvent.click(await button('Try again'))
    await text('Bakes bread.')
    expect(names()).toEqual(['Ben'])
  })

  it.each([
    ['CL', ['Cleo']],
    ['paints', ['Cleo']],
    ['  b ', ['Ben', 'Cleo']],
    ['BÁK', ['Ben']],
    ['boats cl', ['Cleo']],
  ])('are found by name and by what they say: %s', async (search, found) => {
    renderFriends('/friends', { [FRIENDS]: () => friendsReply(ben, cleo, dan) })
    await text('Bakes bread.')
    await userEvent.type(screen.getByRole('searchbox'), search)
    expect(names()).toEqual(found)
    const people = found.length === 1 ? '1 person found' : '2 people found'
    expect(screen.getByText(people).getAttribute('role')).toBe('status')
  })

  it.each(['leo', 'read', '%'])('are not found by the middle of a word: %s', async (search) => {
    renderFriends('/friends', { [FRIENDS]: () => friendsReply(ben, cleo, dan) })
    await text('Bakes bread.')
    await userEvent.type(screen.getByRole('searchbox'), search)
    expect(await text(`Nobody here matches “${search}”.`)).toBeTruthy()
    expect(screen.getByText('0 people found').getAttribute('role')).toBe('status')
  })

  it('that are not found can be looked for among everybody', async () => {
    renderFriends('/friends', { [FRIENDS]: () => friendsReply(ben) })
    await text('Bakes bread.')
    await userEvent.type(screen.getByRole('searchbox'), 'zoe')
    expect(await text('Nobody here matches “zoe”.')).toBeTruthy()
    expect(await button('Look among everybody')).toBeTruthy()
  })

  it('by the thousand are drawn fifty at a time', async () => {
    const many = Array.from({ length: 2_000 }, (_, index) => personNamed(`P${index}`, index + 1))
    renderFriends('/friends', { [FRIENDS]: () => friendsReply(...many) })
    await button('Load More')
    expect(names()).toHaveLength(50)
    fireEvent.click(await button('Load More'))
    expect(names()).toHaveLength(100)
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'P1' } })
    expect(names()).toHaveLength(50)
  })

  it('open as a card, by keyboard too, and give the focus back', async () => {
    renderFriends('/friends', {
      [FRIENDS]: () => friendsReply(ben),
      [`GET /users/${ben._id}/profile`]: () => ({ status: 200, body: cardOfBen }),
    })
    const name = await button('Ben')
    name.focus()
    await userEvent.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Ben' })
    expect(within(dialog).getByText('Friends')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(name))
  })
})

describe('removing a friend', () => {
  async function askToRemove(username: string) {
    await userEvent.click(await button(`Options for ${username}`))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove friend' }))
    return screen.findByRole('alertdialog', { name: MESSAGES.removeConfirm(username) })
  }

  it('asks first, and does nothing when cancelled', async () => {
    const { server } = renderFriends('/friends', { [FRIENDS]: () => friendsReply(ben) })
    const dialog = await askToRemove('Ben')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(names()).toEqual(['Ben'])
    expect(server.count(REMOVE_BEN)).toBe(0)
  })

  it('takes the row away at once and leaves the focus on the next', async () => {
    renderFriends('/friends', {
      [FRIENDS]: () => friendsReply(ben, cleo),
      [COUNTS]: () => countsReply({ friends: 2, requests: 0, discover: 2 }),
      [REMOVE_BEN]: never,
    })
    expect(await tab('Friends 2')).toBeTruthy()
    const dialog = await askToRemove('Ben')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(names()).toEqual(['Cleo']))
    expect(await tab('Friends 1')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Cleo'))
  })

  it('brings the row back to its place with a word when it fails', async () => {
    renderFriends('/friends', {
      [FRIENDS]: () => friendsReply(ben, cleo),
      [COUNTS]: () => countsReply({ friends: 2, requests: 0, discover: 2 }),
      [REMOVE_BEN]: serverIsAway,
    })
    const dialog = await askToRemove('Ben')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
    expect((await text('Failed to remove friend')).closest('[role="alert"]')).toBeTruthy()
    await waitFor(() => expect(names()).toEqual(['Ben', 'Cleo']))
    expect(await tab('Friends 2')).toBeTruthy()
  })

  it('on the card takes the row away, and closing the card loses no focus', async () => {
    renderFriends('/friends', {
      [FRIENDS]: () => friendsReply(ben, cleo),
      [`GET /users/${ben._id}/profile`]: () => ({ status: 200, body: cardOfBen }),
      [REMOVE_BEN]: () => messageReply(MESSAGES.removed),
    })
    await userEvent.click(await button('Ben'))
    const card = await screen.findByRole('dialog', { name: 'Ben' })
    await userEvent.click(await within(card).findByRole('button', { name: 'Options for Ben' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove friend' }))
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getByRole('button', { name: 'Remove' }))
    await within(card).findByRole('button', { name: 'Add Friend' })
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(names()).toEqual(['Cleo'])
    await waitFor(() =>
      expect(screen.getByRole('main').contains(document.activeElement)).toBe(true),
    )
  })

  it('that was done elsewhere already is done', async () => {
    renderFriends('/friends', {
      [FRIENDS]: () => friendsReply(ben, cleo),
      [REMOVE_BEN]: () => errorReply(404, 'not_found', MESSAGES.notFriends),
    })
    const dialog = await askToRemove('Ben')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await text(MESSAGES.removed)
    expect(names()).toEqual(['Cleo'])
  })
})
