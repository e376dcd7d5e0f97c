import { queryOptions, skipToken } from '@tanstack/react-query'
import {
  MESSAGES,
  type MemberProfile,
  memberParams,
  memberProfile,
} from '../../contract/profile.ts'
import { queryKeys } from '../app/query-keys.ts'
import { api } from '../platform/api-client.ts'
import { ApiError, isNotFound } from '../platform/api-error.ts'

// How profiles call the server. Every answer is parsed by the contract before a component
// sees it.

/** What a member shows everybody here; nothing is asked while there is no id. */
export function memberOptions(userId: string | undefined) {
  return queryOptions({
    queryKey: [...queryKeys.members, userId],
    queryFn: userId === undefined ? skipToken : ({ signal }) => readMember(userId, signal),
  })
}

/** Why a member cannot be shown, where trying again would not help; else undefined. */
export function finalProblem(error: Error): string | undefined {
  // Not what the contract allows: the id that was asked for, or what came back.
  if (!(error instanceof ApiError) || error.status === 400) return MESSAGES.userDataInvalid
  return isNotFound(error) ? MESSAGES.userNotFound : undefined
}

async function readMember(userId: string, signal: AbortSignal): Promise<MemberProfile> {
  const { id } = memberParams.parse({ id: userId })
  return memberProfile.parse(await api.get(`/users/${id}/profile`, { signal }))
}
