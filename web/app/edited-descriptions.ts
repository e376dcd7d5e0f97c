import { z } from 'zod'
import type { PostImage } from '../../contract/posts.ts'
import { readDraft, useDraft } from '../platform/drafts.ts'
import { parsedDraft } from '../platform/parsed-draft.ts'

interface Described {
  images: PostImage[]
  revision: number
}

const descriptions = z.object({
  /** As it was where the first of them was changed: they go over no later ones unseen. */
  revision: z.number(),
  /** Null: as it is known by now, also where it was read anew. */
  alts: z.array(z.string().nullable()),
})
type Descriptions = z.infer<typeof descriptions>

/**
 * How the pictures of a post or a message are described while that is edited: a draft, as the words
 * are, of those that were changed here.
 */
export function useEditedDescriptions(editKey: string, { images, revision }: Described) {
  const key = `${editKey}-alts`
  const [draft, setDraft, clear] = useDraft(key)
  const described = parsedDraft(draft, descriptions) ?? { revision, alts: [] }
  const keep = (next: Descriptions) =>
    setDraft(next.alts.some((alt) => alt !== null) ? JSON.stringify(next) : '')
  const alts = images.map(({ alt }, place) => described.alts[place] ?? alt)
  return {
    alts,
    isChanged: images.some(({ alt }, place) => alt !== alts[place]),
    began: described.revision,
    describe(next: string[]) {
      const changed = next.map((alt, place) => (alt === images[place]?.alt ? null : alt))
      keep({ ...described, alts: changed })
    },
    /** The writer has seen that revision; they may have gone on describing since they saved. */
    goOnFrom(seen: number) {
      const now = parsedDraft(readDraft(key), descriptions)
      if (now) keep({ ...now, revision: seen })
    },
    /** Saved. Closed meanwhile, it may be open again, with other descriptions: those stay. */
    clearSaved() {
      if (readDraft(key) === draft) clear()
    },
    clear,
  }
}
