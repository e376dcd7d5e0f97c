import type {
  ArchivedComment,
  ArchivedFriend,
  ArchivedImage,
  ArchivedListName,
  ArchivedMessage,
  ArchivedNotification,
  ArchivedPost,
  ArchivedSignIn,
  ArchivedTalk,
} from '../../../contract/archive-format.ts'
import { notificationText } from '../../../contract/notifications.ts'
import { wordlessLine } from '../../../contract/space-messages.ts'
import { withoutCutMention } from '../../mentions/mention-text.ts'
import { readMentions } from '../../mentions/mentions.ts'
import { readNotifications } from '../../notifications/notification-list.ts'
import type { Html } from '../../platform/html.ts'
import type { Id } from '../../platform/ids.ts'
import { isoTimestamp } from '../../platform/timestamps.ts'
import type { Services } from '../../services.ts'
import * as content from '../content-queries.ts'
import {
  commentEntry,
  friendEntry,
  GONE,
  messageEntry,
  notificationEntry,
  postEntry,
  signInEntry,
  talkEntry,
} from './entries.ts'

// The lists of an archive: what is read of each, what a line of it is and how it reads on a page.

export interface List<Item> {
  name: ArchivedListName
  title: string
  /** A batch of lines at a time, each read when it is asked for. */
  batches(): AsyncIterable<Item[]>
  entry(item: Item): Html
  /** Lines of another key begin a page of their own, named by it. */
  pageKey?(item: Item): string
}

/** Whose archive it is and how it is read; `read` keeps others from waiting for it. */
export interface Source {
  services: Pick<Services, 'db' | 'images'>
  memberId: Id
  now: number
  read<Result>(query: () => Promise<Result>): Promise<Result>
}

export function postList({ services: { db }, memberId, read }: Source): List<ArchivedPost> {
  return {
    ...{ name: 'posts', title: 'Posts', entry: postEntry },
    pageKey: ({ createdAt }) => createdAt.slice(0, 7),
    async *batches() {
      for await (const rows of batches(read, (after) => content.ownPosts(db, memberId, after))) {
        const images = await read(() =>
          content.imagesOf(
            db,
            memberId,
            rows.map(({ id }) => id),
          ),
        )
        const names = await read(() =>
          readMentions(
            db,
            memberId,
            rows.map(({ text }) => text),
          ),
        )
        yield rows.map((row) => ({
          ...{ id: String(row.id), text: names.read(row.text), audience: row.audience },
          createdAt: isoTimestamp(row.created_at),
          editedAt: row.edited_at === null ? null : isoTimestamp(row.edited_at),
          importedFrom: row.imported_from,
          theme:
            row.theme_date === null
              ? null
              : { date: row.theme_date, prompt: row.theme_prompt ?? '' },
          images: images.filter(({ post_id }) => post_id === row.id).map(presentArchivedImage),
          ...{ likes: Number(row.like_count), comments: Number(row.comment_count) },
        }))
      }
    },
  }
}

export function commentList({ services: { db }, memberId, read }: Source): List<ArchivedComment> {
  return {
    ...{ name: 'comments', title: 'Comments', entry: commentEntry },
    async *batches() {
      for await (const rows of batches(read, (after) => content.ownComments(db, memberId, after))) {
        const texts = rows.flatMap((row) => [row.text, row.answered_text ?? ''])
        const names = await read(() => readMentions(db, memberId, texts))
        yield rows.map(
          ({ text, created_at, answered_author: author, answered_text: answered }) => ({
            ...{ text: names.read(text), createdAt: isoTimestamp(created_at) },
            answers:
              author === null || answered === null
                ? null
                : { author, text: inOneLine(names.read(quoted(answered))) },
          }),
        )
      }
    },
  }
}

export function messageList({ services: { db }, memberId, read }: Source): List<ArchivedMessage> {
  return {
    ...{ name: 'messages', title: 'Messages in spaces', entry: messageEntry },
    async *batches() {
      for await (const rows of batches(read, (after) => content.ownMessages(db, memberId, after))) {
        const names = await read(() =>
          readMentions(
            db,
            memberId,
            rows.map(({ content: text }) => text),
          ),
        )
        const images = await read(() => ownImagesOf(db, memberId, rows))
        yield rows.map(({ id, space, content: text, image_count, created_at, edited_at }) => ({
          ...{
            space,
            text: saidOf(names.read(text), image_count),
            createdAt: isoTimestamp(created_at),
          },
          editedAt: edited_at === null ? null : isoTimestamp(edited_at),
          images: images.filter(({ message_id }) => message_id === id).map(presentArchivedImage),
        }))
      }
    },
  }
}

