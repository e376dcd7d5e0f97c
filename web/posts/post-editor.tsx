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
  const { alts, describe, began, goOnFrom, draft, readNow, clear } = useDescriptions(post)
  const { text: textSchema } = editPostBody.shape

  async function save(text: string, seen: number) {
    const revision = Math.min(seen, began)
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
      onSeen={goOnFrom}
      onDone={(isFocusHere) => {
        clear()
        onDone(isFocusHere)
      }}
    >
      <ImageDescriptions alts={alts} onAlts={describe} />
    </TextEditor>
  )
}

interface Descriptions {
  /** As the post was where the first of them was changed: they go over no later ones unseen. */
  revision: number
  /** Null: as the post has it, also where it was read anew. */
  alts: (string | null)[]
}

/** A draft, as the words are, of those that were changed here. */
function useDescriptions({ _id, images, revision }: Post) {
  const key = `edit-post-${_id}-alts`
  const [draft, setDraft, clear] = useDraft(key)
  const described: Descriptions = draft === '' ? { revision, alts: [] } : JSON.parse(draft)
  const keep = (next: Descriptions) =>
    setDraft(next.alts.some((alt) => alt !== null) ? JSON.stringify(next) : '')
  return {
    alts: images.map(({ alt }, place) => described.alts[place] ?? alt),
    began: described.revision,
    describe(next: string[]) {
      const alts = next.map((alt, place) => (alt === images[place]?.alt ? null : alt))
      keep({ ...described, alts })
    },
    /** The writer has seen that revision; they may have gone on describing since they saved. */
    goOnFrom(seen: number) {
      const now = readDraft(key)
      if (now !== '') keep({ ...JSON.parse(now), revision: seen })
    },
    draft,
    readNow: () => readDraft(key),
    clear,
  }
}
