import type { Comment } from '../../contract/comments.ts'
import type { Version } from '../../contract/edits.ts'
import { firstLink } from '../../contract/links.ts'
import type { Post } from '../../contract/posts.ts'
import { REACTIONS_SHOWN_MAX } from '../../contract/reactions.ts'
import { presentAuthor } from '../accounts/present.ts'
import type { ImagePresenter } from '../images/image-store.ts'
import type { MentionNames } from '../mentions/mentions.ts'
import { fromJson } from '../platform/database/portable-sql.ts'
import type { Id } from '../platform/ids.ts'
import { isoTimestamp } from '../platform/timestamps.ts'
import type { Actor, ReadServices } from '../services.ts'
import { AUDIENCES } from '../visibility/audiences.ts'
import type { BlockedTraces } from './cards/blocked-queries.ts'
import type { CardRow } from './cards/card-queries.ts'
import { imageQueryAt } from './cards/post-cache.ts'
import type { Below, CommentRow } from './comments/comment-queries.ts'
import type { VersionRow } from './edits/edit-queries.ts'
import type { GivenReactions } from './reactions/reaction-queries.ts'

type Images = Pick<ReadServices, 'images'>

/**
 * A post's card, the same for all who may see it but for `imageQueryAt` and `<@id>` in its text.
 */
export function presentCard({ images }: Images, row: CardRow): Post {
  const postImages = presentPostImages(images, row)
  return {
    _id: String(row.id),
    user: presentAuthor(images, row.author_id, row),
    text: row.text,
    mentions: [],
    theme: presentTheme(row),
    image: postImages[0] ?? null,
    images: postImages,
    link: presentLink(images, row),
    createdAt: isoTimestamp(row.created_at),
    importedFrom: row.imported_from,
    editedAt: row.edited_at === null ? null : isoTimestamp(row.edited_at),
    revision: row.revision,
    audience: presentAudience(row),
    chosenAudience: row.audience,
    likes: fromJson(row.likes).map(({ user_id }) => String(user_id)),
    dislikes: fromJson(row.dislikes).map(({ user_id }) => String(user_id)),
    likeCount: Number(row.like_count),
    dislikeCount: Number(row.dislike_count),
    vibes: fromJson(row.vibes).map(({ emoji, user_id, username }) => ({
      emoji,
      user: String(user_id),
      username,
    })),
    vibeCounts: fromJson(row.vibe_counts),
    commentCount: Number(row.comment_count),
  }
}

export function withOwnReactions(
  actor: Actor,
  card: Post,
  { reactions, vibes }: GivenReactions,
): Post {
  const isOfCard = ({ post_id }: { post_id: Id }) => String(post_id) === card._id
  const self = String(actor.id)
  const kind = reactions.find(isOfCard)?.kind
  const own = vibes.filter(isOfCard)
  const mine = own.map(({ emoji }) => ({ emoji, user: self, username: actor.username }))
  const others = card.vibes.filter(({ user }) => user !== self)
  return {
    ...card,
    likes: kind === 'like' ? withSelf(self, card.likes) : card.likes,
    dislikes: kind === 'dislike' ? withSelf(self, card.dislikes) : card.dislikes,
    vibes: [...mine, ...others].slice(0, REACTIONS_SHOWN_MAX),
  }
}

export function withMentions(card: Post, names: MentionNames): Post {
  return { ...card, text: names.read(card.text), mentions: names.of(card.text) }
}

