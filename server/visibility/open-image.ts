import { sql } from 'kysely'
import { prepared } from '../platform/database/prepared.ts'
import type { Id } from '../platform/ids.ts'
import type { ReadonlyDatabase } from '../schema.ts'
import { isActive, isNotDeleted } from './hidden-members.ts'
import { openReportsOfSpaceAdmin } from './open-reports.ts'
import {
  postsWithoutVisibilityCheck,
  visibleMessages,
  visiblePosts,
  visibleSpaces,
} from './visible-queries.ts'
import { isSenderNotDeleted, visibleTo } from './visible-to.ts'

interface Asked {
  viewer: Id
  image: string
  now: number
}

/**
 * One row where the viewer may see a post or a message with this picture, or the space whose art it
 * is, or has to decide on what was reported with it.
 */
const openVisibleImage = prepared((db: ReadonlyDatabase, { viewer, image, now }: Asked) => {
  const post = visiblePosts(db, viewer)
    .innerJoin('post_images', 'post_images.post_id', 'posts.id')
    .where('post_images.image_id', '=', image)
  const space = visibleSpaces(db)
    .where('spaces.art_image_id', '=', image)
    .where(visibleTo(viewer).spaceContents())
  const message = visibleMessages(db, viewer, sql<Id>`message.space_id`)
    .innerJoin('message_images', 'message_images.message_id', 'message.id')
    .where('message_images.image_id', '=', image)
    .where('message.is_deleted', '=', sql.lit(0))
  // The administrators' list of all posts shows their pictures.
  const anyPost = postsWithoutVisibilityCheck(db)
    .innerJoin('post_images', 'post_images.post_id', 'posts.id')
    .where('post_images.image_id', '=', image)
    .where(isNotDeleted('posts.author_id'))
    .where('posts.id', 'not in', db.selectFrom('deleted_posts').select('deleted_posts.id'))
  // What was reported, as it was, whatever became of it.
  const evidence = db.selectFrom('report_images').where('report_images.image_id', '=', image)
  // The same in a space, for who runs it while it waits for them.
  const ofSpaceAdmin = openReportsOfSpaceAdmin(db, { viewer, now })
  const evidenceHere = ofSpaceAdmin.where('reports.id', 'in', evidence.select('report_id'))
  // What was taken away and stands in the log.
  const removed = db.selectFrom('removals').where('removals.image_id', '=', image)
  const removedMessage = db
    .selectFrom('message_images')
    .innerJoin('removals', 'removals.thing_id', 'message_images.message_id')
    .where('message_images.image_id', '=', image)
    .where('removals.kind', '=', 'message')
    .where('removals.space_id', 'is', null)
  // Of who is signed in nowhere, an address opens nothing any more.
  const session = db
    .selectFrom('sessions')
    .where('sessions.user_id', '=', viewer)
    .where('sessions.expires_at', '>', now)
  return db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', viewer)
    .where(({ and, or, exists, eb }) =>
      and([
        exists(session.select('sessions.id')),
        or([
          exists(post.select('posts.id')),
          exists(space.select('spaces.id')),
          exists(message.select('message.id')),
          exists(evidenceHere.select('reports.id')),
          and([
            eb('users.is_admin', '=', 1),
            or([
              exists(anyPost.select('posts.id')),
              exists(evidence.select('report_id')),
              exists(removed.select('act_id')),
              exists(removedMessage.select('act_id')),
            ]),
          ]),
        ]),
      ]),
    )
})

/** Whether somebody who was handed the address of a picture may see it still. */
export async function mayOpenImage(db: ReadonlyDatabase, asked: Asked): Promise<boolean> {
  return (await openVisibleImage(db, asked)).length > 0
}

/**
 * Whether anybody sees a post or a message that shows a card with this picture: what was removed
 * shows none, nor does a post whose author is suspended. It hangs on a public page, so its address
 * names nobody; one that did could not stand in a message that all in a space hear.
 */
export async function isLinkImageShown(db: ReadonlyDatabase, image: string): Promise<boolean> {
  return (await shownLinkImage(db, { image })).length > 0
}

const shownLinkImage = prepared((db: ReadonlyDatabase, { image }: { image: string }) => {
  const post = postsWithoutVisibilityCheck(db)
    .whereRef('posts.link_card_id', '=', sql.ref('link_cards.id'))
    .where('posts.removed_at', 'is', null)
    .where(isActive('posts.author_id'))
  const message = db
    .selectFrom('space_messages as message')
    .whereRef('message.link_card_id', '=', sql.ref('link_cards.id'))
    .where('message.is_deleted', '=', sql.lit(0))
    .where(isSenderNotDeleted())
  return db
    .selectFrom('link_cards')
    .select('link_cards.id')
    .where('link_cards.image_id', '=', image)
    .where(({ or, exists }) =>
      or([exists(post.select('posts.id')), exists(message.select('message.id'))]),
    )
    .limit(1)
})

/**
 * Whether this photo is on somebody's card: not one that was replaced, or that an administrator
 * took away, and that is kept for a report or to be given back.
 */
export async function isPhotoShown(db: ReadonlyDatabase, image: string): Promise<boolean> {
  return (await shownPhoto(db, { image })).length > 0
}

const shownPhoto = prepared((db: ReadonlyDatabase, { image }: { image: string }) =>
  db
    .selectFrom('images')
    .select('images.id')
    .where('images.id', '=', image)
    .where('images.delete_after', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('removals').select('act_id').where('image_id', '=', image))),
    ),
)
