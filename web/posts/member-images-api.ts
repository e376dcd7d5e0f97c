import { skipToken } from '@tanstack/react-query'
import { type ImagesPage, imagesPage } from '../../contract/posts.ts'
import { queryKeys } from '../app/query-keys.ts'
import { api } from '../platform/api-client.ts'

/** The pages after the first; nothing is asked while there is no cursor. */
export function earlierOptions(memberId: string, cursor: string | null) {
  return {
    queryKey: [...queryKeys.members, memberId, 'images', cursor] as const,
    queryFn:
      cursor === null
        ? (skipToken as never)
        : async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
            imagesPage.parse(
              await api.get(`/users/${memberId}/images?cursor=${pageParam}`, { signal }),
            ),
    initialPageParam: cursor,
    getNextPageParam: ({ nextCursor }: ImagesPage) => nextCursor,
  }
}
