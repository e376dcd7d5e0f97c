import { LRUCache } from 'lru-cache'
import {
  COMMENTS_PAGE_SIZE,
  type Comment,
  comment as commentSchema,
} from '../../../contract/comments.ts'
import { writerOf } from '../../platform/http/compilers.ts'
import type { Id } from '../../platform/ids.ts'
import type { CardKey } from '../cards/card-queries.ts'

// The newest pages of comments that are kept, so that who adds one is answered without reading the
// others again. Whether a page still holds is told by what tells it of the post's card
// (`post-cache.ts`): each change of a post's comments raises its version. A page is the same for
// all who may see the post, but for who is blocked with somebody: of and to them none is kept or
// given. What is read of a page after the statement that says where it holds is never older than
// that: if a name changed since, no such page is asked for any more; and it is asked as for
// anybody. Who only reads is answered by the database.

const writeComment = writerOf(commentSchema)

/** A comment, and the same as JSON, written when it is asked for. */
export class WrittenComment {
  readonly comment: Comment
  #json: string | undefined

  constructor(comment: Comment) {
    this.comment = comment
  }

  get json(): string {
    this.#json ??= writeComment(this.comment)
    return this.#json
  }
}

/** As the contract's `commentList`. */
export function writeComments(comments: readonly WrittenComment[]): string {
  return `[${comments.map(({ json }) => json).join(',')}]`
}

interface KeptPage {
  version: number
  generation: number
  comments: readonly WrittenComment[]
}

const KEPT_MAX_BYTES = 16 * 1024 * 1024
/** Beside its text, as an object and as JSON. */
const COMMENT_BYTES = 1_500

export type CommentCache = ReturnType<typeof createCommentCache>

export function createCommentCache() {
  const kept = new LRUCache<Id, KeptPage>({
    maxSize: KEPT_MAX_BYTES,
    sizeCalculation: ({ comments }) => COMMENT_BYTES + sum(comments.map(bytesOf)),
  })

  /** A page that was read by the statement that says where it holds. */
  function keep(key: CardKey, comments: readonly WrittenComment[]) {
    const { id, version, generation } = key
    if (key.hasBlocks === 0) kept.set(id, { version, generation, comments })
  }

  function find(key: CardKey): readonly WrittenComment[] | undefined {
    const page = kept.get(key.id)
    const holds = page?.version === key.version && page.generation === key.generation
    return holds && key.hasBlocks === 0 ? page.comments : undefined
  }

  return {
    keep,

    /**
     * After the commit of this comment, under which the post was held: the page with it, where the
     * one before is kept.
     */
    extended(before: CardKey, comment: Comment): readonly WrittenComment[] | undefined {
      const page = find(before)
      if (!page) return undefined
      // Of two at once the one with the greater number may have been committed first.
      const all = [...page, new WrittenComment(comment)].sort(byNumber)
      const comments = all.slice(-COMMENTS_PAGE_SIZE)
      keep({ ...before, version: before.version + 1 }, comments)
      return comments
    },
  }
}

const byNumber = (one: WrittenComment, other: WrittenComment) =>
  Number(one.comment._id) - Number(other.comment._id)

function bytesOf({ comment }: WrittenComment): number {
  const texts = [comment, ...comment.replies].map(({ text }) => COMMENT_BYTES + 4 * text.length)
  return sum(texts)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
