import type { Migration } from 'kysely/migration'
import * as baseline from './0001-baseline.ts'

/** Every migration by its name. Append only: what has run on somebody's server never changes. */
export const migrations: Record<string, Migration> = {
  '0001-baseline': baseline,
}
