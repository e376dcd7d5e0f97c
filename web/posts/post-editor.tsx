import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { editPostBody } from '../../contract/edits.ts'
import { POST_TEXT_MAX, type Post } from '../../contract/posts.ts'
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
  /** As they were described here; the others are as the post has them, also where it was read anew. */
  const [described, setDescribed] = useState<(string | undefined)[]>([])
  const alts = post.images.map(({ alt }, place) => described[place] ?? alt)
  const describe = (next: string[]) =>
    setDescribed(next.map((alt, place) => (alt === alts[place] ? described[place] : alt)))
  const { text: textSchema } = editPostBody.shape
  return (
    <TextEditor
      label="Your post"
      place={{ postId: post._id }}
      draftKey={`edit-post-${post._id}`}
      words={post}
      counterMax={POST_TEXT_MAX}
      problemOf={(text) => textSchema.safeParse(text).error?.issues[0]?.message}
      hasOtherChanges={post.images.some(({ alt }, place) => alt !== alts[place])}
      save={(text, revision) =>
        editPost(client, post._id, { text, revision, ...(post.image && { imageAlts: alts }) })
      }
      reread={() => rereadPost(client, post._id)}
      onDone={onDone}
    >
      <ImageDescriptions alts={alts} onAlts={describe} />
    </TextEditor>
  )
}