async function ownImagesOf(
  db: Source['services']['db'],
  memberId: Id,
  rows: { id: Id; image_count: number }[],
) {
  const ids = rows.filter(({ image_count }) => image_count > 0).map(({ id }) => id)
  return ids.length === 0 ? [] : content.imagesOfMessages(db, memberId, ids)
}

/** Only who shares a post or pictures needs no words. */
function saidOf(text: string, imageCount: number): string {
  return text || wordlessLine(imageCount)
}

/** How many there are; what they show is said of the member's own alone. */
function saidWithImages(
  text: string,
  { id, image_count }: { id: Id; image_count: number },
  own: { message_id: Id; alt: string }[],
): string {
  if (image_count === 0) return saidOf(text, 0)
  const alts = own.flatMap(({ message_id, alt }) => (message_id === id && alt ? alt : []))
  const images = [wordlessLine(image_count), alts.join('; ')].filter(Boolean).join(': ')
  return text ? `${text}\n${images}` : images
}

export function conversationList({ services: { db }, memberId, read }: Source): List<ArchivedTalk> {
  return {
    ...{ name: 'conversations', title: 'Conversations', entry: talkEntry },
    async *batches() {
      const all = batches(read, (after) => content.ownConversations(db, memberId, after))
      for await (const conversations of all)
        for (const { id, name } of conversations) {
          const others = await read(() => content.othersIn(db, memberId, id))
          const conversation = name || others.join(', ') || GONE
          const talk = batches(read, (after) => content.talkIn(db, memberId, id, after))
          for await (const rows of talk) {
            const texts = rows.map((row) => row.content)
            const names = await read(() => readMentions(db, memberId, texts))
            const images = await read(() => ownImagesOf(db, memberId, rows))
            yield rows.map((row) => ({
              ...{ conversation, sender: row.sender },
              text: saidWithImages(names.read(row.content), row, images),
              createdAt: isoTimestamp(row.created_at),
            }))
          }
        }
    },
  }
}

export function friendList({ services: { db }, memberId, read }: Source): List<ArchivedFriend> {
  return {
    ...{ name: 'friends', title: 'Friends', entry: friendEntry },
    async *batches() {
      for await (const rows of batches(read, (after) => content.ownFriends(db, memberId, after)))
        yield rows.map(({ username, created_at, place }) => ({
          username,
          since: isoTimestamp(created_at),
          isSquad: place !== null,
        }))
    },
  }
}

/** The newest first, as their owner reads them. */
export function notificationList({ services, memberId, read }: Source): List<ArchivedNotification> {
  return {
    ...{ name: 'notifications', title: 'Notifications', entry: notificationEntry },
    async *batches() {
      for (let before: Id | undefined; ; ) {
        const page = await read(() => readNotifications({ id: memberId }, services, before))
        const last = page.at(-1)
        if (!last) return
        before = Number(last._id)
        yield page.map((each) => ({ text: notificationText(each), createdAt: each.createdAt }))
      }
    },
  }
}

export function signInList(source: Source): List<ArchivedSignIn> {
  const { services, memberId, now, read } = source
  return {
    ...{ name: 'sign-ins', title: 'Where I am signed in', entry: signInEntry },
    async *batches() {
      const rows = await read(() => content.ownSessions(services.db, memberId, now))
      yield rows.map(({ agent, network, created_at, refreshed_at }) => ({
        device: agent || 'A browser we do not know',
        network,
        since: isoTimestamp(created_at),
        lastUsedAt: isoTimestamp(refreshed_at),
      }))
    },
  }
}

async function* batches<Row extends { id: Id }>(
  read: Source['read'],
  rowsAfter: (id: Id) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after: Id = 0; ; ) {
    const rows = await read(() => rowsAfter(after))
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}

type ImageColumns = { id: string; width: number; height: number; alt: string }

export function presentArchivedImage({ id, width, height, alt }: ImageColumns): ArchivedImage {
  return { file: `pictures/${id}.webp`, width, height, alt }
}

function quoted(text: string): string {
  return withoutCutMention(text, content.QUOTE_CHARACTERS)
}

function inOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
