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

  it('is as much higher as it leaves to be read, and no higher for less', () => {
    const line = { top: 440, bottom: 464 }
    const sendAbove = { top: 250, bottom: 300 }
    expect(placeAmong(60, ROOM, [], [line])).toEqual({ top: 380, isFree: true })
    expect(placeAmong(60, ROOM, [sendAbove], [line])).toEqual({ top: 380, isFree: true })
    // What can be pressed is in no case covered for that.
    expect(placeAmong(60, ROOM, [{ top: 0, bottom: 439 }], [line])).toMatchObject({ top: 440 })
    const words = { top: 100, bottom: 500 }
    expect(placeAmong(60, ROOM, [], [words])).toEqual({ top: 40, isFree: true })
    expect(placeAmong(60, { ...ROOM, bottom: 900 }, [], [{ top: 0, bottom: 900 }])).toEqual({
      ...{ top: 840, isFree: true },
    })
    expect(placeAmong(60, { ...ROOM, bottom: 900 }, [], [{ top: 100, bottom: 900 }])).toEqual({
      ...{ top: 840, isFree: true },
    })
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