/** A card without what was left there by whom its viewer does not see, the counts included. */
export function withoutTraces(card: Post, traces: BlockedTraces): Post {
  const isOfCard = ({ post_id }: { post_id: Id }) => String(post_id) === card._id
  const reactions = traces.reactions.filter(isOfCard)
  const vibes = traces.vibes.filter(isOfCard)
  const comments = Number(traces.comments.find(isOfCard)?.count ?? 0)
  const hidden = new Set([...reactions, ...vibes].map(({ user_id }) => String(user_id)))
  const counted = (kind: 'like' | 'dislike') => reactions.filter((one) => one.kind === kind).length
  const isSeen = (userId: string) => !hidden.has(userId)
  return {
    ...card,
    likes: card.likes.filter(isSeen),
    dislikes: card.dislikes.filter(isSeen),
    likeCount: card.likeCount - counted('like'),
    dislikeCount: card.dislikeCount - counted('dislike'),
    vibes: card.vibes.filter(({ user }) => isSeen(user)),
    vibeCounts: card.vibeCounts
      .map(({ emoji, count }) => ({
        emoji,
        count: count - vibes.filter((vibe) => vibe.emoji === emoji).length,
      }))
      .filter(({ count }) => count > 0),
    commentCount: card.commentCount - comments,
  }
}

function withSelf(self: string, ids: string[]): string[] {
  return [self, ...ids.filter((id) => id !== self)].slice(0, REACTIONS_SHOWN_MAX)
}

/** One of the comments of a post, by itself: as replies are, and a comment without any. */
export function presentComment(
  { images }: Images,
  row: CommentRow,
  names: MentionNames,
  { replyCount, replies }: Pick<Comment, 'replyCount' | 'replies'> = { replyCount: 0, replies: [] },
): Comment {
  const { author_id, username, user_number } = row
  const isSeen = author_id !== null && username !== null
  const author = isSeen && { username, user_number, photo_image_id: row.photo_image_id }
  return {
    _id: String(row.id),
    user: author ? presentAuthor(images, author_id, author) : null,
    text: isSeen ? names.read(row.text) : '',
    mentions: isSeen ? names.of(row.text) : [],
    createdAt: isoTimestamp(row.created_at),
    editedAt: isSeen && row.edited_at !== null ? isoTimestamp(row.edited_at) : null,
    revision: row.revision,
    parentId: row.parent_id === null ? null : String(row.parent_id),
    isDeleted: !isSeen,
    replyCount,
    replies,
  }
}

interface Thread {
  row: CommentRow
  below: Below
  /** So many of the replies its viewer does not see. */
  unseen: number
  names: MentionNames
}

export function presentThread(images: Images, { row, below, unseen, names }: Thread): Comment {
  // Handed on, not spread around: a page is presented a tenth faster.
  return presentComment(images, row, names, {
    // One may have come between the counts.
    replyCount: Math.max(below.rows.length, below.count - unseen),
    replies: below.rows.map((reply) => presentComment(images, reply, names)),
  })
}

export function presentVersions(rows: VersionRow[], names: MentionNames): Version[] {
  return rows.map(({ text, written_at }) => ({
    text: names.read(text),
    writtenAt: isoTimestamp(written_at),
  }))
}

function presentTheme({ theme_date: date, theme_prompt: prompt }: CardRow): Post['theme'] {
  return date === null || prompt === null ? null : { date, prompt }
}

function presentAudience(row: Pick<CardRow, 'audience' | 'is_public'>): Post['audience'] {
  return row.is_public === 1 ? 'public' : AUDIENCES[row.audience].readers
}

function presentLink(images: ImagePresenter, row: CardRow): Post['link'] {
  const { text, link_title: title, link_description: description, link_site: site } = row
  const url = title ? firstLink(text) : null
  if (!title || !url) return null
  const words = { url, title, description: description ?? '', site: site ?? '' }
  const { link_image_id: id, link_image_width, link_image_height, link_image_widths } = row
  if (id === null) return { ...words, image: null }
  const [width, height] = [link_image_width ?? 0, link_image_height ?? 0]
  const wideImage = images.linkImage({ id, width, height, widths: link_image_widths ?? '[]' })
  return { ...words, image: images.linkUrl(id), ...(wideImage && { wideImage }) }
}

function presentPostImages(images: ImagePresenter, { images: rowImages }: CardRow): Post['images'] {
  return fromJson(rowImages).map(({ alt, ...image }, place) => ({
    ...images.presentWith(image, imageQueryAt(place)),
    alt,
  }))
}
