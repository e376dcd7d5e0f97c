// How spaces call the server: spaces and who is in them. Every answer is parsed by the
// contract before a component sees it, and what one call says of a space shows wherever it stands.

import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Author } from '../../contract/author.ts'
import {
  MESSAGES,
  SPACES_PAGE_SIZE,
  type Space,
  type SpacePage,
  space,
  spaceList,
  spacePage,
} from '../../contract/spaces.ts'
import { withReason } from '../app/with-reason.ts'
import { api } from '../platform/api-client.ts'
import { errorMessage } from '../platform/api-error.ts'
import { leadsNowhere } from '../platform/not-there.ts'
import { useToast } from '../ui/toast.tsx'
import {
  removeOtherPersistedMessages,
  removePersistedMessages,
  SPACES_KEY,
  spaceKey,
} from './persisted-space.ts'
import { spaceSummariesOptions } from './space-summaries.ts'

export interface SpacesFilter {
  page: number
  search: string
  vibe: string
}

export function discoverOptions(filter: SpacesFilter) {
  return queryOptions({
    queryKey: [...SPACES_KEY, 'discover', filter] as const,
    queryFn: ({ signal }) => readPage(filter, signal),
    // The page before stays in sight until the next is there.
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export function mySpacesOptions() {
  return queryOptions({
    queryKey: [...SPACES_KEY, 'mine'] as const,
    queryFn: async ({ signal }) => {
      const spaces = spaceList.parse(await api.get('/spaces/my-spaces', { signal }))
      void removeOtherPersistedMessages(spaces.map(({ _id }) => _id))
      return spaces
    },
    staleTime: 0,
  })
}

export function spaceOptions(spaceId: string) {
  return queryOptions({
    queryKey: spaceKey(spaceId),
    queryFn: ({ signal }) => readSpace(spaceId, signal),
    staleTime: 0,
  })
}

/** `onJoined` is called wherever the member is by then: their button may be gone. */
export function useJoinSpace(onJoined: () => void) {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: async (spaceId: string) =>
      space.parse(await api.post(`/spaces/${spaceId}/join`, {})),
    onSuccess(joined) {
      void cacheSpace(client, joined)
      onJoined()
    },
    onError: (error) => {
      toast.alert(errorMessage(error, MESSAGES.joinFailed))
      // It may be full by now, or private, or gone.
      return client.invalidateQueries({ queryKey: SPACES_KEY })
    },
  })
}

/** Rejects with what the confirmation shows. */
export function useRemoveMember(spaceId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ member, reason }: { member: Author; reason: string }) =>
      api.delete(`/spaces/${spaceId}/members/${member._id}${withReason(reason)}`),
    onSuccess(_, { member: { _id } }) {
      updateCachedSpace(client, spaceId, (known) => withoutMember(_id, known))
      void client.invalidateQueries({ queryKey: SPACES_KEY })
    },
  })
}

/** Rejects with what the confirmation shows. */
export function useHandOver(spaceId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ _id: userId }: Author) => api.post(`/spaces/${spaceId}/transfer`, { userId }),
    onSuccess(_, admin) {
      // Reading the space again may take long or fail: what its menu offers must not wait for that.
      updateCachedSpace(client, spaceId, (known) => ({ ...known, admin, isAdmin: false }))
      void client.invalidateQueries({ queryKey: SPACES_KEY })
    },
  })
}

/** Shows the change everywhere at once, without asking. */
export function updateCachedSpace(
  client: QueryClient,
  spaceId: string,
  change: (space: Space) => Space,
): void {
  const changed = (each: Space) => (each._id === spaceId ? change(each) : each)
  const { queryKey } = spaceOptions(spaceId)
  // Data that is set ends an error: a space that is gone would seem to be there again.
  if (!leadsNowhere(client.getQueryState(queryKey)?.error))
    client.setQueryData(queryKey, (known) => known && change(known))
  client.setQueryData(mySpacesOptions().queryKey, (known) => known?.map(changed))
  client.setQueriesData<SpacePage>(
    { queryKey: [...SPACES_KEY, 'discover'] },
    (known) => known && { ...known, spaces: known.spaces.map(changed) },
  )
}

/** Whatever was said of this space before, this is what it is now. */
export function cacheSpace(client: QueryClient, fresh: Space): Promise<void> {
  client.setQueryData(spaceOptions(fresh._id).queryKey, fresh)
  updateCachedSpace(client, fresh._id, () => fresh)
  void client.invalidateQueries(spaceSummariesOptions)
  return client.invalidateQueries({ queryKey: SPACES_KEY })
}

function withoutMember(id: string, known: Space): Space {
  const members = known.members.filter(({ _id }) => _id !== id)
  const left = known.members.length - members.length
  return { ...known, members, memberCount: known.memberCount - left }
}

async function readSpace(spaceId: string, signal: AbortSignal): Promise<Space> {
  try {
    const read = space.parse(await api.get(`/spaces/${spaceId}`, { signal }))
    if (!read.isMember) void removePersistedMessages(spaceId)
    return read
  } catch (error) {
    if (leadsNowhere(error)) void removePersistedMessages(spaceId)
    throw error
  }
}

async function readPage(filter: SpacesFilter, signal: AbortSignal): Promise<SpacePage> {
  const query = new URLSearchParams({
    page: String(filter.page),
    limit: String(SPACES_PAGE_SIZE),
    ...(filter.search ? { search: filter.search } : {}),
    ...(filter.vibe ? { vibe: filter.vibe } : {}),
  })
  return spacePage.parse(await api.get(`/spaces?${query}`, { signal }))
}

/**
 * The bytes of a space's sound; they come by our own server, which may have to fetch them first.
 */
export function readSound(spaceId: string, signal: AbortSignal): Promise<Blob> {
  return api.getBlob(`/spaces/${spaceId}/sound`, { signal })
}
