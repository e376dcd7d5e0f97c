import type { RawBuilder } from 'kysely'
import type { columnTypes } from '../../platform/database/portable-sql.ts'

/**
 * The column types that mean the same on both databases, and what follows a table's closing
 * bracket.
 */
export type Types = ReturnType<typeof columnTypes> & { byKey: RawBuilder<unknown> }
