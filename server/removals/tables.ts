import type { RemovedKind } from '../../contract/removal.ts'
import type { Id } from '../platform/ids.ts'

/** What an administrator's act took away, from which it is given back until it is over. */
export interface RemovalsTable {
  act_id: Id
  kind: RemovedKind
  /** The post, comment, message, member or space. */
  thing_id: Id
  /** Whose it was. */
  member_id: Id
  /** What stood there, for the log. */
  text: string
  image_id: string | null
  image_alt: string
  /** JSON: what is written again where it is given back, beyond what is still there. */
  contents: string
  removed_at: number
}
