import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { v4 as newKey } from 'uuid'
import { POST_FIELD_NAMES } from '../../contract/posts.ts'
import { draftFiles } from '../platform/draft-files.ts'
import { useDraftFields } from '../platform/drafts.ts'
import type { NewPost } from './api.ts'

interface InMemory {
  image: File | null
  /** Whether the picture will be there after a reload. */
  isImageKept: boolean
  /** The last attempt to send: its answer may have been lost. */
  attempt: { post: NewPost; idempotencyKey: string } | null
}

const KEY = ['unsent-post'] as const
const IMAGE = 'post-image'
const NOTHING: InMemory = { image: null, isImageKept: false, attempt: null }

/**
 * The post that is being written, stored on the device: its texts as they are typed, its picture
 * where the browser lets us. The cache that it is read into is cleared when the member leaves.
 */
export function usePostDraft() {
  const [fields, setField, clearFields] = useDraftFields('post', POST_FIELD_NAMES)
  const client = useQueryClient()
  const { data = NOTHING } = useQuery<InMemory>({
    queryKey: KEY,
    queryFn: async () => {
      const image = await draftFiles.read(IMAGE)
      // Another may have been chosen meanwhile.
      return (
        client.getQueryData<InMemory>(KEY) ?? { ...NOTHING, image, isImageKept: image !== null }
      )
    },
    networkMode: 'always',
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })

  const setImage = useCallback(
    async (image: File | null) => {
      client.setQueryData<InMemory>(KEY, (known = NOTHING) => ({
        ...known,
        ...{ image, isImageKept: false },
      }))
      const isImageKept = await draftFiles.keep(IMAGE, image)
      client.setQueryData<InMemory>(
        KEY,
        (known) => known && { ...known, isImageKept: known.image === image && isImageKept },
      )
    },
    [client],
  )

  /** The same post keeps its key, so that a repeated attempt cannot make a second one. */
  const keyFor = useCallback(
    (post: NewPost) => {
      const known = client.getQueryData<InMemory>(KEY) ?? NOTHING
      if (known.attempt && isSamePost(known.attempt.post, post)) return known.attempt.idempotencyKey
      const idempotencyKey = newKey()
      client.setQueryData<InMemory>(KEY, { ...known, attempt: { post, idempotencyKey } })
      return idempotencyKey
    },
    [client],
  )

  const clear = useCallback(() => {
    clearFields()
    client.setQueryData<InMemory>(KEY, NOTHING)
    void draftFiles.keep(IMAGE, null)
  }, [client, clearFields])

  const { image, isImageKept } = data
  return { fields, setField, image, isImageKept, setImage, keyFor, clear }
}

function isSamePost(one: NewPost, other: NewPost): boolean {
  const names = [...POST_FIELD_NAMES, 'image'] as const
  return names.every((name) => one[name] === other[name])
}
