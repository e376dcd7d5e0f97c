import type { UndoableKind } from '../../contract/removal.ts'
import type { Id } from '../platform/ids.ts'

/**
 * What an administrator or the admin of a space took away or changed, and gives back until it is
 * over.
 */
export interface RemovalsTable {
  /** The act in the administrators' log; of a space's admin, an id of its own. */
  act_id: Id
  /** The space whose admin took it away; null where an administrator did. */
  space_id: Id | null
  kind: UndoableKind
  /** The post, comment, message, member or space; 0 of the community, which is nobody's. */
  thing_id: Id
  member_id: Id
  text: string
  image_id: string | null
  image_alt: string
  /** JSON: what is written again where it is given back, beyond what is still there. */
  contents: string
  removed_at: number
}
