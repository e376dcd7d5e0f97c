import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ben } from '../app/test-app.tsx'
import { errorReply, type Reply } from '../platform/fake-server.ts'
import {
  joinRequestsReply,
  messagesReply,
  press,
  renderSpaces,
  requestBy,
  resetSpaces,
  runByAda,
  spaceNamed,
  spaceReply,
  text,
} from './test-spaces.tsx'

afterEach(resetSpaces)

const away = errorReply(500, 'internal_error', '')

it('one’s own requests that could not be read are told of, and come on another try', async () => {
  let reply: Reply = away
  renderSpaces('/spaces?tab=mine', { 'GET /join-requests/my-requests': () => reply })
  const sentence = 'Your join requests could not be loaded.'
  expect(await text(sentence)).toBeTruthy()
  reply = joinRequestsReply([requestBy(ben, spaceNamed('The cellar'))])
  await press('Try again')
  expect(await text('The cellar')).toBeTruthy()
  expect(screen.queryByText(sentence)).toBeNull()
})

it('requests to join a space are told of as old, and that there were none is not said', async () => {
  const den = runByAda('The den')
  let reply = joinRequestsReply([])
  const { queryClient } = renderSpaces(`/spaces/${den._id}?requests=1`, {
    [`GET /spaces/${den._id}`]: () => spaceReply(den),
    [`GET /spaces/${den._id}/messages`]: () => messagesReply([]),
    [`GET /join-requests/space/${den._id}`]: () => reply,
  })
  const readAgain = () => act(() => queryClient.invalidateQueries({ queryKey: ['join-requests'] }))
  const sentence = 'The join requests could not be loaded.'
  expect(await text('No pending join requests')).toBeTruthy()
  reply = away
  await readAgain()
  expect(await text(sentence)).toBeTruthy()
  expect(screen.queryByText('No pending join requests')).toBeNull()
  reply = joinRequestsReply([requestBy(ben, den, { message: 'It is me, Ben.' })])
  await press('Try again')
  await text('It is me, Ben.')
  expect(screen.queryByText(sentence)).toBeNull()
  reply = away
  await readAgain()
  expect(await text(sentence)).toBeTruthy()
  expect(screen.getByText('It is me, Ben.')).toBeTruthy()
})

it('the card of a space is told of as old to who is not in it', async () => {
  const den = spaceNamed('The den')
  let reply = spaceReply(den)
  const { queryClient } = renderSpaces(`/spaces/${den._id}`, {
    [`GET /spaces/${den._id}`]: () => reply,
  })
  await screen.findByRole('article', { name: 'The den' })
  reply = away
  await act(() => queryClient.invalidateQueries({ queryKey: ['spaces'] }))
  const alert = (await text('The space could not be loaded.')).closest('[role="alert"]')
  expect(screen.getByRole('article', { name: 'The den' })).toBeTruthy()
  reply = spaceReply({ ...den, name: 'The new den' })
  fireEvent.click(alert?.querySelector('button') as HTMLElement)
  expect(await screen.findByRole('article', { name: 'The new den' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
