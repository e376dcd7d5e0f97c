import { describe, expect, it } from 'vitest'
import { fourQuarters, frames } from './fixtures/pictures.ts'
import { isGifCutShort } from './gif-blocks.ts'

const TRAILER_AND_TERMINATOR = 2

describe('a GIF that is cut short', () => {
  it('is told from a whole one, at whatever byte of a block it was cut', async () => {
    const still = await fourQuarters().gif().toBuffer()
    expect(isGifCutShort(still)).toBe(false)
    for (let kept = 13; kept < still.length - TRAILER_AND_TERMINATOR; kept += 7)
      expect([kept, isGifCutShort(still.subarray(0, kept))]).toEqual([kept, true])
  })

  it('is told among the frames of an animation', async () => {
    const moving = await (await frames(3)).gif().toBuffer()
    expect(isGifCutShort(moving)).toBe(false)
    expect(isGifCutShort(moving.subarray(0, -TRAILER_AND_TERMINATOR - 1))).toBe(true)
  })

  it('is not one that lacks the last byte, or has some more', async () => {
    const still = await fourQuarters().gif().toBuffer()
    expect(isGifCutShort(still.subarray(0, -1))).toBe(false)
    expect(isGifCutShort(Buffer.concat([still, Buffer.from('more')]))).toBe(false)
  })
})
