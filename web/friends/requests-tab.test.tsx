import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/friends.ts'
import { errorReply, messageReply } from '../platform/fake-server.ts'
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
  REQUESTS,
  renderFriends,
  resetFriends,
  tab,
  text,
} from './test-people.tsx'

afterEach(resetFriends)

const ACCEPT_BEN = `POST /users/friend-request/${ben._id}/accept`
const DECLINE_BEN = `POST /users/friend-request/${ben._id}/reject`
const serverIsAway = () => errorReply(500, 'internal_error', '')

describe('friend requests', () => {
  const withRequests = {
    [REQUESTS]: () => friendsReply(ben, cleo, dan),
    [COUNTS]: () => countsReply({ friends: 0, requests: 3, discover: 5 }),
  }

  it('that are none say so', async () => {
    renderFriends('/friends?tab=requests', {})
    expect(await text('No requests waiting')).toBeTruthy()
  })

  it('that fail to load say so', async () => {
    renderFriends('/friends?tab=requests', { [REQUESTS]: serverIsAway })
    expect(await text('Failed to load friend requests')).toBeTruthy()
  })

  it('are found by name only', async () => {
    renderFriends('/friends?tab=requests', withRequests)
    await text('Bakes bread.')
    await userEvent.type(screen.getByRole('searchbox'), 'b')
    expect(names()).toEqual(['Ben'])
  })

  it('declined go at once, tell so, and leave the focus on the next', async () => {
    const { server } = renderFriends('/friends?tab=requests', {
      ...withRequests,
      [DECLINE_BEN]: () => messageReply(MESSAGES.rejected),
      [COUNTS]: () =>
        countsReply({ friends: 0, requests: server.count(DECLINE_BEN) ? 2 : 3, discover: 5 }),
    })
    ;(await button('Decline Ben')).focus()
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement?.textContent).toContain('Cleo')
    await waitFor(() => expect(names()).toEqual(['Cleo', 'Dan']))
    expect(await tab('Requests 2')).toBeTruthy()
    await text(MESSAGES.rejected)
    expect(names()).toEqual(['Cleo', 'Dan'])
  })

  it('accepted go, and the friend is among the friends', async () => {
    const { server } = renderFriends('/friends', {
      [FRIENDS]: () => (server.count(ACCEPT_BEN) ? friendsReply(ben, cleo) : friendsReply(cleo)),
      [REQUESTS]: () => friendsReply(ben),
      [COUNTS]: () => {
        const done = server.count(ACCEPT_BEN)
        return countsReply({ friends: 1 + done, requests: 1 - done, discover: 2 })
      },
      [ACCEPT_BEN]: () => messageReply(MESSAGES.friendsNow),
    })
    await text('Paints boats.')
    await userEvent.click(await tab('Requests 1'))
    await userEvent.click(await button('Accept Ben'))
    expect(await text('No requests waiting')).toBeTruthy()
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Friend requests'),
    )
    await text(MESSAGES.friendsNow)
    await userEvent.click(await tab('Friends 2'))
    expect(names()).toEqual(['Ben', 'Cleo'])
  })

  it.each([
    ['Accept Ben', ACCEPT_BEN, 'Failed to accept friend request'],
    ['Decline Ben', DECLINE_BEN, 'Failed to reject friend request'],
  ])('come back when the answer fails: %s', async (name, route, sentence) => {
    const { server } = renderFriends('/friends?tab=requests', {
      ...withRequests,
      [route]: serverIsAway,
    })
    await userEvent.click(await button(name))
    await text(sentence)
    await waitFor(() => expect(names()).toEqual(['Ben', 'Cleo', 'Dan']))
    expect(await tab('Requests 3')).toBeTruthy()
    expect(server.count(route)).toBe(1)
  })

  it('taken back meanwhile go with the server’s own word', async () => {
    const { server } = renderFriends('/friends?tab=requests', {
      [REQUESTS]: () => (server.count(ACCEPT_BEN) ? friendsReply(cleo) : friendsReply(ben, cleo)),
      [ACCEPT_BEN]: () => errorReply(404, 'not_found', MESSAGES.requestMissing),
    })
    await userEvent.click(await button('Accept Ben'))
    await text(MESSAGES.requestMissing)
    await waitFor(() => expect(names()).toEqual(['Cleo']))
  })
})
