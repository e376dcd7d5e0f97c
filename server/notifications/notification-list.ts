import {
  MESSAGES,
  NOTIFICATIONS_PAGE_SIZE,
  type Notification,
} from '../../contract/notifications.ts'
import { readMentions } from '../mentions/mentions.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, Services } from '../services.ts'
import { presentNotification } from './present.ts'
import * as queries from './queries.ts'
import { quoteRemovedPosts } from './removed-posts.ts'

export async function readNotifications(
  actor: Pick<Actor, 'id'>,
  services: Pick<Services, 'db' | 'images'>,
  before: Id | undefined,
): Promise<Notification[]> {
  const { db } = services
  const page = [before ?? null, NOTIFICATIONS_PAGE_SIZE] as const
  const found = await queries.newestNotifications(db, actor.id, ...page)
  const rows = await quoteRemovedPosts(db, actor.id, found)
  const quotes = rows.map(({ quote }) => quote ?? '')
  const names = await readMentions(db, actor.id, quotes)
  return rows.map((row) => presentNotification(services, row, names))
}

export function countUnread(actor: Actor, { db }: Pick<Services, 'db'>): Promise<number> {
  return queries.countUnread(db, actor.id)
}

/** Marks one as read, however often. Refuses (404) one that is not there, or another's. */
export async function markRead(actor: Actor, services: Pick<Services, 'db' | 'bus'>, id: Id) {
  await mutate(services, async ({ trx, publish }) => {
    if (await queries.markRead(trx, actor.id, id))
      return publish({ kind: 'unread-changed', memberId: actor.id })
    if (!(await queries.findNotification(trx, actor.id, id)))
      throw new HttpError('not_found', MESSAGES.missing)
  })
}

export async function markAllRead(actor: Actor, services: Pick<Services, 'db' | 'bus'>) {
  await mutate(services, async ({ trx, publish }) => {
    if (await queries.markAllRead(trx, actor.id))
      publish({ kind: 'unread-changed', memberId: actor.id })
  })
}
