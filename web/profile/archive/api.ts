import { queryOptions } from '@tanstack/react-query'
import { archiveLink, archiveStatus } from '../../../contract/archive.ts'
import { api } from '../../platform/api-client.ts'

export const ARCHIVE_ID = 'archive'
const LOOK_AGAIN_MS = 5_000

export const archiveOptions = queryOptions({
  queryKey: ['own-archive'] as const,
  queryFn: async ({ signal }) =>
    archiveStatus.parse(await api.get('/users/me/archive', { signal })),
  refetchInterval: ({ state }) => (state.data?.state === 'making' ? LOOK_AGAIN_MS : false),
})

export async function requestArchive(): Promise<void> {
  await api.post('/users/me/archive')
}

/** Has the browser download it: it may be larger than what a page can hold. */
export async function downloadArchive(): Promise<void> {
  const { url } = archiveLink.parse(await api.post('/users/me/archive/link'))
  location.assign(url)
}
