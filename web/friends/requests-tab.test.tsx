import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/friends.ts'
import { refuses, says } from '../platform/stand-in-server.ts'
import {
  ben,
  button,
  COUNTS,
  cleo,
  countsAre,
  dan,
  FRIENDS,
  friendsAre,
  leavePeople,
  names,
  REQUESTS,
  tab,
  text,
  visitPeople,
} from './stand-in-people.tsx'

afterEach(leavePeople)

const ACCEPT_BEN = `POST /users/friend-request/${ben._id}/accept`
const DECLINE_BEN = `POST /users/friend-request/${ben._id}/reject`
const serverIsAway = () => refuses(500, 'internal_error', '')

describe('friend requests', () => {
  const withRequests = {
    [REQUESTS]: () => friendsAre(ben, cleo, dan),
    [COUNTS]: () => countsAre({ friends: 0, requests: 3, discover: 5 }),
  }

  it('that are none say so', async () => {
    visitPeople('/friends?tab=requests', {})
    expect(await text('No requests waiting')).toBeTruthy()
  })

  it('that fail to load say so', async () => {
    visitPeople('/friends?tab=requests', { [REQUESTS]: serverIsAway })
    expect(await text('Failed to load friend requests')).toBeTruthy()
  })

  it('are found by name only', async () => {
    visitPeople('/friends?tab=requests', withRequests)
    await text('Bakes bread.')
    await userEvent.type(screen.getByRole('searchbox'), 'b')
    expect(names()).toEqual(['Ben'])
  })

  it('declined go at once, tell so, and leave the focus on the next', async () => {
    const { server } = visitPeople('/friends?tab=requests', {
      ...withRequests,
      [DECLINE_BEN]: () => says(MESSAGES.rejected),
      [COUNTS]: () =>
        countsAre({ friends: 0, requests: server.count(DECLINE_BEN) ? 2 : 3, discover: 5 }),
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
    const { server } = visitPeople('/friends', {
      [FRIENDS]: () => (server.count(ACCEPT_BEN) ? friendsAre(ben, cleo) : friendsAre(cleo)),
      [REQUESTS]: () => friendsAre(ben),
      [COUNTS]: () => {
        const done = server.count(ACCEPT_BEN)
        return countsAre({ friends: 1 + done, requests: 1 - done, discover: 2 })
      },
      [ACCEPT_BEN]: () => says(MESSAGES.friendsNow),
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
    const { server } = visitPeople('/friends?tab=requests', {
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
    const { server } = visitPeople('/friends?tab=requests', {
      [REQUESTS]: () => (server.count(ACCEPT_BEN) ? friendsAre(cleo) : friendsAre(ben, cleo)),
      [ACCEPT_BEN]: () => refuses(404, 'not_found', MESSAGES.requestMissing),
    })
    await userEvent.click(await button('Accept Ben'))
    await text(MESSAGES.requestMissing)
    await waitFor(() => expect(names()).toEqual(['Cleo']))
  })
})
