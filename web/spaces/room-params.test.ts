import { expect, it } from 'vitest'
import { withoutRoomParams } from './room-params.ts'

it('an address that leads out of a room keeps what is said of the list, and nothing of the room', () => {
  expect(withoutRoomParams('?tab=mine&requests=open&message=710000000000')).toBe('tab=mine')
  expect(withoutRoomParams('?message=710000000000')).toBe('')
  expect(withoutRoomParams('')).toBe('')
})
