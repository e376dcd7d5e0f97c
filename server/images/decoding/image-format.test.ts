import { describe, expect, it } from 'vitest'
import { fourQuarters, frames } from '../fixtures/images.ts'
import { isGifCutShort, sniffImageFormat } from './image-format.ts'

/** The `ftyp` box that begins every file of the MPEG-4 family. */
function ftyp(major: string, ...compatible: string[]): Buffer {
  const box = Buffer.from(`....ftyp${major}\0\0\0\0${compatible.join('')}`, 'latin1')
  box.writeUInt32BE(box.length, 0)
  return Buffer.concat([box, Buffer.from('\0\0\0\x08mdatavifheic', 'latin1')])
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')

describe('the format of an image', () => {
  it.each([
    ['jpeg', latin1('\xff\xd8\xff\xe0')],
    ['png', latin1('\x89PNG\r\n\x1a\n')],
    ['gif', latin1('GIF87a')],
    ['gif', latin1('GIF89a')],
    ['webp', latin1('RIFF\n\n\n\nWEBPVP8 ')],
    ['avif', ftyp('avif', 'mif1')],
    ['avif', ftyp('mif1', 'avif')],
    ['heic', ftyp('heic', 'mif1')],
    ['heic', ftyp('mif1', 'heix')],
    ['heic', ftyp('mif1')],
  ])('is told from the first bytes: %s', (format, bytes) => {
    expect(sniffImageFormat(bytes)).toBe(format)
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['one byte', latin1('\xff')],
    ['SVG', latin1('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['HTML', latin1('<!doctype html><title>Hello</title>')],
    ['PDF', latin1('%PDF-1.7')],
    ['TIFF', latin1('II*\0\x08\0\0\0')],
    ['BMP', latin1('BM\0\0\0\0')],
    ['a film', ftyp('isom', 'mp42')],
    ['a sound', latin1('RIFF\0\0\0\0WAVEfmt ')],
    ['a brand beyond its box', latin1('\0\0\0\x10ftypisom\0\0\0\0avif')],
    ['text before a picture', latin1('x\x89PNG\r\n\x1a\n')],
  ])('is none of ours: %s', (_, bytes) => {
    expect(sniffImageFormat(bytes)).toBeNull()
  })
})

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
