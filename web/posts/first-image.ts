import { z } from 'zod'
import { postImage } from '../../contract/posts.ts'
import { sizesOf, srcSetOf, WIDEST } from './image-source.ts'

const withImages = z.object({ images: z.array(postImage) })
const firstPost = z.union([
  z.object({ posts: z.tuple([withImages], z.unknown()) }).transform(({ posts }) => posts[0]),
  withImages,
])

/**
 * Asks for the picture of the post at the top of the page before that is drawn. `answer`: with the
 * post.
 */
export function fetchFirstImage(answer: unknown): void {
  const { images = [] } = firstPost.safeParse(answer).data ?? {}
  const [image] = images
  if (!image) return
  const preload = Object.assign(document.createElement('link'), {
    rel: 'preload',
    as: 'image',
    fetchPriority: 'high',
    imageSrcset: srcSetOf(image),
    imageSizes: sizesOf(image, images.length, WIDEST),
  })
  document.head.append(preload)
}
