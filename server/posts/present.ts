import type { Author } from '../../contract/author.ts'
import type { Comment } from '../../contract/comments.ts'
import type { Post } from '../../contract/posts.ts'
import { REACTIONS_SHOWN_MAX } from '../../contract/reactions.ts'
import { fromJson } from '../platform/database/json.ts'
import type { Actor, Services } from '../services.ts'
import type { CommentRow, ShownPostRow } from './queries.ts'

type Images = Pick<Services, 'images'>

/** A post as its viewer gets it; its picture's addresses are signed for the moment. */
export function presentPost(actor: Actor, { images }: Images, row: ShownPostRow): Post {
  return {
    _id: row.id,
    user: presentAuthor(images, row),
    text: row.text,
    image: presentImage(images, row),
    audience: row.is_private === 1 ? 'friends' : 'public',
    createdAt: new Date(row.created_at).toISOString(),
    likes: reactors(actor, row.own_reaction === 'like', fromJson(row.likes)),
    dislikes: reactors(actor, row.own_reaction === 'dislike', fromJson(row.dislikes)),
    likeCount: row.like_count,
    dislikeCount: row.dislike_count,
    vibes: presentVibes(actor, fromJson(row.own_vibes), fromJson(row.vibes)),
    vibeCounts: fromJson(row.vibe_counts),
    commentCount: row.comment_count,
  }
}

/** The viewer first, since the list may be cut. */
function reactors(actor: Actor, isOwn: boolean, rows: { user_id: string }[]): string[] {
  const others = rows.map((row) => row.user_id).filter((id) => id !== actor.id)
  return (isOwn ? [actor.id, ...others] : others).slice(0, REACTIONS_SHOWN_MAX)
}

function presentVibes(
  actor: Actor,
  own: { emoji: string }[],
  all: { user_id: string; emoji: string; username: string }[],
): Post['vibes'] {
  const mine = own.map(({ emoji }) => ({ emoji, user: actor.id, username: actor.username }))
  const others = all
    .filter((row) => row.user_id !== actor.id)
    .map(({ emoji, user_id, username }) => ({ emoji, user: user_id, username }))
  return [...mine, ...others].slice(0, REACTIONS_SHOWN_MAX)
}

export function presentComment({ images }: Images, row: CommentRow): Comment {
  return {
    _id: row.id,
    user: presentAuthor(images, row),
    text: row.text,
    createdAt: new Date(row.created_at).toISOString(),
  }
}

type AuthorColumns = Pick<CommentRow, 'author_id' | 'username' | 'user_number' | 'photo_image_id'>

function presentAuthor(images: Services['images'], row: AuthorColumns): Author {
  return {
    _id: row.author_id,
    username: row.username,
    userNumber: row.user_number,
    profilePhoto: images.photoUrl(row.photo_image_id),
  }
}

function presentImage(images: Services['images'], row: ShownPostRow): Post['image'] {
  const { image_id: id, image_width: width, image_height: height } = row
  const { image_placeholder: placeholder, image_widths: widths } = row
  if (id === null || width === null || height === null || placeholder === null || widths === null)
    return null
  return { ...images.shown({ id, width, height, placeholder, widths }), alt: row.image_alt }
}
