import {
  createPostFields,
  IMAGE_ALT_FIELDS,
  MESSAGES,
  POST_FIELD_NAMES,
  type PostFields,
} from '../../../contract/posts.ts'
import { errorsByField } from '../../platform/form/field-errors.ts'
import { type FieldErrors, useForm } from '../../platform/form/use-form.ts'
import type { NewPost } from '../api.ts'
import { audienceOf } from '../audiences.ts'
import { altsInOrder, placesWithout, placesWithUp } from './image-order.ts'
import { withFileName, withImages } from './image-problem.ts'
import { clearAttemptIfKeySpent } from './post-draft.ts'
import type { PostTheme } from './post-theme.ts'
import { useThemedDraft } from './themed-draft.ts'
import { useSendPost } from './use-send-post.ts'

const FIELD_NAMES = [...POST_FIELD_NAMES, 'image'] as const
type FieldName = (typeof FIELD_NAMES)[number]

export type Composer = ReturnType<typeof useComposer>

/**
 * `given`: the theme it was opened about; `opening` is another text each time that one is given.
 */
export function useComposer(given: PostTheme | undefined, opening = '') {
  const { setField, changeImages, keyFor, clear, ...draft } = useThemedDraft(given, opening)
  const { status, progress, cancel, send } = useSendPost(clear)
  const audience = audienceOf(draft.fields.audience)
  const { errors, failure, submit, setErrors, clearFailure } = useForm({
    parse(shown: FieldErrors<FieldName>) {
      const { fields, images } = draft
      const unused = IMAGE_ALT_FIELDS.slice(images.length).map((name) => [name, ''])
      const { data, error } = createPostFields.safeParse({
        ...fields,
        ...Object.fromEntries(unused),
        themeDate: draft.theme?.date ?? '',
        audience,
      })
      if (data) return { data: { ...data, images } }
      // A picture that was refused stays told: nothing about it has changed.
      return { errors: { ...errorsByField(error.issues), image: shown.image } }
    },
    send: (post: NewPost) => sendAsNew(() => send(post, keyFor(post))),
    ...{ failed: MESSAGES.createFailed, fields: FIELD_NAMES },
  })

  function setError(field: FieldName, sentence?: string) {
    setErrors({ [field]: sentence })
    clearFailure()
  }

  function changeField(name: keyof PostFields, text: string) {
    setField(name, text)
    setError(name)
  }

  function addImages(files: Iterable<File>) {
    if (status !== 'writing') return
    const { images, problem } = withImages(draft.images, files)
    setError('image', problem)
    if (images.length > draft.images.length) changeImages(images)
  }

  /** `places` says which of the pictures stay, in their new order; their descriptions go along. */
  function arrangeImages(places: number[]) {
    for (const [name, alt] of altsInOrder(draft.fields, places)) changeField(name, alt)
    changeImages(places.flatMap((place) => draft.images[place] ?? []))
    setError('image')
  }

  function removeImage(gone: number) {
    arrangeImages(placesWithout(draft.images.length, gone))
  }

  function moveImageUp(moved: number) {
    arrangeImages(placesWithUp(draft.images.length, moved))
  }

  /** The browser found that it is none, whatever it is called. */
  function refuseImage(place: number) {
    const image = draft.images[place]
    removeImage(place)
    if (image) setError('image', withFileName(image, draft.images.length, MESSAGES.notAnImage))
  }

  return {
    ...{ ...draft, audience, errors, failure, status, progress },
    ...{ changeField, addImages, removeImage, moveImageUp, refuseImage, submit, cancel },
  }
}

/** Under another key where the server knows another post by this one. */
function sendAsNew(send: () => Promise<void>): Promise<void> {
  return send().catch((error) => {
    if (!clearAttemptIfKeySpent(error)) throw error
    return send()
  })
}
