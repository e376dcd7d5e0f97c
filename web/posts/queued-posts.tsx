import { MESSAGES } from '../../contract/posts.ts'
import { useUser } from '../app/session.tsx'
import { useObjectUrl } from '../platform/files/object-url.ts'
import type { OutboxItem } from '../platform/offline/outbox-item.ts'
import { OutboxItemStatus } from '../platform/offline/outbox-item-status.tsx'
import { useOutboxItems } from '../platform/offline/use-outbox.ts'
import { FEEDS } from './api.ts'
import { AuthorName, AuthorPicture } from './author-name.tsx'

/** One's own posts that were written without a network, over the feed they will be in. */
export function QueuedPosts() {
  const items = useOutboxItems(FEEDS)
  if (items.length === 0) return null
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
  const { text, imageAlt } = item.fields
  return (
    <article className="flex flex-col gap-3 rounded-card border border-line-strong border-dashed bg-surface-raised p-4">
      <div className="flex items-center gap-2.5 font-semibold">
        <AuthorPicture user={user} onClick={undefined} size="small" />
        <AuthorName user={user} onClick={undefined} />
      </div>
      <p
        dir="auto"
        className="whitespace-pre-wrap text-ink-soft [overflow-wrap:anywhere] [unicode-bidi:plaintext]"
      >
        {text}
      </p>
      {item.image && <QueuedPicture image={item.image} alt={imageAlt ?? ''} />}
      <OutboxItemStatus item={item} fallback={MESSAGES.createFailed} />
    </article>
  )
}

function QueuedPicture({ image, alt }: { image: File; alt: string }) {
  const url = useObjectUrl(image)
  return (
    <img
      src={url ?? undefined}
      alt={alt}
      className="h-48 rounded-control bg-surface-sunken object-contain"
    />
  )
}
