import { type QueryKey, queryOptions, skipToken } from '@tanstack/react-query'
import { type ImagesPage, imagesPage } from '../../contract/posts.ts'
import { queryKeys } from '../app/query-keys.ts'
import { api } from '../platform/api-client.ts'

export interface ImagesSource {
  path: string
  queryKey: QueryKey
}

export function imagesOf(memberId: string): ImagesSource {
  return { path: `/users/${memberId}/images`, queryKey: [...queryKeys.members, memberId] }
}

/** One's own, with the eyes of a friend, or of everybody: never kept on the device. */
export function imagesAs(viewer: string): ImagesSource {
  return { path: `/users/me/as/${viewer}/images`, queryKey: ['images-as', viewer] }
}

/** Those that stand first, where they came with no card. */
export function firstImagesOptions({ path, queryKey }: ImagesSource) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => imagesPage.parse(await api.get(path, { signal })),
    gcTime: 0,
  })
}

/** The pages after the first; nothing is asked while there is no cursor. */
export function earlierOptions({ path, queryKey }: ImagesSource, cursor: string | null) {
  return {
    queryKey: [...queryKey, 'images', cursor] as const,
    queryFn:
      cursor === null
        ? (skipToken as never)
        : async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
            imagesPage.parse(await api.get(`${path}?cursor=${pageParam}`, { signal })),
    // Who may see them may be another matter when they are next looked at.
    gcTime: 0,
    initialPageParam: cursor,
    getNextPageParam: ({ nextCursor }: ImagesPage) => nextCursor,
  }
}
