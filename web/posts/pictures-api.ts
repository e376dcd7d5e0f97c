import { skipToken } from '@tanstack/react-query'
import { type PicturesPage, picturesPage } from '../../contract/posts.ts'
import { queryKeys } from '../app/query-keys.ts'
import { api } from '../platform/api-client.ts'

/** The pages after the first; nothing is asked while there is no cursor. */
export function earlierOptions(memberId: string, cursor: string | null) {
  return {
    queryKey: [...queryKeys.members, memberId, 'pictures', cursor] as const,
    queryFn:
      cursor === null
        ? (skipToken as never)
        : async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
            picturesPage.parse(
              await api.get(`/users/${memberId}/pictures?cursor=${pageParam}`, { signal }),
            ),
    initialPageParam: cursor,
    getNextPageParam: ({ nextCursor }: PicturesPage) => nextCursor,
  }
}
