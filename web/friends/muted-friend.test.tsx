import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { MESSAGES, type MutedPerson, mutedList } from '../../contract/blocks.ts'
import { DAY_MS } from '../../contract/durations.ts'
import { mutedOptions } from '../app/safety/api.ts'
import { deferredReply, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { formatExactTime } from '../ui/relative-time-format.ts'
import { ben, button, FRIENDS, friendsReply, renderFriends, resetFriends } from './test-people.tsx'

afterEach(resetFriends)

// No row knows whether its person is muted.
const MUTE = `PUT /users/${ben._id}/mute`
const UNMUTE = `DELETE /users/${ben._id}/mute`
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const mutedUntil = (until: string | null): Reply => ({
  status: 200,
  body: mutedList.parse([{ ...ben, mutedUntil: until }]),
})

async function askToMuteBen(muted: () => Reply | Promise<Reply>, known?: MutedPerson[]) {
  const { server, queryClient } = renderFriends('/friends', {
    [FRIENDS]: () => friendsReply(ben),
    'GET /users/muted': muted,
    [MUTE]: () => messageReply(MESSAGES.muted),
    [UNMUTE]: () => messageReply(MESSAGES.unmuted),
  })
  // From long ago.
  if (known) queryClient.setQueryData(mutedOptions.queryKey, known, { updatedAt: 1 })
  await userEvent.click(await button('Options for Ben'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Mute…' }))
  return { server, dialog: within(await screen.findByRole('alertdialog')) }
}

const chosen = () => screen.getByRole('button', { pressed: true }).textContent

it('who is muted for good is not muted for a day unasked, and can be heard again', async () => {
  const { reply, answer } = deferredReply()
  const { server, dialog } = await askToMuteBen(reply)
  const said = dialog.getByRole('status')
  answer(mutedUntil(null))
  // Its question was read out as it opened: what comes later is only where it is a status.
  await waitFor(() => expect(said.textContent).toBe('You muted Ben for good.'))
  expect(screen.getByRole('alertdialog', { name: 'Mute Ben?' })).toBeTruthy()
  expect(chosen()).toBe('For good')
  await userEvent.click(dialog.getByRole('button', { name: 'Unmute' }))
  expect(await screen.findByText(MESSAGES.unmuted)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect([server.count(UNMUTE), server.count(MUTE)]).toEqual([1, 0])
})

it('a mute for a time is told of with its end, and made no shorter unasked', async () => {
  const until = inDays(3)
  const { server, dialog } = await askToMuteBen(() => mutedUntil(until))
  expect(await dialog.findByText(`You muted Ben until ${formatExactTime(until)}.`)).toBeTruthy()
  expect(chosen()).toBe('1 week')
  await userEvent.click(dialog.getByRole('button', { name: '1 day' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Change' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const [body] = server.bodies(MUTE) as { until: string }[]
  expect(Date.parse(body?.until ?? '')).toBeLessThan(Date.parse(until))
})

it('a mute that has ended, and is not swept away yet, is none', async () => {
  const { dialog } = await askToMuteBen(() => mutedUntil(inDays(-1)))
  expect(dialog.getByText('Mute Ben?')).toBeTruthy()
  expect(chosen()).toBe('1 day')
})

it.each([
  ['before it is known', undefined],
  ['while it is read anew', []],
])('who confirms %s whether they are muted makes no mute shorter either', async (_, known) => {
  const { reply, answer } = deferredReply()
  const { server, dialog } = await askToMuteBen(reply, known)
  await userEvent.click(dialog.getByRole('button', { name: 'Mute' }))
  answer(mutedUntil(null))
  await waitFor(() => expect(server.bodies(MUTE)).toEqual([{ until: null }]))
})

it('who confirms where that cannot be known makes no mute shorter, but as they choose', async () => {
  const { server, dialog } = await askToMuteBen(() => errorReply(429, 'too_many_requests', ''))
  await userEvent.click(dialog.getByRole('button', { name: 'Mute' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(MESSAGES.muteFailed)
  expect(server.count(MUTE)).toBe(0)
  await userEvent.click(dialog.getByRole('button', { name: '1 week' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Mute' }))
  await waitFor(() => expect(server.count(MUTE)).toBe(1))
})
