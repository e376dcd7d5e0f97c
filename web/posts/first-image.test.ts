// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { fetchFirstImage } from './first-image.ts'

const image = (name: string) => ({
  width: 1200,
  height: 800,
  alt: '',
  placeholder: '',
  sources: [480, 960].map((width) => ({ width, url: `/media/${name}/${width}.webp` })),
})
const preloads = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')]

afterEach(() => {
  for (const link of preloads()) link.remove()
})

describe('the picture at the top of the page', () => {
  it.each([
    ['a feed', { posts: [{ images: [image('lake')] }, { images: [image('tea')] }] }],
    ['one post', { images: [image('lake')] }],
  ])('of %s is asked for in the size it will have', (_, answer) => {
    fetchFirstImage(answer)
    expect(
      preloads().map(({ as, imageSrcset, imageSizes }) => [as, imageSrcset, imageSizes]),
    ).toEqual([
      [
        'image',
        '/media/lake/480.webp 480w, /media/lake/960.webp 960w',
        'min(100vw - 4rem, 36.5rem, 1200px, min(80svh, 36rem) * 1.5)',
      ],
    ])
  })

  it.each([
    ['no post', { posts: [] }],
    ['a post without one', { posts: [{ images: [] }] }],
    ['something else', { likes: 1 }],
    ['no answer', undefined],
  ])('is none of %s', (_, answer) => {
    fetchFirstImage(answer)
    expect(preloads()).toEqual([])
  })
})
