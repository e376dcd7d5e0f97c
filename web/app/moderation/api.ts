import type { QueryClient } from '@tanstack/react-query'
import { administeredUser } from '../../../contract/admin.ts'
import { api } from '../../platform/api-client.ts'
import { isNotFound } from '../../platform/api-error.ts'
import { queryKeys } from '../query-keys.ts'
import { withReason } from '../with-reason.ts'

/**
 * What an administrator takes away where they see it. Of a photo and sessions `id` is the member's.
 */
export interface ModerationAction {
  kind: 'post' | 'comment' | 'message' | 'space' | 'photo' | 'sessions'
  id: string
  /** Whose it is; of a space, what it is called. */
  name: string
  /** Of a post: its words. */
  text?: string
}

/** Of who is gone nobody has to be asked about. Rejects with an ApiError. */
export async function isAdministrator(memberId: string): Promise<boolean> {
  try {
    return administeredUser.parse(await api.get(`/admin/user/${memberId}`)).isAdmin
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}

/** Rejects with an ApiError; what is gone already counts as done. */
export async function moderate(
  client: QueryClient,
  action: ModerationAction,
  reason: string,
): Promise<void> {
  const { kind, id } = action
  const queryKey = [...queryKeys.removedByMe, kind, id]
  // Before the server tells everybody.
  client.setQueryData(queryKey, true)
  try {
    await api.delete(`/admin/${pathOf(action)}${withReason(reason)}`)
  } catch (error) {
    if (!isNotFound(error)) {
      client.removeQueries({ queryKey })
      throw error
    }
  }
  // It may stand anywhere, and is rarely done: all that is on screen is read again.
  void client.invalidateQueries()
}

function pathOf({ kind, id }: ModerationAction): string {
  return kind === 'photo' || kind === 'sessions' ? `user/${id}/${kind}` : `${kind}/${id}`
}
