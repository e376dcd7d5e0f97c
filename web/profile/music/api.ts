import { queryOptions, skipToken } from '@tanstack/react-query'
import {
  type MusicPiece,
  type MusicPreview,
  musicPageOf,
  musicPreview,
} from '../../../contract/profile.ts'
import { api } from '../../platform/api-client.ts'

/** What a piece is called, and by whom; nothing is asked while there is no piece. */
export function musicPreviewOptions(piece: MusicPiece | null) {
  const page = piece && musicPageOf(piece)
  return queryOptions({
    queryKey: ['music-preview', page] as const,
    queryFn: page === null ? skipToken : () => resolve(page),
    // A piece keeps its name; and where there is none, asking again would only be noise.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
  })
}

async function resolve(url: string): Promise<MusicPreview> {
  return musicPreview.parse(await api.post('/users/spotify/resolve', { url }))
}
