import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { MESSAGES, PEOPLE_PAGE_SIZE } from '../../contract/friends.ts'
import { ada, homeReplies } from '../app/test-app.tsx'
import { errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import {
  ben,
  button,
  COUNTS,
  cleo,
  countsReply,
  dan,
  discovered,
  discoverPage,
  discoverReply,
  names,
  personNamed,
  renderFriends,
  resetFriends,
  rowOf,
  tab,
  text,
} from './test-people.tsx'

afterEach(resetFriends)

const SEND_BEN = `POST /users/friend-request/${ben._id}`
const WITHDRAW_BEN = `DELETE /users/friend-request/${ben._id}`
const at = '/friends?tab=discover'

describe('discover', () => {
  it('has one button for each, which says how they stand', async () => {
    renderFriends(at, {
      [discoverPage()]: () =>
        discoverReply(
          discovered(ben),
          discovered(cleo, { friendRequestSent: true }),
          discovered(dan, { friendRequestReceived: true }),
          discovered(personNamed('Eve', 5), { isFriend: true }),
        ),
    })
    expect((await button('Add Friend Ben')).getAttribute('aria-disabled')).toBeNull()
    expect((await button('Request Sent Cleo')).getAttribute('aria-disabled')).toBe('true')
    expect(await button('Accept Dan')).toBeTruthy()
    expect(await button('Decline Dan')).toBeTruthy()
    expect(await rowOf('Eve')).toContain('Friends')
  })

  it('says kindly that nobody else is here, with the way to invite somebody', async () => {
    renderFriends(at, {})
    await text('Only you are here yet')
    const link = screen.getByRole<HTMLInputElement>('textbox', { name: 'Invite a friend' })
    expect(link.value).toBe('https://snug.example.org/register')
  })

  it('offers no link where nobody can come in', async () => {
    renderFriends(at, homeReplies({ ...ada, inviteUrl: null, mayInvite: false }))
    await text('Only you are here yet')
    expect(screen.queryByRole('textbox', { name: 'Invite a friend' })).toBeNull()
    expect(screen.queryByText(/Send a friend your link/)).toBeNull()
  })

  it('says when it could not be read, and tries again', async () => {
    let reply: Reply = errorReply(500, 'internal_error', '')
    renderFriends(at, { [discoverPage()]: () => reply })
    await text('Failed to load users')
    reply = discoverReply(discovered(ben))
    await userEvent.click(await button('Try again'))
    expect(await button('Add Friend Ben')).toBeTruthy()
  })

  it('asks the server once the typing rests, and keeps what was found until then', async () => {
    const answer = Promise.withResolvers<Reply>()
    const { server } = renderFriends(at, {
      [discoverPage()]: () => discoverReply(discovered(ben), discovered(cleo)),
      [discoverPage('cle')]: () => answer.promise,
    })
    await button('Add Friend Ben')
    // In one go: on a busy machine the typing would rest between two letters.
    for (const value of ['c', 'cl', 'cle'])
      fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
    await waitFor(() => expect(server.count(discoverPage('cle'))).toBe(1))
    expect(server.count(discoverPage('c'))).toBe(0)
    expect(names()).toEqual(['Ben', 'Cleo'])
    expect(screen.getByRole('list', { busy: true })).toBeTruthy()
    answer.resolve(discoverReply(discovered(cleo)))
    await waitFor(() => expect(names()).toEqual(['Cleo']))
    expect(screen.getByText('1 person found')).toBeTruthy()
  })

  it('says when nobody is found', async () => {
    renderFriends(`${at}&q=zoe`, { [discoverPage('zoe')]: () => discoverReply() })
    expect(await text(/^Nobody here is called “zoe”/)).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('zoe')
  })

  it('goes on page by page, each person once', async () => {
    const first = Array.from({ length: PEOPLE_PAGE_SIZE }, (_, index) =>
      discovered(personNamed(`P${index}`, index + 1)),
    )
    const pushedOn = first.at(-1) ?? discovered(ben)
    let second: Reply = errorReply(500, 'internal_error', '')
    renderFriends(at, {
      [discoverPage()]: () => discoverReply(...first),
      [discoverPage('', 2)]: () => second,
    })
    await userEvent.click(await button('Load More'))
    await text('Failed to load users')
    second = discoverReply(pushedOn, discovered(personNamed('Last', 99)))
    await userEvent.click(await button('Try again'))
    await button('Last')
    expect(names()).toHaveLength(PEOPLE_PAGE_SIZE + 1)
    expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull()
  })
})

describe('asking somebody in discover', () => {
  const withBen = { [discoverPage()]: () => discoverReply(discovered(ben), discovered(cleo)) }

  it('shows at once where the button was, keeps the focus, and asks once', async () => {
    const answer = Promise.withResolvers<Reply>()
    const { server } = renderFriends(at, { ...withBen, [SEND_BEN]: () => answer.promise })
    const add = await button('Add Friend Ben')
    add.focus()
    await userEvent.keyboard('{Enter}')
    expect(await button('Request Sent Ben')).toBe(add)
    expect(document.activeElement).toBe(add)
    answer.resolve(messageReply(MESSAGES.sent))
    await userEvent.keyboard('{Enter}')
    expect(await button('Request Sent Ben')).toBeTruthy()
    expect(server.count(SEND_BEN)).toBe(1)
    expect(screen.queryByText(MESSAGES.sent)).toBeNull()
  })

  it('can be taken back by the menu, which keeps the focus', async () => {
    const { server } = renderFriends(at, {
      [discoverPage()]: () => discoverReply(discovered(ben, { friendRequestSent: true })),
      [WITHDRAW_BEN]: () => messageReply(MESSAGES.withdrawn),
    })
    await userEvent.click(await button('Options for Ben'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel request' }))
    expect(await button('Add Friend Ben')).toBeTruthy()
    const menu = await button('Options for Ben')
    await waitFor(() => expect(server.count(WITHDRAW_BEN)).toBe(1))
    await waitFor(() => expect(document.activeElement).toBe(menu))
  })

  it('makes friends at once of one who had asked, and says so', async () => {
    const answer = Promise.withResolvers<Reply>()
    const { server } = renderFriends(at, {
      ...withBen,
      [SEND_BEN]: () => answer.promise,
      [COUNTS]: () =>
        countsReply({ friends: server.count(SEND_BEN) ? 1 : 0, requests: 0, discover: 2 }),
    })
    ;(await button('Add Friend Ben')).focus()
    await userEvent.keyboard('{Enter}')
    await button('Request Sent Ben')
    answer.resolve(messageReply(MESSAGES.friendsNow))
    await text(MESSAGES.friendsNow)
    expect(await rowOf('Ben')).toContain('Friends')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Friends'))
    expect(await tab('Friends 1')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Request Sent Ben' })).toBeNull()
  })

  it.each([
    [errorReply(500, 'internal_error', 'Something broke.'), 'Failed to send friend request'],
    ['no answer' as const, 'Failed to send friend request'],
    [errorReply(409, 'conflict', MESSAGES.alreadyFriends), MESSAGES.alreadyFriends],
    [errorReply(404, 'not_found', 'There is no such member.'), 'Invalid user.'],
  ])('that fails is as it was, with a word', async (reply, sentence) => {
    renderFriends(at, { ...withBen, [SEND_BEN]: () => reply })
    await userEvent.click(await button('Add Friend Ben'))
    expect((await text(sentence)).closest('[role="alert"]')).toBeTruthy()
    expect(await button('Add Friend Ben')).toBeTruthy()
  })

  it('answers a request right there', async () => {
    renderFriends(at, {
      [discoverPage()]: () => discoverReply(discovered(ben, { friendRequestReceived: true })),
      [`${SEND_BEN}/reject`]: () => messageReply(MESSAGES.rejected),
      [COUNTS]: () => countsReply({ friends: 0, requests: 0, discover: 1 }),
    })
    await userEvent.click(await button('Decline Ben'))
    const add = await button('Add Friend Ben')
    await waitFor(() => expect(document.activeElement).toBe(add))
  })
})
