import type { PostImage } from '../../contract/posts.ts'

interface PlacedImage {
  images: PostImage[]
  author: string
  place: number
}

/** What a picture of a post is called to those who do not see it. */
export function imageName({ images, author, place }: PlacedImage): string {
  const which = images.length > 1 ? `Picture ${place + 1} of ${images.length}` : 'Picture'
  return images[place]?.alt || `${which} by ${author}`
}
