/**
 * Asking, answering and parting. The friends screen and a member's card do the same to the same
 * people, and features meet here. What was pressed shows at once everywhere the member stands; what
 * the server refuses is as it was before, and a toast says why.
 */
import { useMutation } from '@tanstack/react-query'
import { sentenceAnswer } from '../../../contract/errors.ts'
import { MESSAGES, type Person } from '../../../contract/friends.ts'
import { MESSAGES as PROFILE_MESSAGES } from '../../../contract/profile.ts'
import { api } from '../../platform/api-client.ts'
import { ApiError, isNotFound } from '../../platform/api-error.ts'
import { usePendingMutations } from '../../platform/pending-mutations.ts'
import { useToast } from '../../ui/toast.tsx'
import { removePersistedFriendData } from '../persisted-queries.ts'
import { queryKeys } from '../query-keys.ts'
import { useSession, useUser } from '../session.tsx'
import {
  invalidateFriendshipData,
  invalidatePeople,
  setCachedRelation,
  updateCachedCounts,
} from './people-cache.ts'
import { type FriendActionKind, RELATION_AFTER, type Relation } from './relation.ts'

interface FriendAction {
  kind: FriendActionKind
  person: Person
  /** As it was shown when the act was chosen. */
  before: Relation
}

type Origin = 'row' | 'card' | 'notification'

const FRIEND_ACTIONS = ['friend-act'] as const

const FAILED: Record<FriendActionKind, string> = {
  send: MESSAGES.sendFailed,
  withdraw: MESSAGES.withdrawFailed,
  accept: MESSAGES.acceptFailed,
  decline: MESSAGES.rejectFailed,
  remove: MESSAGES.removeFailed,
}

export function useFriendActions(
  origin: Origin,
  onFailed?: (act: FriendAction) => void,
): (act: FriendAction) => void {
  const toast = useToast()
  const { changeUser } = useSession()
  const viewer = useUser()
  const { mutate } = useMutation({
    mutationKey: FRIEND_ACTIONS,
    scope: { id: 'friend-acts' },
    mutationFn: (act: FriendAction) => perform(act, origin),
    onMutate: ({ kind, before }, { client }) =>
      updateCachedCounts(client, before, RELATION_AFTER[kind]),
    onSuccess: (sentence, { kind, person, before }, _result, { client }) => {
      const hoped = RELATION_AFTER[kind]
      // Somebody who had asked already is a friend at once.
      const after = sentence === MESSAGES.friendsNow ? 'friends' : hoped
      updateCachedCounts(client, hoped, after)
      setCachedRelation(client, person, after)
      if (after === 'sent') changeUser({ _id: viewer._id, hasAskedSomebody: true })
      if (before === 'friends' || after === 'friends') invalidateFriendshipData(client)
      if (before === 'friends') void removePersistedFriendData(person._id)
      if (!isSeenInPlace(kind, origin) || after !== hoped) toast.success(sentence)
    },
    onError: (error, act, _result, { client }) => {
      const { kind, before } = act
      updateCachedCounts(client, RELATION_AFTER[kind], before)
      toast.alert(failureSentence(error, kind))
      void invalidatePeople(client)
      onFailed?.(act)
    },
    onSettled: (_sentence, _error, _act, _result, { client }) => {
      void client.invalidateQueries({ queryKey: queryKeys.peopleCounts })
    },
  })
  return mutate
}

/** The relation to each member, by id, once the pending actions are done. */
export function usePendingRelations(): ReadonlyMap<string, Relation> {
  const actions = usePendingMutations<FriendAction>(FRIEND_ACTIONS)
  return new Map(actions.map(({ person, kind }) => [person._id, RELATION_AFTER[kind]]))
}

/**
 * The row's own button tells it: no need for a toast at each of ten. A notification says it itself.
 */
function isSeenInPlace(kind: FriendActionKind, origin: Origin): boolean {
  if (origin === 'notification') return true
  return origin === 'row' && (kind === 'send' || kind === 'withdraw')
}

async function perform({ kind, person }: FriendAction, origin: Origin): Promise<string> {
  try {
    return sentenceAnswer.parse(await send(kind, person._id, origin)).msg
  } catch (error) {
    // Gone already, by another tab or an attempt whose answer was lost: that is what was asked for.
    if (isNotFound(error) && kind === 'decline') return MESSAGES.rejected
    if (isNotFound(error) && kind === 'remove') return MESSAGES.removed
    throw error
  }
}

function send(kind: FriendActionKind, id: string, origin: Origin): Promise<unknown> {
  switch (kind) {
    case 'send':
      return api.post(origin === 'card' ? `/users/friends/${id}` : `/users/friend-request/${id}`)
    case 'withdraw':
      return api.delete(`/users/friend-request/${id}`)
    case 'accept':
      return api.post(`/users/friend-request/${id}/accept`)
    case 'decline':
      return api.post(`/users/friend-request/${id}/reject`)
    case 'remove':
      return api.delete(`/users/friend/${id}`)
  }
}

/** The server's own sentence where it refused; where it failed, what did not work. */
function failureSentence(error: Error, kind: FriendActionKind): string {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return FAILED[kind]
  if (kind === 'send' && isNotFound(error)) return PROFILE_MESSAGES.userInvalid
  return error.message || FAILED[kind]
}
