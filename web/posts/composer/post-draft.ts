import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { v4 as newKey } from 'uuid'
import { POST_FIELD_NAMES } from '../../../contract/posts.ts'
import { useDraftImages } from '../../app/draft-images.ts'
import { useDraftFields } from '../../platform/drafts.ts'
import type { NewPost } from '../api.ts'
import { croppedFrom, isFrom, originalOf } from './cropped-image.ts'

/** The last attempt to send: its answer may have been lost. */
interface Attempt {
  post: NewPost
  idempotencyKey: string
}

const ATTEMPT = ['sent-post'] as const

/** On the device: texts as they are typed, pictures where the browser lets us. */
export function usePostDraft() {
  const [fields, setField, clearFields] = useDraftFields('post', POST_FIELD_NAMES)
  const { images, areImagesKept, setImages } = useDraftImages('post-images')
  // Of those that were cropped: they can be cropped anew until they are sent.
  const { images: originals, setImages: setOriginals } = useDraftImages('post-originals')
  const client = useQueryClient()

  /** The same post keeps its key, so that a repeated attempt cannot make a second one. */
  const keyFor = useCallback(
    (post: NewPost) => {
      const known = client.getQueryData<Attempt>(ATTEMPT)
      if (known && isSamePost(known.post, post)) return known.idempotencyKey
      const idempotencyKey = newKey()
      // No page reads it, and it has to be there for as long as the pictures are.
      client.setQueryDefaults(ATTEMPT, { gcTime: Number.POSITIVE_INFINITY })
      client.setQueryData<Attempt>(ATTEMPT, { post, idempotencyKey })
      return idempotencyKey
    },
    [client],
  )

  const clear = useCallback(() => {
    clearFields()
    client.removeQueries({ queryKey: ATTEMPT })
    void setImages([])
    void setOriginals([])
  }, [client, clearFields, setImages, setOriginals])

  /** `cropped`: the original of one of them that was not cropped before. */
  function changeImages(next: File[], cropped?: File) {
    void setImages(next)
    const known = cropped ? [...originals.filter((one) => one !== cropped), cropped] : originals
    const needed = known.filter((original) => next.some((image) => isFrom(original, image)))
    if (cropped || needed.length < originals.length) void setOriginals(needed)
  }

  const crop = {
    /** The picture as it was chosen. */
    originalAt(place: number): File | undefined {
      const image = images[place]
      return image && originalOf(image, originals)
    },
    /** `cropped` is the original where all of it is wanted. What is attached no more stays away. */
    use(image: File, cropped: File) {
      const place = images.indexOf(image)
      const original = crop.originalAt(place)
      if (!original) return
      if (cropped === original) changeImages(images.with(place, original))
      else changeImages(images.with(place, croppedFrom(original, cropped)), original)
    },
  }

  return { fields, setField, images, areImagesKept, crop, changeImages, keyFor, clear }
}

function isSamePost(one: NewPost, other: NewPost): boolean {
  return (
    POST_FIELD_NAMES.every((name) => one[name] === other[name]) &&
    one.images.length === other.images.length &&
    one.images.every((image, place) => image === other.images[place])
  )
}
