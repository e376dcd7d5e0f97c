import { useState } from 'react'
import { createPostFields, MESSAGES } from '../../contract/posts.ts'
import { ApiError } from '../platform/api-client.ts'
import { imageProblem } from './image-problem.ts'
import { usePostDraft } from './post-draft.ts'
import { useSendPost } from './use-send-post.ts'

/** A sentence for each field that is wrong; `general` is about the post as a whole. */
type Problems = { [Name in 'text' | 'image' | 'imageAlt' | 'general']?: string | undefined }

export type Composer = ReturnType<typeof useComposer>

/** The post being written, what is wrong with it, and its way to the server. */
export function useComposer() {
  const { setText, setImageAlt, setImage, keyFor, clear, ...draft } = usePostDraft()
  const [problems, setProblems] = useState<Problems>({})
  const { status, progress, cancel, ...sending } = useSendPost({
    onMade: clear,
    onFailure: (error) => setProblems(problemsOfFailure(error)),
  })

  function judge(field: keyof Problems, problem?: string) {
    setProblems((known) => ({ ...known, [field]: problem, general: undefined }))
  }

  function changeText(text: string) {
    setText(text)
    judge('text')
  }

  function changeImageAlt(text: string) {
    setImageAlt(text)
    judge('imageAlt')
  }

  function chooseImage(files: Iterable<File>) {
    const [file, ...more] = files
    if (!file || status !== 'writing') return
    const problem = more.length > 0 ? MESSAGES.oneImage : imageProblem(file)
    judge('image', problem)
    if (problem) return
    // Another picture needs other words; after a reload the same one may be on its way back.
    if (draft.image) setImageAlt('')
    setImage(file)
  }

  function removeImage() {
    setImage(null)
    setImageAlt('')
    judge('image')
  }

  /** Resolves when it is made, or when it is known why not. */
  async function send(): Promise<void> {
    const { text, image } = draft
    const parsed = createPostFields.safeParse({ text, imageAlt: image ? draft.imageAlt : '' })
    // A picture that was refused stays told: nothing about it has changed.
    if (!parsed.success)
      return setProblems(({ image }) => ({ ...problemsOfInput(parsed.error.issues), image }))
    setProblems({})
    const post = { ...parsed.data, image }
    await sending.send(post, keyFor(post))
  }

  return {
    ...{ ...draft, problems, status, progress },
    ...{ changeText, changeImageAlt, chooseImage, removeImage, send, cancel },
  }
}

function problemsOfInput(issues: { path: PropertyKey[]; message: string }[]): Problems {
  const problems: Record<string, string> = {}
  for (const { path, message } of issues) problems[String(path[0])] ??= message
  return problems
}

function problemsOfFailure(error: unknown): Problems {
  if (!(error instanceof ApiError)) return { general: MESSAGES.createFailed }
  const { text, image, imageAlt } = error.fields
  if (text || image || imageAlt) return { text, image, imageAlt }
  return { general: error.message || MESSAGES.createFailed }
}
