import { type RefObject, useRef } from 'react'
import { useBeforeUnload } from 'react-router'
import { IMAGE_ALT_FIELDS } from '../../contract/posts.ts'
import { useObjectUrl } from '../platform/files/object-url.ts'
import type { OutboxItem } from '../platform/offline/outbox-item.ts'
import { AttachedImages } from '../posts/composer/attached-images.tsx'
import { focusImageAt } from '../posts/composer/image-focus.ts'
import { useAttachmentChanges } from './attachment-changes.ts'
import type { Attachments } from './attachments.ts'

interface MessageAttachmentsProps {
  attachments: Attachments
  field: RefObject<HTMLTextAreaElement | null>
}

/** The pictures that go with the words, above them; also why one cannot. */
export function MessageAttachments({ attachments, field }: MessageAttachmentsProps) {
  const { images, areImagesKept, alts, setAlt } = attachments
  const { problem, ...changes } = useAttachmentChanges(attachments)
  const place = useRef<HTMLDivElement>(null)
  useBeforeUnload((event) => {
    if (images.length > 0 && !areImagesKept) event.preventDefault()
  })

  if (images.length === 0 && !problem) return null
  return (
    <div
      ref={place}
      className="flex max-h-[45dvh] min-w-0 basis-full flex-col gap-2 overflow-y-auto"
    >
      <AttachedImages
        isCompact
        composer={{
          images,
          fields: alts,
          errors: {},
          status: 'writing',
          changeField: setAlt,
          ...changes,
        }}
        onAct={(at) => focusImageAt(at, place.current, () => field.current)}
      />
      {problem && (
        <p role="alert" className="text-danger text-sm">
          {problem}
        </p>
      )}
    </div>
  )
}

/** The pictures of a message that is on its way, or waits. */
export function QueuedImages({ item: { images, fields } }: { item: OutboxItem }) {
  return (
    <div className="flex flex-wrap justify-end gap-1">
      {images?.map((image, place) => {
        const name = IMAGE_ALT_FIELDS[place] ?? 'imageAlt'
        return <QueuedImage key={name} image={image} alt={fields[name] || `Picture ${place + 1}`} />
      })}
    </div>
  )
}

function QueuedImage({ image, alt }: { image: File; alt: string }) {
  const url = useObjectUrl(image)
  return (
    <img
      src={url}
      alt={alt}
      className="size-28 rounded-control bg-surface-sunken object-cover text-ink-soft text-sm"
    />
  )
}
