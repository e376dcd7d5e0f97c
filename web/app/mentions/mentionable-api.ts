import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { mentionableList } from '../../../contract/mentionable.ts'
import type { PostAudience } from '../../../contract/posts.ts'
import { api } from '../../platform/api-client.ts'

export type MentionScope = { postId: string } | { spaceId: string } | { audience: PostAudience }

const FRESH_MS = 60_000

/** Who sees the place and has a name that begins so. */
export function mentionableOptions(place: MentionScope, beginning: string) {
  const q = beginning.toLowerCase()
  return queryOptions({
    queryKey: ['mentionable', place, q] as const,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ ...place, q })
      return mentionableList.parse(await api.get(`/users/mentionable?${query}`, { signal }))
    },
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    retry: false,
  })
}
