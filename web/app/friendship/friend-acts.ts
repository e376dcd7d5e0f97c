/**
 * Asking, answering and parting. The friends screen and a member's card do the same to the same
 * people, and rooms meet here. What was pressed shows at once everywhere the member stands; what
 * the server refuses is as it was before, and a toast says why.
 */
import { useMutation, useMutationState } from '@tanstack/react-query'
import { messageBody } from '../../../contract/errors.ts'
import { MESSAGES, type Person } from '../../../contract/friends.ts'
import { MESSAGES as PROFILE_MESSAGES } from '../../../contract/profile.ts'
import { ApiError, api } from '../../platform/api-client.ts'
import { useToast } from '../../ui/toast.tsx'
import { forgetFormerFriend } from '../kept-queries.ts'
import { queryKeys } from '../query-keys.ts'
import { moveCounts, noteFriendshipChange, refreshPeople, setRelation } from './held-people.ts'
import { type FriendActKind, RELATION_AFTER, type Relation } from './relation.ts'

interface FriendAct {
  kind: FriendActKind
  person: Person
  /** As it was shown when the act was chosen. */
  before: Relation
}

/** Where the act was chosen: a row of a list, the member's own card, or a notification. */
type Place = 'row' | 'card' | 'notification'

const FRIEND_ACTS = ['friend-act'] as const

const FAILED: Record<FriendActKind, string> = {
  send: MESSAGES.sendFailed,
  withdraw: MESSAGES.withdrawFailed,
  accept: MESSAGES.acceptFailed,
  decline: MESSAGES.rejectFailed,
  remove: MESSAGES.removeFailed,
}

/** Carries acts out, one after the other. */
export function useFriendActs(place: Place): (act: FriendAct) => void {
  const toast = useToast()
  const { mutate } = useMutation({
    mutationKey: FRIEND_ACTS,
    scope: { id: 'friend-acts' },
    mutationFn: (act: FriendAct) => carryOut(act, place),
    onMutate: ({ kind, before }, { client }) => moveCounts(client, before, RELATION_AFTER[kind]),
    onSuccess: (sentence, { kind, person, before }, _result, { client }) => {
      const hoped = RELATION_AFTER[kind]
      // Somebody who had asked already is a friend at once.
      const after = sentence === MESSAGES.friendsNow ? 'friends' : hoped
      moveCounts(client, hoped, after)
      setRelation(client, person, after)
      if (before === 'friends' || after === 'friends') noteFriendshipChange(client)
      if (before === 'friends') void forgetFormerFriend(person._id)
      if (!isSeenInPlace(kind, place) || after !== hoped) toast.success(sentence)
    },
    onError: (error, { kind, before }, _result, { client }) => {
      moveCounts(client, RELATION_AFTER[kind], before)
      toast.alert(failureSentence(error, kind))
      void refreshPeople(client)
    },
    onSettled: (_sentence, _error, _act, _result, { client }) => {
      void client.invalidateQueries({ queryKey: queryKeys.peopleCounts })
    },
  })
  return mutate
}

/** How members will stand, by id, once the acts under way are done. */
export function useRelationsUnderway(): ReadonlyMap<string, Relation> {
  const acts = useMutationState({
    filters: { mutationKey: FRIEND_ACTS, status: 'pending' },
    select: ({ state }) => state.variables as FriendAct,
  })
  return new Map(acts.map(({ person, kind }) => [person._id, RELATION_AFTER[kind]]))
}

/** The row's own button tells it: no need for a toast at each of ten. A notification says it itself. */
function isSeenInPlace(kind: FriendActKind, place: Place): boolean {
  if (place === 'notification') return true
  return place === 'row' && (kind === 'send' || kind === 'withdraw')
}

/** What the server says of it. */
async function carryOut({ kind, person }: FriendAct, place: Place): Promise<string> {
  try {
    return messageBody.parse(await send(kind, person._id, place)).msg
  } catch (error) {
    // Gone already, by another tab or an attempt whose answer was lost: that is what was asked for.
    if (isMissing(error) && kind === 'decline') return MESSAGES.rejected
    if (isMissing(error) && kind === 'remove') return MESSAGES.removed
    throw error
  }
}

function send(kind: FriendActKind, id: string, place: Place): Promise<unknown> {
  switch (kind) {
    case 'send':
      return api.post(place === 'card' ? `/users/friends/${id}` : `/users/friend-request/${id}`)
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
function failureSentence(error: Error, kind: FriendActKind): string {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return FAILED[kind]
  if (kind === 'send' && isMissing(error)) return PROFILE_MESSAGES.userInvalid
  return error.message || FAILED[kind]
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
