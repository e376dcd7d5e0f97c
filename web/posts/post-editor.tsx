import { useQueryClient } from '@tanstack/react-query'
import { editPostBody } from '../../contract/edits.ts'
import { POST_TEXT_MAX, type Post } from '../../contract/posts.ts'
import { ImageDescriptions } from '../app/image-descriptions.tsx'
import { TextEditor } from '../app/text-editor.tsx'
import { readDraft, useDraft } from '../platform/drafts.ts'
import { editPost, rereadPost } from './edits-api.ts'

interface PostEditorProps {
  post: Post
  onDone: (isFocusHere: boolean) => void
}

/** An own post, to be said better; its pictures stay, and are described better, too. */
export function PostEditor({ post, onDone }: PostEditorProps) {
  const client = useQueryClient()
  const { alts, describe, draft, readNow, clear } = useDescriptions(post)
  const { text: textSchema } = editPostBody.shape

  async function save(text: string, revision: number) {
    await editPost(client, post._id, { text, revision, ...(post.image && { imageAlts: alts }) })
    // Closed while it was being saved, it may be open again, with other descriptions.
    if (readNow() === draft) clear()
  }

  return (
    <TextEditor
      label="Your post"
      place={{ postId: post._id }}
      draftKey={`edit-post-${post._id}`}
      words={post}
      counterMax={POST_TEXT_MAX}
      problemOf={(text) => textSchema.safeParse(text).error?.issues[0]?.message}
      hasOtherChanges={post.images.some(({ alt }, place) => alt !== alts[place])}
      save={save}
      reread={() => rereadPost(client, post._id)}
      onDone={(isFocusHere) => {
        clear()
        onDone(isFocusHere)
      }}
    >
      <ImageDescriptions alts={alts} onAlts={describe} />
    </TextEditor>
  )
}

/**
 * A draft, as the words are, of those that were changed here; the others are as the post has them,
 * also where it was read anew.
 */
function useDescriptions({ _id, images }: Post) {
  const key = `edit-post-${_id}-alts`
  const [draft, setDraft, clear] = useDraft(key)
  const described: (string | null)[] = draft === '' ? [] : JSON.parse(draft)
  const alts = images.map(({ alt }, place) => described[place] ?? alt)
  const describe = (next: string[]) =>
    setDraft(
      JSON.stringify(next.map((alt, place) => (alt === alts[place] ? described[place] : alt))),
    )
  return { alts, describe, draft, readNow: () => readDraft(key), clear }
}
