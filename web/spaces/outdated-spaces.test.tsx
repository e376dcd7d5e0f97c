import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ada, ben } from '../app/test-app.tsx'
import { errorReply, type Reply } from '../platform/fake-server.ts'
import {
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
  spaceReply,
  text,
} from './test-spaces.tsx'

afterEach(resetSpaces)

const away = errorReply(500, 'internal_error', '')
const den = runByAda('The den')

function openMine(requests: () => Reply) {
  let reply = spaceListReply([den])
  const { queryClient } = renderSpaces('/spaces?tab=mine', {
    [MINE]: () => reply,
    'GET /join-requests/my-requests': requests,
  })
  return {
    sentence: 'Your spaces could not be loaded.',
    readSpaces(next: Reply) {
      reply = next
      return act(() => queryClient.invalidateQueries({ queryKey: ['spaces'] }))
    },
  }
}

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

it('one’s own requests keep the focus where the spaces above fail, and as those come again', async () => {
  const { readSpaces, sentence } = openMine(() =>
    joinRequestsReply([requestBy(ada, spaceNamed('The cellar'))]),
  )
  const link = await screen.findByRole('link', { name: 'The cellar' })
  link.focus()
  await readSpaces(away)
  expect(await text(sentence)).toBeTruthy()
  expect(document.activeElement).toBe(link)
  await readSpaces(spaceListReply([den]))
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
  expect(document.activeElement).toBe(link)
})

it('one’s own requests come with the spaces above, where neither had come', async () => {
  let reply: Reply = away
  const { readSpaces, sentence } = openMine(() => reply)
  const own = 'Your join requests could not be loaded.'
  await text(own)
  await readSpaces(away)
  await waitFor(() => expect(screen.queryByText(own)).toBeNull())
  expect(screen.getByText(sentence)).toBeTruthy()
  reply = joinRequestsReply([requestBy(ada, spaceNamed('The cellar'))])
  await readSpaces(spaceListReply([den]))
  expect(await screen.findByRole('link', { name: 'The cellar' })).toBeTruthy()
})

it('requests to join a space are told of as old, and that there were none is not said', async () => {
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
