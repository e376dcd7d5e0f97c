import type { Comment } from '../../contract/comments.ts'
import type { Post } from '../../contract/posts.ts'
import { REACTIONS_SHOWN_MAX, type Reactions, type Vibes } from '../../contract/reactions.ts'
import type { Services } from '../services.ts'
import type { CommentRow, ShownPostRow } from './queries.ts'
import type { reactionsOf, vibeCountsOf, vibesOf } from './reaction-queries.ts'

type Images = Pick<Services, 'images'>
type RowsOf<Query extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Query>>

/** What people made of one post; the viewer's own rows come first. */
export interface GivenRows {
  reactions: RowsOf<typeof reactionsOf>
  vibes: RowsOf<typeof vibesOf>
  vibeCounts: RowsOf<typeof vibeCountsOf>
}

/** A post as its viewer gets it; its picture's addresses are signed for the moment. */
export function presentPost({ images }: Images, row: ShownPostRow, given: GivenRows): Post {
  return {
    _id: row.id,
    user: {
      _id: row.author_id,
      username: row.username,
      userNumber: row.user_number,
      profilePhoto: images.photoUrl(row.photo_image_id),
    },
    text: row.text,
    image: presentImage(images, row),
    audience: row.is_private === 1 ? 'friends' : 'public',
    createdAt: new Date(row.created_at).toISOString(),
    ...presentReactions(row, given.reactions),
    ...presentVibes(given),
    commentCount: row.comment_count,
  }
}

export function presentReactions(
  counts: Pick<ShownPostRow, 'like_count' | 'dislike_count'>,
  rows: GivenRows['reactions'],
): Reactions {
  const idsOf = (kind: 'like' | 'dislike') => [
    ...new Set(rows.filter((row) => row.kind === kind).map((row) => row.user_id)),
  ]
  return {
    likes: idsOf('like').slice(0, REACTIONS_SHOWN_MAX),
    dislikes: idsOf('dislike').slice(0, REACTIONS_SHOWN_MAX),
    likeCount: counts.like_count,
    dislikeCount: counts.dislike_count,
  }
}

export function presentVibes({
  vibes,
  vibeCounts,
}: Pick<GivenRows, 'vibes' | 'vibeCounts'>): Vibes {
  const once = new Map(vibes.map((row) => [`${row.user_id} ${row.emoji}`, row]))
  return {
    vibes: [...once.values()]
      .slice(0, REACTIONS_SHOWN_MAX)
      .map(({ emoji, user_id, username }) => ({ emoji, user: user_id, username })),
    vibeCounts: vibeCounts.map(({ emoji, count }) => ({ emoji, count })),
  }
}

export function presentComment({ images }: Images, row: CommentRow): Comment {
  return {
    _id: row.id,
    user: {
      _id: row.author_id,
      username: row.username,
      userNumber: row.user_number,
      profilePhoto: images.photoUrl(row.photo_image_id),
    },
    text: row.text,
    createdAt: new Date(row.created_at).toISOString(),
  }
}

function presentImage(images: Services['images'], row: ShownPostRow): Post['image'] {
  const { image_id: id, image_width: width, image_height: height } = row
  const { image_placeholder: placeholder, image_widths: widths } = row
  if (id === null || width === null || height === null || placeholder === null || widths === null)
    return null
  return { ...images.shown({ id, width, height, placeholder, widths }), alt: row.image_alt }
}
