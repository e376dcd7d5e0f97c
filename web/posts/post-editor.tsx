import { useQueryClient } from '@tanstack/react-query'
import { editPostBody } from '../../contract/edits.ts'
import { POST_TEXT_MAX, type Post } from '../../contract/posts.ts'
import { useEditedDescriptions } from '../app/edited-descriptions.ts'
import { ImageDescriptions } from '../app/image-descriptions.tsx'
import { TextEditor } from '../app/text-editor.tsx'
import { editPost, rereadPost } from './edits-api.ts'

interface PostEditorProps {
  post: Post
  onDone: (isFocusHere: boolean) => void
}

/** An own post, to be said better; its pictures stay, and are described better, too. */
export function PostEditor({ post, onDone }: PostEditorProps) {
  const client = useQueryClient()
  const draftKey = `edit-post-${post._id}`
  const descriptions = useEditedDescriptions(draftKey, post)
  const { alts } = descriptions
  const { text: textSchema } = editPostBody.shape

  async function save(text: string, seen: number) {
    const revision = Math.min(seen, descriptions.began)
    await editPost(client, post._id, { text, revision, ...(post.image && { imageAlts: alts }) })
    descriptions.clearSaved()
  }

  return (
    <TextEditor
      label="Your post"
      place={{ postId: post._id }}
      draftKey={draftKey}
      words={post}
      counterMax={POST_TEXT_MAX}
      problemOf={(text) => textSchema.safeParse(text).error?.issues[0]?.message}
      hasOtherChanges={descriptions.isChanged}
      save={save}
      reread={() => rereadPost(client, post._id)}
      onSeen={descriptions.goOnFrom}
      onDone={(isFocusHere) => {
        descriptions.clear()
        onDone(isFocusHere)
      }}
    >
      <ImageDescriptions alts={alts} onAlts={descriptions.describe} />
    </TextEditor>
  )
}
