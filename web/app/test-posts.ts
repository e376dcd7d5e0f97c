/** For tests: posts and feeds as the contract allows them. */
import type { CurrentUser } from '../../contract/accounts.ts'
import {
  createdPost,
  feedAnswer,
  MESSAGES,
  type Post,
  type PostImage,
} from '../../contract/posts.ts'
import type { Reply } from '../platform/fake-server.ts'

let count = 0

export function postBy(author: CurrentUser, text: string, more: Partial<Post> = {}): Post {
  const { _id, username, userNumber, profilePhoto } = author
  return {
    _id: `8${String(++count).padStart(12, '0')}`,
    user: { _id, username, userNumber, profilePhoto },
    text,
    mentions: [],
    theme: null,
    image: null,
    link: null,
    images: more.image ? [more.image] : [],
    audience: 'public',
    chosenAudience: 'profile',
    createdAt: new Date().toISOString(),
    editedAt: null,
    importedFrom: null,
    revision: 0,
    likes: [],
    dislikes: [],
    vibes: [],
    vibeCounts: [],
    likeCount: 0,
    dislikeCount: 0,
    commentCount: 0,
    ...more,
  }
}

/** As `postBy` says of a post with pictures. */
export function withImages(...images: PostImage[]): Pick<Post, 'image' | 'images'> {
  return { image: images[0] ?? null, images }
}

/** A picture whose addresses end in `version`. */
export function imageOf(alt: string, version = 'first'): PostImage {
  const widths = [320, 640]
  return {
    width: 640,
    height: 480,
    alt,
    placeholder: 'data:image/webp;base64,AAAA',
    sources: widths.map((width) => ({ width, url: `/media/post/x/${width}.webp?${version}` })),
  }
}

/** One page of a feed; with a cursor there is another page behind it. */
export function feedReply(posts: Post[], nextCursor: string | null = null): Reply {
  const pagination = { page: 1, hasNextPage: nextCursor !== null, nextCursor }
  return { status: 200, body: feedAnswer.parse({ posts, pagination }) }
}

export function created(made: Post) {
  return createdPost.parse({ message: MESSAGES.created, msg: MESSAGES.created, post: made })
}
