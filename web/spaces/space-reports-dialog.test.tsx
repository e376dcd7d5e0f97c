import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { type ReportedThing, reportQueue } from '../../contract/reports.ts'
import { ada, ben } from '../app/test-app.tsx'
import {
  authorOf,
  choose,
  MINE,
  renderSpaces,
  resetSpaces,
  runByAda,
  spaceListReply,
  text,
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
