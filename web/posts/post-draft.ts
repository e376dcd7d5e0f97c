import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { v4 as newKey } from 'uuid'
import { POST_FIELD_NAMES } from '../../contract/posts.ts'
import { useDraftFields } from '../platform/drafts.ts'
import type { NewPost } from './api.ts'

interface InMemory {
  image: File | null
  /** The last attempt to send: its answer may have been lost. */
  attempt: { post: NewPost; idempotencyKey: string } | null
}

const KEY = ['unsent-post'] as const
const NOTHING: InMemory = { image: null, attempt: null }

/**
 * The post that is being written. Its texts are stored on the device. A picture is too large for
 * that: it is kept in memory, in the cache that is cleared when the member leaves.
 */
export function usePostDraft() {
  const [fields, setField, clearFields] = useDraftFields('post', POST_FIELD_NAMES)
  const client = useQueryClient()
  const { data = NOTHING } = useQuery<InMemory>({
    queryKey: KEY,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })

  const setImage = useCallback(
    (image: File | null) =>
      client.setQueryData<InMemory>(KEY, (known = NOTHING) => ({ ...known, image })),
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
  }, [client, clearFields])

  return { fields, setField, image: data.image, setImage, keyFor, clear }
}

function isSamePost(one: NewPost, other: NewPost): boolean {
  const names = [...POST_FIELD_NAMES, 'image'] as const
  return names.every((name) => one[name] === other[name])
}
