import {
  IMAGE_ALT_FIELDS,
  MESSAGES,
  POST_FIELD_NAMES,
  type PostFields,
} from '../../../contract/posts.ts'
import { AUDIENCES } from '../../app/audience-names.ts'
import { useUser } from '../../app/session.tsx'
import { useObjectUrl } from '../../platform/files/object-url.ts'
import type { OutboxItem } from '../../platform/offline/outbox-item.ts'
import { OutboxItemStatus } from '../../platform/offline/outbox-item-status.tsx'
import { audienceOf, resultOf } from '../audiences.ts'
import { AuthorImage, AuthorName } from '../author-name.tsx'
import { PostText } from '../post-text.tsx'

/** What was queued by an earlier version may lack a field. */
const NO_WORDS = Object.fromEntries(POST_FIELD_NAMES.map((name) => [name, ''])) as Record<
  keyof PostFields,
  string
>

export function QueuedPostList({ items }: { items: readonly OutboxItem[] }) {
  return (
    <ul aria-label="Your posts that are not sent yet" className="flex flex-col gap-4">
      {items.map((item) => (
        <li key={item.id}>
          <QueuedPost item={item} />
        </li>
      ))}
    </ul>
  )
}

function QueuedPost({ item }: { item: OutboxItem }) {
  const user = useUser()
  const fields = { ...NO_WORDS, ...item.fields }
  return (
    <article className="flex flex-col gap-3 rounded-card border border-line-strong border-dashed bg-surface-raised p-4">
      <div className="flex items-center gap-2.5 font-semibold">
        <AuthorImage user={user} onClick={undefined} size="small" />
        <AuthorName user={user} onClick={undefined} />
        <span className="ms-auto font-normal text-ink-soft text-sm">
          <span className="sr-only">Audience: </span>
          {AUDIENCES[resultOf(user, audienceOf(fields.audience))].label}
        </span>
      </div>
      <div className="text-ink-soft">
        <PostText postId={item.id} words={fields} />
      </div>
      {item.images && item.images.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {item.images.map((image, place) => (
            <QueuedPostImage
              key={IMAGE_ALT_FIELDS[place]}
              image={image}
              alt={fields[IMAGE_ALT_FIELDS[place] ?? 'imageAlt']}
            />
          ))}
        </div>
      )}
      <OutboxItemStatus item={item} fallback={MESSAGES.createFailed} />
    </article>
  )
}

function QueuedPostImage({ image, alt }: { image: File; alt: string }) {
  const url = useObjectUrl(image)
  return (
    <img
      src={url ?? undefined}
      alt={alt}
      className="h-48 max-w-full rounded-control bg-surface-sunken object-contain"
    />
  )
}
