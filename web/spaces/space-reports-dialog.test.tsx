import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import {
  MESSAGES,
  type ReportedThing,
  reportQueue,
  SERVER_MESSAGES,
} from '../../contract/reports.ts'
import { ada, ben } from '../app/test-app.tsx'
import { messageReply } from '../platform/fake-server.ts'
import {
  authorOf,
  button,
  choose,
  field,
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

const den = runByAda('The den')
const thing: ReportedThing = {
  ...{ _id: '7000000000001', kind: 'message', thingId: '8000000000001', member: authorOf(ben) },
  ...{ isAdministrator: false, isSuspended: false, space: { _id: den._id, name: den.name } },
  evidence: [],
  reportCount: 1_001,
  reports: [{ reason: 'spam', ruleId: null, text: 'Third time', createdAt: ada.createdAt }],
}

function open(replies: Parameters<typeof renderSpaces>[1] = {}) {
  return renderSpaces('/spaces?tab=mine', {
    [MINE]: () => spaceListReply([den]),
    [`GET /spaces/${den._id}/reports`]: () => ({
      status: 200,
      body: reportQueue.parse({ things: [thing], total: 31 }),
    }),
    [`GET /spaces/${den._id}/removals`]: () => ({ status: 200, body: [] }),
    ...replies,
  })
}

it('says how many messages and how many reports of one are not shown', async () => {
  open()
  await choose('Options of The den', 'Reports')
  expect(await text('And 30 more, once these are decided.')).toBeTruthy()
  const said = screen.getByRole('list', { name: 'What was said of it' })
  expect(said.textContent).toBe('Spam “Third time”And 1,000 more.')
})

it('asks for words where somebody reads them: whose message is removed', async () => {
  const decision = `POST /spaces/${den._id}/reports/${thing._id}/decision`
  const { server } = open({ [decision]: () => messageReply(SERVER_MESSAGES.passedOn) })
  await choose('Options of The den', 'Reports')
  for (const _ of ['once', 'again']) {
    const remove = await button('Remove it')
    remove.focus()
    fireEvent.click(remove)
    expect(await text(MESSAGES.decisionMissing)).toBeTruthy()
    await waitFor(async () =>
      expect(document.activeElement).toBe(await field('What Ben will read')),
    )
  }
  expect(server.count(decision)).toBe(0)
  await press('Pass on')
  expect(await text(SERVER_MESSAGES.passedOn)).toBeTruthy()
  expect(server.bodies(decision)).toEqual([{ act: 'pass_on' }])
  await type('What Ben will read', 'Not here')
  await press('Remove it')
  await waitFor(() => expect(server.count(decision)).toBe(2))
  expect(server.bodies(decision)[1]).toEqual({ act: 'remove', text: 'Not here' })
})
