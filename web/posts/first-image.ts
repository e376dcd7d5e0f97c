import { z } from 'zod'
import { type PostImage, postImage } from '../../contract/posts.ts'
import { sizesOf, srcSetOf, WIDEST } from './image-source.ts'

const images = z.object({ images: z.array(postImage) })
const firstPost = z.union([
  z.object({ posts: z.tuple([images], z.unknown()) }).transform(({ posts }) => posts[0]),
  images,
])

/**
 * Asks for the picture of the post at the top of the page before that is drawn. `answer`: with the
 * post.
 */
export function fetchFirstImage(answer: unknown): void {
  const { data } = firstPost.safeParse(answer)
  const [image] = data?.images ?? []
  if (image) document.head.append(preloadOf(image, data?.images.length ?? 1))
}

function preloadOf(image: PostImage, count: number): HTMLLinkElement {
  return Object.assign(document.createElement('link'), {
    rel: 'preload',
    as: 'image',
    fetchPriority: 'high',
    imageSrcset: srcSetOf(image),
    imageSizes: sizesOf(image, count, WIDEST),
  })
}
