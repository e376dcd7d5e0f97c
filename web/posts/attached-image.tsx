import { FileImage, X } from 'lucide-react'
import { useState } from 'react'
import { IMAGE_ALT_MAX, MESSAGES } from '../../contract/posts.ts'
import { useObjectUrl } from '../platform/files/object-url.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { mayBePicture } from './image-problem.ts'
import type { Composer } from './use-composer.ts'

interface AttachedImageProps {
  composer: Composer
  image: File
}

/** The picture that goes with the post: what it looks like, what it shows in words, away with it. */
export function AttachedImage({ composer, image }: AttachedImageProps) {
  const { fields, errors } = composer
  const isSending = composer.status === 'sending'
  return (
    <div className="relative flex flex-col gap-4 rounded-card border border-line bg-surface-raised p-3">
      <Preview
        key={`${image.name} ${image.lastModified} ${image.size}`}
        image={image}
        onRefused={composer.refuseImage}
      />
      <TextArea
        label="Describe the image (optional)"
        description="For those who cannot see it."
        rows={2}
        value={fields.imageAlt}
        onChange={(event) => composer.changeField('imageAlt', event.target.value)}
        counterMax={IMAGE_ALT_MAX}
        tooLong={MESSAGES.altLong}
        error={errors.imageAlt}
        readOnly={isSending}
        name="imageAlt"
      />
      <IconButton
        label="Remove image"
        icon={<X />}
        disabled={isSending}
        onClick={composer.removeImage}
        className="absolute end-5 top-5 bg-surface-raised shadow-raised"
      />
    </div>
  )
}

function Preview({ image, onRefused }: { image: File; onRefused: () => void }) {
  const url = useObjectUrl(image)
  const [isUnreadable, setIsUnreadable] = useState(false)

  async function handleError() {
    if (await mayBePicture(image)) setIsUnreadable(true)
    else onRefused()
  }

  return (
    <div className="flex h-60 items-center justify-center overflow-hidden rounded-control bg-surface-sunken sm:h-80">
      {isUnreadable ? (
        <FileTile image={image} />
      ) : (
        url && (
          <img
            src={url}
            alt={`Preview of ${image.name}`}
            onError={handleError}
            className="max-h-full max-w-full object-contain"
          />
        )
      )}
    </div>
  )
}

/** For what this browser cannot draw, HEIC above all; the server can. */
function FileTile({ image }: { image: File }) {
  return (
    <div className="flex min-w-0 flex-col items-center gap-2 p-4 text-center">
      <FileImage aria-hidden className="size-10 text-ink-soft" />
      <p className="max-w-full font-medium [overflow-wrap:anywhere]">{image.name}</p>
      <p className="text-ink-soft text-sm">
        {inMegabytes(image.size)}. Your browser cannot show this image here. Snug will try once it
        is posted.
      </p>
    </div>
  )
}

function inMegabytes(bytes: number): string {
  return `${Math.max(0.1, bytes / 1024 / 1024).toFixed(1)} MB`
}
