import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Author } from '../../../contract/author.ts'
import { blockedList, mutedList } from '../../../contract/blocks.ts'
import { sentenceAnswer } from '../../../contract/errors.ts'
import type { ReportKind, reportBody } from '../../../contract/reports.ts'
import { api } from '../../platform/api-client.ts'
import { invalidatePeople } from '../friendship/people-cache.ts'
import { removePersistedFriendData } from '../persisted-queries.ts'
import { queryKeys } from '../query-keys.ts'

// Whom the member does not want to see: every feature offers it, so features meet here.

export type SafetyPerson = Pick<Author, '_id' | 'username'>

export const blockedOptions = queryOptions({
  queryKey: queryKeys.blocked,
  queryFn: async ({ signal }) => blockedList.parse(await api.get('/users/blocked', { signal })),
})

export const mutedOptions = queryOptions({
  queryKey: queryKeys.muted,
  queryFn: async ({ signal }) => mutedList.parse(await api.get('/users/muted', { signal })),
})

export async function block(client: QueryClient, memberId: string): Promise<void> {
  await api.put(`/users/${memberId}/block`)
  await invalidateAfterVisibilityChange(client, memberId)
}

export async function unblock(client: QueryClient, memberId: string): Promise<void> {
  await api.delete(`/users/${memberId}/block`)
  await invalidateAfterVisibilityChange(client, memberId)
}

/** Answers with the server's sentence. `until`: ISO, or null for good. */
export async function mute(
  client: QueryClient,
  memberId: string,
  until: string | null,
): Promise<string> {
  const answer = sentenceAnswer.parse(await api.put(`/users/${memberId}/mute`, { until }))
  await invalidateAfterVisibilityChange(client, memberId)
  return answer.msg
}

export async function unmute(client: QueryClient, memberId: string): Promise<string> {
  const answer = sentenceAnswer.parse(await api.delete(`/users/${memberId}/mute`))
  await invalidateAfterVisibilityChange(client, memberId)
  return answer.msg
}

export interface Reportable {
  kind: ReportKind
  id: string
}

type Report = Omit<z.input<typeof reportBody>, 'kind'> & Reportable

/** Answers with the server's sentence. `memberId`: whose it is. */
export async function report(client: QueryClient, body: Report, memberId: string): Promise<string> {
  const answer = sentenceAnswer.parse(await api.post('/reports', body))
  if (body.alsoBlock) await invalidateAfterVisibilityChange(client, memberId)
  return answer.msg
}

/** What the member sees is another thing now: all that may hold the other is read again. */
async function invalidateAfterVisibilityChange(
  client: QueryClient,
  memberId: string,
): Promise<void> {
  const { blocked, muted, folds: folded, feeds, comments, notifications, post } = queryKeys
  const { conversations, rooms } = queryKeys
  await removePersistedFriendData(memberId)
  for (const queryKey of [
    blocked,
    muted,
    folded,
    feeds,
    comments,
    notifications,
    post,
    conversations,
    rooms,
  ])
    void client.invalidateQueries({ queryKey })
  void invalidatePeople(client)
}
