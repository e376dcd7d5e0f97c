import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MESSAGES as REMOVAL_MESSAGES } from '../../contract/removal.ts'
import { MESSAGES } from '../../contract/spaces.ts'
import { ben } from '../app/test-app.tsx'
import { deferredReply, errorReply, messageReply } from '../platform/fake-server.ts'
import {
  button,
  choose,
  joinRequestsReply,
  MINE,
  press,
  renderSpaces,
  requestBy,
  resetSpaces,
  runByAda,
  spaceListReply,
  spaceNamed,
  spaceReply,
  text,
  type,
  withAda,
} from './test-spaces.tsx'

afterEach(resetSpaces)

const card = (name: string) => screen.findByRole('article', { name })

describe('my spaces', () => {
  it('says so when there are none', async () => {
    renderSpaces('/spaces?tab=mine', {})
    expect(await text("You haven't joined any spaces yet")).toBeTruthy()
  })

  it('marks what is unread, and is searched here', async () => {
    const den = withAda(spaceNamed('The den', { unreadCount: 3 }))
    const attic = withAda(spaceNamed('The attic', { tags: ['d\u00e9p\u00f4t'] }))
    renderSpaces('/spaces?tab=mine', { [MINE]: () => spaceListReply([den, attic]) })
    expect(await text('3 new')).toBeTruthy()
    // As some keyboards send it: each accent is a character of its own.
    await type('Search spaces', 'DE\u0301PO\u0302T')
    await waitFor(() => expect(screen.queryByRole('article', { name: 'The den' })).toBeNull())
    expect(await card('The attic')).toBeTruthy()
    await type('Search spaces', 'cellar')
    expect(await text('No spaces found')).toBeTruthy()
  })

  it('can only be left by a member', async () => {
    const den = withAda(spaceNamed('The den'))
    const leave = deferredReply()
    let mine = [den]
    const LEAVE = `POST /spaces/${den._id}/leave`
    const { server } = renderSpaces('/spaces?tab=mine', {
      [MINE]: () => spaceListReply(mine),
      [LEAVE]: leave.reply,
    })
    fireEvent.click(await button('Options of The den'))
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Members',
      'Invite friends…',
      'Leave',
      'Report…',
      // Ada is an administrator.
      'Remove space…',
    ])
    fireEvent.click(screen.getByRole('menuitem', { name: 'Leave' }))
    await screen.findByRole('alertdialog', { name: 'Leave The den?' })
    expect(server.count(LEAVE)).toBe(0)
    await press('Leave')
    expect(await text("You haven't joined any spaces yet")).toBeTruthy()
    leave.answer(errorReply(500, 'internal_error', ''))
    expect((await screen.findByRole('alert')).textContent).toContain('Error leaving space')
    expect(await card('The den')).toBeTruthy()
    mine = []
  })

  it.each([
    [false, 'What you said stays for the others. You can join again where there is room.'],
    [true, 'What you said stays for the others. To come back, you ask its admin again.'],
  ])('say which way leads back before they are left (private: %s)', async (isPrivate, words) => {
    const den = withAda(spaceNamed('The den', { isPrivate }))
    const { server } = renderSpaces('/spaces?tab=mine', { [MINE]: () => spaceListReply([den]) })
    await choose('Options of The den', 'Leave')
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave The den?' }))
    expect(question.getByText(words)).toBeTruthy()
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(server.count(`POST /spaces/${den._id}/leave`)).toBe(0)
    expect(await card('The den')).toBeTruthy()
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

  it('show of a request that was denied the way to where one may ask again', async () => {
    const cellar = spaceNamed('The cellar', { isPrivate: true })
    const { router } = renderSpaces('/spaces?tab=mine', {
      'GET /join-requests/my-requests': () =>
        joinRequestsReply([requestBy(ben, cellar, { status: 'denied' })]),
      [`GET /spaces/${cellar._id}`]: () => spaceReply(cellar),
    })
    fireEvent.click(await screen.findByRole('link', { name: 'The cellar' }))
    expect(await button('Request Join: The cellar')).toBeTruthy()
    await press('Close')
    await waitFor(() => expect(router.state.location.pathname).toBe('/spaces'))
    expect(router.state.location.search).toBe('?tab=mine')
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
    // Nobody is asked there: whoever may come in is back a second later.
    expect(await text('They can join again at once. To keep them out, ban them.')).toBeTruthy()
    expect(server.count(remove)).toBe(0)
    await press('Remove')
    expect(await text(MESSAGES.removed)).toBeTruthy()
    expect(server.count(remove)).toBe(1)
  })

  it('are removed with the reason that is given, if it is not too long', async () => {
    const den = { ...runByAda('The den'), isPrivate: true }
    const remove = `DELETE /spaces/${den._id}/members/${ben._id}?reason=Be+kind`
    const { server } = renderSpaces('/spaces?tab=mine', {
      [MINE]: () => spaceListReply([den]),
      [`GET /spaces/${den._id}`]: () => spaceReply(den),
      [remove]: () => messageReply(MESSAGES.removed),
    })
    await choose('Options of The den', 'Members')
    await choose('Options for Ben', 'Remove')
    expect(await text('They can no longer read or write here.')).toBeTruthy()
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
