import { useCallback } from 'react'
import { POST_FIELD_NAMES, type PostFields } from '../../../contract/posts.ts'
import { useDraftImages } from '../../app/draft-images.ts'
import { isGoneOrTaken } from '../../platform/api-error.ts'
import { attemptKey, clearAttempt, useDraftFields } from '../../platform/drafts.ts'
import type { NewPost } from '../api.ts'
import { croppedFrom, isFrom, originalOf } from './cropped-image.ts'

const FORM = 'post'

/** On the device: texts as they are typed, pictures where the browser lets us. */
export function usePostDraft() {
  const [fields, setText, clearFields] = useDraftFields(FORM, POST_FIELD_NAMES)
  const { images, areImagesKept, setImages } = useDraftImages('post-images')
  // Of those that were cropped: they can be cropped anew until they are sent.
  const { images: originals, setImages: setOriginals } = useDraftImages('post-originals')

  const setField = useCallback(
    (name: keyof PostFields, text: string) => {
      // Who begins anew means another post, also in the same words.
      if (name === 'text' && text === '') clearAttempt(FORM)
      setText(name, text)
    },
    [setText],
  )

  const clear = useCallback(() => {
    clearFields()
    clearAttempt(FORM)
    void setImages([])
    void setOriginals([])
  }, [clearFields, setImages, setOriginals])

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

/** The same post keeps its key, so that a repeated attempt cannot make a second one. */
function keyFor(post: NewPost): string {
  const texts = POST_FIELD_NAMES.map((name) => post[name])
  const images = post.images.map(({ name, size, lastModified }) => [name, size, lastModified])
  return attemptKey(FORM, JSON.stringify([texts, images]))
}

/**
 * The server has another one under the key of this, whose pictures only look the same from outside,
 * or what it made of it is deleted.
 */
export function clearAttemptIfKeySpent(error: unknown): boolean {
  const isOther = isGoneOrTaken(error)
  if (isOther) clearAttempt(FORM)
  return isOther
}
