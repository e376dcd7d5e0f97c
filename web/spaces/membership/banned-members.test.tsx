import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MESSAGES as REMOVAL_MESSAGES } from '../../../contract/removal.ts'
import {
  MESSAGES as BAN_MESSAGES,
  type SpaceBan,
  spaceBanList,
} from '../../../contract/space-bans.ts'
import { ben } from '../../app/test-app.tsx'
import { messageReply } from '../../platform/fake-server.ts'
import {
  authorOf,
  choose,
  MINE,
  press,
  renderSpaces,
  resetSpaces,
  runByAda,
  spaceListReply,
  spaceReply,
  text,
  type,
} from '../test-spaces.tsx'

afterEach(resetSpaces)

it('members are banned with a reason, and the ban is lifted again', async () => {
  const den = runByAda('The den')
  const path = `/spaces/${den._id}/bans`
  const ban = `PUT ${path}/${ben._id}`
  const lift = `DELETE ${path}/${ben._id}`
  let bans: SpaceBan[] = []
  const { server } = renderSpaces('/spaces?tab=mine', {
    [MINE]: () => spaceListReply([den]),
    [`GET /spaces/${den._id}`]: () => spaceReply(den),
    [`GET ${path}`]: () => ({ status: 200, body: spaceBanList.parse(bans) }),
    [ban]: () => {
      bans = [{ ...authorOf(ben), reason: 'Be kind', bannedAt: '2026-11-20T12:00:00.000Z' }]
      return messageReply(BAN_MESSAGES.bannedNow)
    },
    [lift]: () => {
      bans = []
      return messageReply(BAN_MESSAGES.lifted)
    },
  })
  await choose('Options of The den', 'Members')
  await choose('Options for Ben', 'Ban…')
  await text(BAN_MESSAGES.banConfirm('Ben'))
  await press('Ban')
  expect(await text(REMOVAL_MESSAGES.reasonMissing)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Why? They are told.').required).toBe(true)
  await type('Why? They are told.', ' Be kind ')
  await press('Ban')
  const list = await screen.findByRole('list', { name: 'Banned' })
  expect(list.textContent).toContain('Be kind')
  expect(server.bodies(ban)).toEqual([{ reason: 'Be kind' }])
  await press('Lift the ban of Ben')
  await press('Lift the ban')
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Banned' })).toBeNull())
  expect(server.count(lift)).toBe(1)
})
