import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Id } from '../platform/ids.ts'
import type { Schema } from '../schema.ts'

// Whose things are not to be seen: by anybody, or by this viewer.

/** Who looks: a member, or a column that names one. */
export type Viewer = Id | Expression<Id>

/**
 * Whose account was deleted: gone for everybody from one moment on, while what they made is still
 * being removed. Almost always nobody, so that asking costs next to nothing.
 */
export function deletedMembers() {
  return expressionBuilder<Schema, never>()
    .selectFrom('users as deleted')
    .select('deleted.id')
    .where('deleted.deleted_at', 'is not', null)
}

/** Whether the account that a column names was not deleted. */
export function isThere(column: string) {
  return sql<SqlBool>`${sql.ref(column)} not in ${deletedMembers()}`
}

/**
 * Whose things nobody sees: whose account was deleted, and who is suspended, whose things come back
 * with them. In spaces what a suspended member said stays, so there it is `deletedMembers`.
 */
export function hiddenMembers() {
  const suspended = expressionBuilder<Schema, never>()
    .selectFrom('users as suspended')
    .select('suspended.id')
    .where('suspended.suspended_until', 'is not', null)
  return deletedMembers().unionAll(suspended)
}

/** Whether the account that a column names is neither deleted nor suspended. */
export function isShown(column: string) {
  return sql<SqlBool>`${sql.ref(column)} not in ${hiddenMembers()}`
}

/** Whom the viewer blocked, and who blocked the viewer: neither sees the other. */
export function blockedWith(viewer: Viewer) {
  const eb = expressionBuilder<Schema, never>()
  const blockers = eb
    .selectFrom('blocks as theirs')
    .select('theirs.user_id as id')
    .where('theirs.blocked_id', '=', viewer)
  return eb
    .selectFrom('blocks as own')
    .select('own.blocked_id as id')
    .where('own.user_id', '=', viewer)
    .unionAll(blockers)
}

/** Whether no block stands between the viewer and the account that a column names. */
export function isUnblocked(column: string, viewer: Viewer) {
  return sql<SqlBool>`${sql.ref(column)} not in ${blockedWith(viewer)}`
}

/** Whether the viewer did not mute the account that a column names. */
export function isUnmuted(column: string, viewer: Viewer) {
  const muted = expressionBuilder<Schema, never>()
    .selectFrom('mutes')
    .select('mutes.muted_id')
    .where('mutes.user_id', '=', viewer)
  return sql<SqlBool>`${sql.ref(column)} not in ${muted}`
}
