import type { AdminActEntry, AdministeredUser } from '../../contract/admin.ts'
import { presentAuthor } from '../accounts/present.ts'
import { fromJson } from '../platform/database/portable-sql.ts'
import { isoTimestamp } from '../platform/timestamps.ts'
import { REMOVAL_KEPT_MS } from '../removals/removals.ts'
import type { Actor, Services } from '../services.ts'
import { REPORT_KEPT_MS } from '../visibility/open-reports.ts'
import type { ActRow } from './audit-log-queries.ts'
import type { UserRow } from './queries.ts'

type Images = Pick<Services, 'images'>

export function presentUser({ images }: Images, row: UserRow): AdministeredUser {
  return {
    ...presentAuthor(images, row.id, row),
    email: row.email,
    isAdmin: row.is_admin === 1,
    isPrivate: row.is_private === 1,
    isVerified: row.verified_at !== null,
    isWaiting: row.waiting_since !== null,
    isSuspended: row.suspended_until !== null,
    invitedBy: row.inviter,
    createdAt: isoTimestamp(row.created_at),
  }
}

export function presentAct(viewer: Actor, { images }: Images, row: ActRow): AdminActEntry {
  return {
    _id: String(row.id),
    act: row.act,
    admin: presentAdmin(images, row),
    memberNumber: row.member_number,
    reason: row.reason,
    createdAt: isoTimestamp(row.created_at),
    isUndone: row.undone_at !== null,
    removed: presentRemoved(viewer, images, row),
  }
}

function presentRemoved(
  viewer: Actor,
  images: Services['images'],
  row: ActRow,
): AdminActEntry['removed'] {
  const { text } = row
  const what = whatIsUndone(row)
  if (text === null || !what) return null
  const shown = fromJson(row.images).map(({ alt, ...image }) => ({
    ...images.presentOfAnyKind(image, viewer.id),
    alt,
  }))
  return { kind: what.kind, text, images: shown, until: isoTimestamp(what.until) }
}

function whatIsUndone({ act, kind, removed_at, closed_at }: ActRow) {
  if (kind !== null && removed_at !== null) return { kind, until: removed_at + REMOVAL_KEPT_MS }
  if (closed_at === null) return undefined
  const decided = act === 'warn' ? ('warning' as const) : ('dismissal' as const)
  return { kind: decided, until: closed_at + REPORT_KEPT_MS }
}

function presentAdmin(images: Services['images'], row: ActRow): AdminActEntry['admin'] {
  const { admin_id: id, username, user_number, photo_image_id } = row
  if (id === null || username === null || user_number === null) return null
  return presentAuthor(images, id, { username, user_number, photo_image_id })
}
