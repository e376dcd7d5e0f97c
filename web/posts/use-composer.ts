import {
  createPostFields,
  MESSAGES,
  POST_FIELD_NAMES,
  type PostFields,
} from '../../contract/posts.ts'
import { errorsByField } from '../platform/form/field-errors.ts'
import { type FieldErrors, useForm } from '../platform/form/use-form.ts'
import type { NewPost } from './api.ts'
import { audienceOf } from './audiences.ts'
import { imageProblem } from './image-problem.ts'
import { usePostDraft } from './post-draft.ts'
import { useSendPost } from './use-send-post.ts'

const FIELD_NAMES = [...POST_FIELD_NAMES, 'image'] as const
type FieldName = (typeof FIELD_NAMES)[number]

export type Composer = ReturnType<typeof useComposer>

/**
 * The post being written, what is wrong with it, and its way to the server. `themeDate`: of the
 * theme it is about; empty where it is about none.
 */
export function useComposer(themeDate: string) {
  const { setField, setImage, keyFor, clear, ...draft } = usePostDraft()
  const { status, progress, cancel, send } = useSendPost(clear)
  const audience = audienceOf(draft.fields.audience)
  const { errors, failure, submit, setErrors, clearFailure } = useForm({
    parse(shown: FieldErrors<FieldName>) {
      const { fields, image } = draft
      const imageAlt = image ? fields.imageAlt : ''
      const { data, error } = createPostFields.safeParse({
        ...fields,
        imageAlt,
        themeDate,
        audience,
      })
      if (data) return { data: { ...data, image } }
      // A picture that was refused stays told: nothing about it has changed.
      return { errors: { ...errorsByField(error.issues), image: shown.image } }
    },
    send: (post: NewPost) => send(post, keyFor(post)),
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

  function chooseImage(files: Iterable<File>) {
    const [file, ...more] = files
    if (!file || status !== 'writing') return
    const problem = more.length > 0 ? MESSAGES.oneImage : imageProblem(file)
    setError('image', problem)
    if (problem) return
    // Another picture needs other words; after a reload the same one may be on its way back.
    if (draft.image) setField('imageAlt', '')
    void setImage(file)
  }

  /** The browser found that it is none, whatever it is called. */
  function refuseImage() {
    removeImage()
    setError('image', MESSAGES.notAnImage)
  }

  function removeImage() {
    void setImage(null)
    setField('imageAlt', '')
    setError('image')
  }

  return {
    ...{ ...draft, audience, errors, failure, status, progress },
    ...{ changeField, chooseImage, removeImage, refuseImage, submit, cancel },
  }
}
