import { MESSAGES_BEFORE_REPORTED, type ReportKind } from '../../contract/reports.ts'
import { wordlessLine } from '../../contract/space-messages.ts'
import { withRowLock } from '../platform/database/portable-sql.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { isActive } from '../visibility/hidden-members.ts'
import {
  visibleComments,
  visibleMembers,
  visibleMessages,
  visiblePosts,
  visibleSpaces,
} from '../visibility/visible-queries.ts'
import { visibleTo } from '../visibility/visible-to.ts'

// The SQL of what is copied with a report. Only what the reporter may see is read, so a report
// brings nothing to light that they could not. What has pictures is held first, and with it they
// are: once the report is there, the sweep of pictures leaves them.

interface Copied {
  member_id: Id
  text: string
  created_at: number
}

interface CopiedImage {
  image_id: string
  alt: string
}

export interface Found {
  /** The thing is the last; before it what was said before. */
  copies: Copied[]
  images: CopiedImage[]
  spaceId: Id | null
}

interface Asked {
  viewer: Id
  id: Id
}

/** A copy of what the viewer may see; undefined where there is nothing. */
export const findThing: Record<
  ReportKind,
  (trx: Queryable, asked: Asked) => Promise<Found | undefined>
> = {
  async post(trx, { viewer, id }) {
    const shown = visiblePosts(trx, viewer)
      .select(['posts.author_id as member_id', 'posts.text', 'posts.created_at'])
      .where('posts.id', '=', id)
    const post = await withRowLock(trx, shown, 'key share').executeTakeFirst()
    if (!post) return undefined
    const images = visiblePosts(trx, viewer)
      .innerJoin('post_images', 'post_images.post_id', 'posts.id')
      .select(['post_images.image_id', 'post_images.alt'])
      .where('posts.id', '=', id)
      .orderBy('post_images.place')
    return alone(post, await images.execute())
  },

  async comment(trx, { viewer, id }) {
    const comment = await visibleComments(trx, viewer)
      .select(['users.id as member_id', 'comments.text', 'comments.created_at'])
      .where('comments.id', '=', id)
      .executeTakeFirst()
    return comment && alone(comment)
  },

  async message(trx, { viewer, id }) {
    const known = await trx
      .selectFrom('space_messages')
      .select(['space_id', 'seq'])
      .where('id', '=', id)
      .where('is_deleted', '=', 0)
      .executeTakeFirst()
    if (!known) return undefined
    // A message is emptied, not deleted, by who holds its space.
    const space = trx.selectFrom('spaces').select('id').where('id', '=', known.space_id)
    await withRowLock(trx, space, 'share').execute()
    const messages = await visibleMessages(trx, viewer, known.space_id)
      .select([
        ...(['message.id', 'message.sender_id as member_id'] as const),
        ...(['message.content', 'message.post_id', 'message.created_at'] as const),
        'message.image_count',
      ])
      .where('message.is_deleted', '=', 0)
      // Nobody said that somebody was taken in.
      .where('message.added_id', 'is', null)
      .where('message.seq', '<=', known.seq)
      .orderBy('message.seq', 'desc')
      .limit(1 + MESSAGES_BEFORE_REPORTED)
      .execute()
    if (messages[0]?.id !== id) return undefined
    const copies = messages.reverse().flatMap(({ member_id, created_at, ...message }) => {
      // Whose account is gone said nothing any more.
      if (member_id === null) return []
      return [{ member_id, text: messageLines(message), created_at }]
    })
    const images = visibleMessages(trx, viewer, known.space_id)
      .innerJoin('message_images', 'message_images.message_id', 'message.id')
      .select(['message_images.image_id', 'message_images.alt'])
      .where('message.id', '=', id)
      .orderBy('message_images.place')
    return { copies, images: await images.execute(), spaceId: known.space_id }
  },

  async profile(trx, { viewer, id }) {
    const shown = visibleMembers(trx, viewer)
      .select(['username', 'about_me', 'currently_vibing_to', 'photo_image_id', 'created_at'])
      .where('id', '=', id)
    const member = await withRowLock(trx, shown, 'share').executeTakeFirst()
    if (!member) return undefined
    const { username, about_me, currently_vibing_to, photo_image_id, created_at } = member
    const text = linesOf(username, about_me, currently_vibing_to)
    return alone({ member_id: id, text, created_at }, imagesOf(photo_image_id, ''))
  },

  async space(trx, { viewer, id }) {
    const shown = visibleSpaces(trx)
      .select(['admin_id', 'name', 'description', 'art_title', 'created_at'])
      // The card is for everybody, its art for whom the space is.
      .select((eb) =>
        eb
          .case()
          .when(visibleTo(viewer).spaceContents())
          .then(eb.ref('art_image_id'))
          .else(null)
          .end()
          .as('art_image_id'),
      )
      .where('id', '=', id)
    const space = await withRowLock(trx, shown, 'share').executeTakeFirst()
    if (!space) return undefined
    const { admin_id, name, description, art_image_id, art_title, created_at } = space
    const copy = { member_id: admin_id, text: linesOf(name, description), created_at }
    return { ...alone(copy, imagesOf(art_image_id, art_title)), spaceId: id }
  },
}

function alone(copy: Copied, images: CopiedImage[] = []): Found {
  return { copies: [copy], images, spaceId: null }
}

function imagesOf(image_id: string | null, alt: string): CopiedImage[] {
  return image_id === null ? [] : [{ image_id, alt }]
}

function messageLines(message: { content: string; post_id: Id | null; image_count: number }) {
  const { content, post_id, image_count } = message
  const hasMore = post_id !== null || image_count > 0
  return linesOf(content, hasMore ? wordlessLine(image_count) : '')
}

function linesOf(...texts: string[]): string {
  return texts.filter((text) => text !== '').join('\n')
}

/** Who can look after the space now; undefined where its admin is suspended. */
export function spaceNow(trx: Queryable, spaceId: Id) {
  const space = visibleSpaces(trx)
    .select(['id', 'name', 'admin_id'])
    .where('id', '=', spaceId)
    .where(isActive('admin_id'))
  // Else it passes on meanwhile, and who runs it then hears nothing of this.
  return withRowLock(trx, space, 'share').executeTakeFirst()
}

export async function usernameOf(trx: Queryable, memberId: Id): Promise<string> {
  const { username } = await trx
    .selectFrom('users')
    .select('username')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return username
}
