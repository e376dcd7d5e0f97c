import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { v4 as newKey } from 'uuid'
import { POST_FIELD_NAMES } from '../../../contract/posts.ts'
import { draftFiles } from '../../platform/draft-files.ts'
import { useDraftFields } from '../../platform/drafts.ts'
import type { NewPost } from '../api.ts'

interface InMemory {
  images: File[]
  /** Whether the pictures will be there after a reload. */
  areImagesKept: boolean
  /** The last attempt to send: its answer may have been lost. */
  attempt: { post: NewPost; idempotencyKey: string } | null
}

const KEY = ['unsent-post'] as const
const IMAGES = 'post-images'
const NOTHING: InMemory = { images: [], areImagesKept: false, attempt: null }

/**
 * The post that is being written, stored on the device: its texts as they are typed, its
 * pictures where the browser lets us. The cache that it is read into is cleared when the member leaves.
 */
export function usePostDraft() {
  const [fields, setField, clearFields] = useDraftFields('post', POST_FIELD_NAMES)
  const client = useQueryClient()
  const { data = NOTHING } = useQuery<InMemory>({
    queryKey: KEY,
    queryFn: async () => {
      const images = await draftFiles.read(IMAGES)
      // Others may have been chosen meanwhile.
      return (
        client.getQueryData<InMemory>(KEY) ?? {
          ...NOTHING,
          ...{ images, areImagesKept: images.length > 0 },
        }
      )
    },
    networkMode: 'always',
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })

  useImagesOfOtherTabs()

  const setImages = useCallback(
    async (images: File[]) => {
      client.setQueryData<InMemory>(KEY, (known = NOTHING) => ({
        ...known,
        ...{ images, areImagesKept: false },
      }))
      const areImagesKept = await draftFiles.keep(IMAGES, images)
      client.setQueryData<InMemory>(
        KEY,
        (known) => known && { ...known, areImagesKept: known.images === images && areImagesKept },
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
    void draftFiles.keep(IMAGES, [])
  }, [client, clearFields])

  const { images, areImagesKept } = data
  return { fields, setField, images, areImagesKept, setImages, keyFor, clear }
}

/** It is one draft in all tabs. */
function useImagesOfOtherTabs(): void {
  const client = useQueryClient()
  useEffect(() => {
    let latest = 0
    return draftFiles.onOtherTab(IMAGES, async () => {
      const change = ++latest
      const images = await draftFiles.read(IMAGES)
      // That there are none any more is known sooner than which there were.
      if (change !== latest) return
      client.setQueryData<InMemory>(KEY, (known = NOTHING) => ({
        ...known,
        ...{ images, areImagesKept: images.length > 0 },
      }))
    })
  }, [client])
}

function isSamePost(one: NewPost, other: NewPost): boolean {
  return (
    POST_FIELD_NAMES.every((name) => one[name] === other[name]) &&
    one.images.length === other.images.length &&
    one.images.every((image, place) => image === other.images[place])
  )
}
