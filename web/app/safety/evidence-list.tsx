import type { Evidence } from '../../../contract/reports.ts'
import { ImageThumbnails } from '../../ui/image-thumbnail.tsx'

/** What stood there when it was reported: what was said before it is quieter. */
export function EvidenceList({ evidence }: { evidence: Evidence[] }) {
  return (
    <ul aria-label="What was reported" className="flex flex-col gap-2">
      {evidence.map(({ member, text, images, createdAt, isReported }) => (
        <li
          key={createdAt + member._id + text}
          className={
            isReported
              ? 'rounded-control border border-line bg-surface-raised px-3 py-2'
              : 'px-3 text-ink-soft text-sm'
          }
        >
          <span className="font-medium">{member.username}: </span>
          <span dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {text}
          </span>
          <ImageThumbnails images={images} className="mt-2" />
        </li>
      ))}
    </ul>
  )
}
