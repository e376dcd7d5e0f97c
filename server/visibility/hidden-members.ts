import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { type Id, NO_ID } from '../platform/ids.ts'
import type { Schema } from '../schema.ts'

export type Viewer = Id | Expression<Id>

/** The viewer who is nobody in particular: nobody's friend, and blocked with nobody. */
export const ANYBODY: Id = NO_ID

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

export function isNotDeleted(column: string) {
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

export function isActive(column: string) {
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

export function isUnblocked(column: string, viewer: Viewer) {
  return sql<SqlBool>`${sql.ref(column)} not in ${blockedWith(viewer)}`
}

export function isUnmuted(column: string, viewer: Viewer) {
  const muted = expressionBuilder<Schema, never>()
    .selectFrom('mutes')
    .select('mutes.muted_id')
    .where('mutes.user_id', '=', viewer)
  return sql<SqlBool>`${sql.ref(column)} not in ${muted}`
}
