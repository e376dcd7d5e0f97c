import { queryOptions } from '@tanstack/react-query'
import { type ImportStatus, importStatus, PIECE_BYTES } from '../../../contract/import.ts'
import { api } from '../../platform/api-client.ts'

const PATH = '/users/me/import'
const LOOK_AGAIN_MS = 3_000
const UNDER_WAY = ['reading', 'taking back']

export const importOptions = queryOptions({
  queryKey: ['own-import'] as const,
  queryFn: async ({ signal }) => importStatus.parse(await api.get(PATH, { signal })),
  refetchInterval: ({ state }) =>
    state.data && UNDER_WAY.includes(state.data.state) ? LOOK_AGAIN_MS : false,
})

interface Sending {
  stop: AbortSignal
  /** Of the whole, 0 to 1. */
  onProgress: (fraction: number) => void
}

/** Sends what of the file is not there yet, piece by piece. */
export async function sendArchive(file: File, before: ImportStatus, { stop, onProgress }: Sending) {
  const isSame = before.state === 'receiving' && before.bytes === file.size
  let offset = isSame ? before.received : 0
  let status = before
  while (offset < file.size) {
    const piece = file.slice(offset, offset + PIECE_BYTES)
    const form = new FormData()
    form.append('bytes', String(file.size))
    form.append('offset', String(offset))
    form.append('piece', piece, 'piece')
    const came = offset
    status = importStatus.parse(
      await api.upload(PATH, form, {
        signal: stop,
        onProgress: (fraction) => onProgress((came + fraction * piece.size) / file.size),
      }),
    )
    offset += piece.size
  }
  return status
}

/** Stops what is under way, and takes back what was read. */
export async function takeBack(): Promise<ImportStatus> {
  return importStatus.parse(await api.delete(PATH))
}
