import { describe, expect, it } from 'vitest'
import { placeAmong } from './toast-placement.ts'

const ROOM = { top: 10, bottom: 500 }

describe('the place of a toast', () => {
  it('is the lowest of the room where nothing is in the way', () => {
    expect(placeAmong(60, ROOM, [])).toEqual({ top: 440, isFree: true })
    expect(placeAmong(60, ROOM, [{ top: 300, bottom: 440 }])).toEqual({ top: 440, isFree: true })
  })

  it('is above what can be pressed there, and above what is above that where it is too close', () => {
    const send = { top: 450, bottom: 494 }
    expect(placeAmong(60, ROOM, [send])).toEqual({ top: 390, isFree: true })
    expect(placeAmong(60, ROOM, [send, { top: 340, bottom: 391 }])).toEqual({
      top: 280,
      isFree: true,
    })
  })

  it('is between two that leave room for it', () => {
    const taken = [
      { top: 0, bottom: 200 },
      { top: 261, bottom: 500 },
    ]
    expect(placeAmong(60, ROOM, taken)).toEqual({ top: 201, isFree: true })
    expect(placeAmong(62, ROOM, taken)).toMatchObject({ isFree: false })
  })

  it('covers the least where all is taken, and never leaves the room', () => {
    const taken = [
      { top: 0, bottom: 300 },
      { top: 320, bottom: 500 },
    ]
    expect(placeAmong(60, ROOM, taken)).toEqual({ top: 260, isFree: false })
    expect(placeAmong(600, ROOM, taken)).toEqual({ top: -100, isFree: false })
  })
})
