import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { joinRequestAnswer } from '../../../contract/join-requests.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { hasDrafts, wipeDraftsOf } from '../../platform/drafts.ts'
import { deferredReply, errorReply, type Reply } from '../../platform/fake-server.ts'
import { hasUnsavedWork } from '../../platform/unsaved-work.ts'
import {
  choose,
  DISCOVER,
  field,
  joinRequestsReply,
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
} from '../test-spaces.tsx'

afterEach(async () => {
  await wipeDraftsOf(() => true)
  await resetSpaces()
})

describe('asking to join a private space', () => {
  const den = spaceNamed('The den', { isPrivate: true })
  const ASK = 'POST /join-requests'
  const asked: Reply = {
    status: 201,
    body: joinRequestAnswer.parse({ joinRequest: requestBy(ada, den) }),
  }

  async function openForm(reply: () => Reply) {
    let isAsked = false
    const visit = renderSpaces('/spaces', {
      [DISCOVER]: () => spacePageReply([{ ...den, requestPending: isAsked }]),
      [ASK]: () => {
        const answer = reply()
        isAsked = answer === asked
        return answer
      },
    })
    await press('Request Join: The den')
    await field('Message (optional)')
    return visit
  }

  it('needs no words, and is then Requested', async () => {
    const { server } = await openForm(() => asked)
    await press('Send request')
    expect(await text('Join request sent successfully!')).toBeTruthy()
    expect(await text('Requested')).toBeTruthy()
    expect(server.bodies(ASK)).toEqual([{ spaceId: den._id, message: '' }])
  })

  it('asks for words, too, where a member invited, who is told with it', async () => {
    const { server } = renderSpaces('/spaces', {
      [DISCOVER]: () => spacePageReply([{ ...den, isInvitedByMember: true }]),
      [ASK]: () => asked,
    })
    await press('Request Join: The den')
    expect(await text(/Who invited you is said with your request\./)).toBeTruthy()
    await type('Message (optional)', 'It is me.')
    expect(server.count(ASK)).toBe(0)
    await press('Send request')
    expect(await text('Join request sent successfully!')).toBeTruthy()
    expect(server.bodies(ASK)).toEqual([{ spaceId: den._id, message: 'It is me.' }])
  })

  it('keeps the words when it fails, and says why', async () => {
    await openForm(() => errorReply(500, 'internal_error', ''))
    await type('Message (optional)', 'It is me.')
    await press('Send request')
    expect((await screen.findByRole('alert')).textContent).toBe('Error sending join request')
    expect((await field('Message (optional)')).value).toBe('It is me.')
  })

  it('stays open until it is answered, and is said to have failed where it stands', async () => {
    const late = deferredReply()
    renderSpaces('/spaces', {
      [DISCOVER]: () => spacePageReply([den]),
      [ASK]: late.reply,
    })
    await press('Request Join: The den')
    await type('Message (optional)', 'It is me.')
    await press('Send request')
    expect((await field('Message (optional)')).readOnly).toBe(true)
    fireEvent.keyDown(await field('Message (optional)'), { key: 'Escape' })
    await press('Close')
    await act(async () => late.answer(errorReply(500, 'internal_error', '')))
    const dialog = within(screen.getByRole('dialog', { name: 'Request to join' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Error sending join request')
    await press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('has 200 characters', async () => {
    const { server } = await openForm(() => asked)
    await type('Message (optional)', 'x'.repeat(201))
    await press('Send request')
    expect(await text(MESSAGES.joinMessageLong)).toBeTruthy()
    expect(screen.getByText('201 / 200')).toBeTruthy()
    expect(server.count(ASK)).toBe(0)
    await type('Message (optional)', 'x'.repeat(200))
    await press('Send request')
    await waitFor(() => expect(server.count(ASK)).toBe(1))
  })
})

describe('the join requests', () => {
  const den = runByAda('The den', { isPrivate: true, pendingRequests: 1 })
  const request = requestBy(ben, den, { message: 'It is me, Ben.' })
  const LIST = `GET /join-requests/space/${den._id}`
  const answerTo = (way: string) => `PATCH /join-requests/${request._id}/${way}`

  function visitRequests(replies: Parameters<typeof renderSpaces>[1]) {
    return renderSpaces(`/spaces/${den._id}?requests=1`, {
      [MINE]: () => spaceListReply([den]),
      [`GET /spaces/${den._id}`]: () => spaceReply(den),
      [`GET /spaces/${den._id}/messages`]: () => messagesReply([]),
      ...replies,
    })
  }

  it.each([
    ['approve', 'Approve Ben', 'Join request approved!'],
    ['deny', 'Deny Ben', 'Join request denied.'],
  ])('are answered: %s', async (way, name, sentence) => {
    let requests = [request]
    const { server } = visitRequests({
      [LIST]: () => joinRequestsReply(requests),
      [answerTo(way)]: () => {
        requests = []
        const status = way === 'approve' ? 'approved' : 'denied'
        return { status: 200, body: { joinRequest: { ...request, status } } }
      },
    })
    expect(await text('It is me, Ben.')).toBeTruthy()
    const item = within(screen.getByRole('listitem', { name: 'Ben' }))
    expect(item.getByText(/^Member number 2 ·/)).toBeTruthy()
    expect(item.queryByText('First 100')).toBeNull()
    await type('Your answer (optional)', ' Welcome. ')
    await press(name)
    await waitFor(() => expect(screen.queryByText('It is me, Ben.')).toBeNull())
    expect(await text(sentence)).toBeTruthy()
    expect(await text('No pending join requests')).toBeTruthy()
    expect(server.bodies(answerTo(way))).toEqual([{ adminResponse: 'Welcome.' }])
    expect(hasDrafts()).toBe(false)
  })

  it.each([
    ['approve', 'Approve Ben', 'Error approving request'],
    ['deny', 'Deny Ben', 'Error denying request'],
  ])('come back with a toast when answering fails: %s', async (way, name, sentence) => {
    const refusal = deferredReply()
    visitRequests({
      [LIST]: () => joinRequestsReply([request]),
      [answerTo(way)]: refusal.reply,
    })
    await text('It is me, Ben.')
    await type('Your answer (optional)', 'Welcome.')
    await press(name)
    await waitFor(() => expect(screen.queryByText('It is me, Ben.')).toBeNull())
    await act(async () => refusal.answer(errorReply(500, 'internal_error', '')))
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
    expect(await text('It is me, Ben.')).toBeTruthy()
    expect((await field('Your answer (optional)')).value).toBe('Welcome.')
  })

  it('keep no words that were typed for one that is answered elsewhere', async () => {
    let requests = [request]
    visitRequests({
      [LIST]: () => joinRequestsReply(requests),
      [answerTo('deny')]: () => {
        requests = []
        return errorReply(409, 'conflict', MESSAGES.alreadyAnswered)
      },
    })
    await text('It is me, Ben.')
    await type('Your answer (optional)', 'Welcome.')
    await press('Deny Ben')
    expect(await text('No pending join requests')).toBeTruthy()
    await waitFor(() => expect(hasDrafts()).toBe(false))
  })

  it('keep none either for one that somebody else answers meanwhile', async () => {
    let requests = [request]
    const { queryClient } = visitRequests({ [LIST]: () => joinRequestsReply(requests) })
    await text('It is me, Ben.')
    await type('Your answer (optional)', 'Welcome.')
    requests = []
    await act(() => queryClient.invalidateQueries({ queryKey: ['join-requests'] }))
    expect(await text('No pending join requests')).toBeTruthy()
    expect(hasDrafts()).toBe(false)
  })

  it('keep the words while they are closed', async () => {
    visitRequests({ [LIST]: () => joinRequestsReply([request]) })
    await text('It is me, Ben.')
    await type('Your answer (optional)', 'Welcome.')
    fireEvent.keyDown(await text('It is me, Ben.'), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByText('It is me, Ben.')).toBeNull())
    await choose('Options of The den', 'Join requests (1)')
    expect((await field('Your answer (optional)')).value).toBe('Welcome.')
  })

  it('hold up a reload for the words behind them, until somebody else has answered', async () => {
    let requests = [request]
    const { queryClient } = visitRequests({ [LIST]: () => joinRequestsReply(requests) })
    await text('It is me, Ben.')
    expect(hasUnsavedWork()).toBe(false)
    await type('Your answer (optional)', 'Welcome.')
    fireEvent.keyDown(await text('It is me, Ben.'), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByText('It is me, Ben.')).toBeNull())
    expect(hasUnsavedWork()).toBe(true)
    requests = []
    await act(() => queryClient.invalidateQueries({ queryKey: ['join-requests'] }))
    await waitFor(() => expect(hasUnsavedWork()).toBe(false))
  })

  it('are reached from the space, and closing them leads back to the chat', async () => {
    const { router } = renderSpaces('/spaces?tab=mine', {
      [MINE]: () => spaceListReply([den]),
      [`GET /spaces/${den._id}`]: () => spaceReply(den),
      [`GET /spaces/${den._id}/messages`]: () => messagesReply([]),
      [LIST]: () => joinRequestsReply([]),
    })
    await choose('Options of The den', 'Join requests (1)')
    expect(await text('No pending join requests')).toBeTruthy()
    expect(router.state.location.search).toBe('?tab=mine&requests=1')
    fireEvent.keyDown(await text('No pending join requests'), { key: 'Escape' })
    await waitFor(() => expect(router.state.location.search).toBe('?tab=mine'))
    expect(router.state.location.pathname).toBe(`/spaces/${den._id}`)
    expect(await field('Message')).toBeTruthy()
  })

  it('are not for a member who is not the admin', async () => {
    const { server } = renderSpaces(`/spaces/${den._id}?requests=1`, {
      [`GET /spaces/${den._id}`]: () => spaceReply({ ...den, isAdmin: false }),
      [`GET /spaces/${den._id}/messages`]: () => messagesReply([]),
    })
    await field('Message')
    expect(screen.queryByText('Join requests')).toBeNull()
    expect(server.count(LIST)).toBe(0)
  })
})
