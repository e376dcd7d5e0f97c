import type { PostImage } from '../../contract/posts.ts'

/** A tall picture leaves room for its post on the screen. */
const TALLEST = 'min(80svh, 36rem)'
/** What the card leaves at most, in the reading column. */
export const WIDEST = '36.5rem'

/** All files of a picture, for the browser to choose from. */
export function srcSetOf({ sources }: Pick<PostImage, 'sources'>): string {
  return sources.map(({ url, width }) => `${url} ${width}w`).join(', ')
}

/** Of a picture alone: the most it takes, as a length. */
export function mostOf({ width, height }: PostImage): string {
  return `${width}px, ${TALLEST} * ${width / height}`
}

/** Of each of `count` pictures of a post, as the browser's `sizes`; `widest`: a length. */
export function sizesOf(image: PostImage, count: number, widest: string): string {
  return count === 1
    ? `min(100vw - 4rem, ${widest}, ${mostOf(image)})`
    : `min(50vw - 2rem, ${widest} / 2)`
}
