import { deleteSome } from '../platform/database/delete-some.ts'
import type { Queryable } from '../schema.ts'

// The SQL of what goes after some time. Each says whether there may be more.

export async function deleteSomeMarks(db: Queryable, before: number, limit: number) {
  const some = { key: ['id'], where: { deleted_at: { atMost: before } }, limit } as const
  return (await deleteSome(db, 'space_messages', some)) === limit
}

export async function deleteSomeAnswers(db: Queryable, before: number, limit: number) {
  const some = { key: ['id'], where: { answered_at: { atMost: before } }, limit } as const
  return (await deleteSome(db, 'join_requests', some)) === limit
}

export async function deleteSomeInvitations(db: Queryable, before: number, limit: number) {
  const key = ['space_id', 'user_id', 'inviter_id'] as const
  const some = { key, where: { created_at: { atMost: before } }, limit }
  return (await deleteSome(db, 'space_invitations', some)) === limit
}
