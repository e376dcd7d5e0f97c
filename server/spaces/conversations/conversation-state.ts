import type { ConversationState } from '../../../contract/conversations.ts'
import type { Id } from '../../platform/ids.ts'
import type { ConversationStateRow } from './conversation-queries.ts'

/** What the viewer can do in a conversation. In a group everybody writes. */
export function stateOf(viewerId: Id, row: ConversationStateRow): ConversationState {
  if (row.is_pair === 0) return 'open'
  if (row.other_id === null || row.is_blocked === 1) return 'closed'
  if (row.is_friend === 1 || row.request_state === 'accepted') return 'open'
  if (row.request_state !== 'none' && row.is_said === 1)
    return row.requester_id === viewerId ? 'asked' : 'request'
  return row.may_knock === 1 ? 'may_ask' : 'closed'
}
