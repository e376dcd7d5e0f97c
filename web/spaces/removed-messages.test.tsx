import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MESSAGES as REMOVAL_MESSAGES } from '../../contract/removal.ts'
import { MESSAGES, type SpaceRemoval, spaceRemovalList } from '../../contract/space-removals.ts'
import { ben } from '../app/test-app.tsx'
import { messageReply } from '../platform/fake-server.ts'
import {
  authorOf,
  choose,
  MINE,
  press,
  renderSpaces,
  resetSpaces,
  runByAda,
  spaceListReply,
  text,
  type,
} from './test-spaces.tsx'

afterEach(resetSpaces)

it('are shown to the admin beside the reports, and given back with a reason', async () => {
  const den = runByAda('The den')
  let removed: SpaceRemoval[] = spaceRemovalList.parse([
    {
      ...{ _id: '77', member: authorOf(ben), text: 'Buy my watches' },
      ...{ removedAt: '2026-11-20T12:00:00.000Z', until: '2026-12-20T12:00:00.000Z' },
    },
  ])
  const undo = `POST /spaces/${den._id}/removals/77/undo`
  const { server } = renderSpaces('/spaces?tab=mine', {
    [MINE]: () => spaceListReply([den]),
    [`GET /spaces/${den._id}/reports`]: () => ({ status: 200, body: { things: [] } }),
    [`GET /spaces/${den._id}/removals`]: () => ({ status: 200, body: removed }),
    [undo]: () => {
      removed = []
      return messageReply(REMOVAL_MESSAGES.undone)
    },
  })
  await choose('Options of The den', 'Reports')
  const list = await screen.findByRole('list', { name: 'Removed messages' })
  expect(list.textContent).toMatch(/Ben.*Buy my watches.*Really deleted on December 20/)
  await press('Give back the message by Ben')
  const dialog = await screen.findByRole('alertdialog', { name: MESSAGES.giveBackConfirm('Ben') })
  within(dialog).getByRole('button', { name: 'Give back' }).click()
  expect(await text(REMOVAL_MESSAGES.reasonMissing)).toBeTruthy()
  await type('Why it is there again', ' They were gifts ')
  within(dialog).getByRole('button', { name: 'Give back' }).click()
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Removed messages' })).toBeNull())
  expect(server.bodies(undo)).toEqual([{ text: 'They were gifts' }])
})
