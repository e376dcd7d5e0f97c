import type { Migration } from 'kysely/migration'
import * as baseline from './0001-baseline.ts'

/**
 * Every migration by its name. Append only: what has run on somebody's server never changes. Where
 * the version of before can go on serving the changed database (a column with a default, an index,
 * a table that only the new version writes), the name ends with ".additive": then going back needs
 * no backup.
 */
export const migrations: Record<string, Migration> = {
  '0001-baseline': baseline,
}
