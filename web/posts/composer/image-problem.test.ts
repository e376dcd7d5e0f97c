import { describe, expect, it } from 'vitest'
import { IMAGE_MAX_BYTES, MESSAGES } from '../../../contract/posts.ts'
import { imageProblem, mayBeImage, withImages } from './image-problem.ts'

function file(name: string, type: string, size = 1) {
  return Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size })
}

describe('a file for a post', () => {
  it.each([
    ['a.jpg', 'image/jpeg'],
    ['a.avif', 'image/avif'],
    ['a.heic', ''],
    ['A.HEIF', 'application/octet-stream'],
  ])('may be %s of type %j', (name, type) => {
    expect(imageProblem(file(name, type))).toBeUndefined()
  })

  it.each([
    ['a.svg', 'image/svg+xml'],
    ['a.pdf', 'application/pdf'],
    ['heic', ''],
    ['a.mp4', 'video/mp4'],
  ])('may not be %s of type %j', (name, type) => {
    expect(imageProblem(file(name, type))).toBe(MESSAGES.notAnImage)
  })

  it('may have 15 MB and not a byte more', () => {
    expect(imageProblem(file('a.jpg', 'image/jpeg', IMAGE_MAX_BYTES))).toBeUndefined()
    expect(imageProblem(file('a.jpg', 'image/jpeg', IMAGE_MAX_BYTES + 1))).toBe(
      MESSAGES.imageTooLarge,
    )
  })
})

describe('of several files', () => {
  const [pot, notes, stove] = [
    file('pot.jpg', 'image/jpeg'),
    file('notes.pdf', 'application/pdf'),
    file('stove.jpg', 'image/jpeg'),
  ]

  it('the one that cannot go is named, and the others go', () => {
    const { images, problem } = withImages([], [pot, notes, stove])
    expect(images).toEqual([pot, stove])
    expect(problem).toBe(`\u2068notes.pdf\u2069: ${MESSAGES.notAnImage}`)
  })

  it('the one that was chosen alone needs no name', () => {
    expect(withImages([pot], [notes])).toEqual({ images: [pot], problem: MESSAGES.notAnImage })
  })
})

describe('a file that the browser cannot draw', () => {
  it.each([
    ['\xff\xd8\xff\xe0', true],
    ['\x89PNG\r\n', true],
    ['GIF89a', true],
    ['RIFF\0\n\r\0WEBPVP8 ', true],
    ['\0\0\0\x18ftypheic', true],
    ['\0\0\0\x1cftypavif', true],
    ['\0\0\0\x18ftypmp42', false],
    ['Dear diary', false],
    ['', false],
  ])('that begins with %j may be a picture: %s', async (beginning, expected) => {
    const bytes = Uint8Array.from(beginning, (character) => character.charCodeAt(0))
    expect(await mayBeImage(new File([bytes], 'a'))).toBe(expected)
  })
})
