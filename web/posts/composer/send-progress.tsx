import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'

interface SendProgressProps {
  images: File[]
  /** Of the upload, 0 to 1; null when not known. */
  progress: number | null
  onCancel: () => void
}

export function SendProgress({ images, progress, onCancel }: SendProgressProps) {
  const uploaded = images.length > 0 && progress !== null && progress < 1 ? progress : null
  const label =
    uploaded === null ? 'Posting' : images.length > 1 ? 'Uploading images' : 'Uploading image'
  return (
    <>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="truncate text-ink-soft text-sm tabular-nums">
          {uploaded === null ? `${label}…` : `${label}… ${Math.floor(uploaded * 100)}%`}
        </p>
        <ProgressBar label={label} value={uploaded} />
      </div>
      <Button onClick={onCancel}>Cancel</Button>
    </>
  )
}
