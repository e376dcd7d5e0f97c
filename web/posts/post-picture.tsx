import { ImageOff } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { PostImage } from '../../contract/posts.ts'
import { lazyChunk, useWasOpened } from '../platform/lazy-chunk.ts'
import { Picture, usePictureLoading } from './picture.tsx'

const PictureDialog = lazyChunk(() => import('./picture-dialog.tsx'), 'PictureDialog')

/** A tall picture leaves room for its post on the screen. */
const TALLEST = 'min(80svh, 36rem)'
/** What the card leaves at most, in the reading column. */
const WIDEST = '36.5rem'

interface PostPictureProps {
  image: PostImage
  author: string
  renew: () => Promise<void>
}

/** The picture of a post in the space kept for it; a press opens it large, with its description. */
export function PostPicture({ image, author, renew }: PostPictureProps) {
  const [isOpen, setIsOpen] = useState(false)
  const wasOpened = useWasOpened(isOpen)
  const loading = usePictureLoading(image, renew)
  const name = image.alt || `Picture by ${author}`
  const ratio = image.width / image.height
  const width = `${image.width}px, ${TALLEST} * ${ratio}`
  return (
    <>
      <button
        type="button"
        aria-haspopup={loading.isFailed ? undefined : 'dialog'}
        onClick={() => (loading.isFailed ? loading.retry() : setIsOpen(true))}
        style={{ aspectRatio: ratio, width: `min(100%, ${width})` }}
        className="relative block min-h-11 min-w-11 overflow-hidden rounded-control bg-surface-sunken"
      >
        {loading.isFailed ? (
          <PictureMissing />
        ) : (
          <>
            <Picture
              image={image}
              alt={name}
              sizes={`min(100vw - 4rem, ${WIDEST}, ${width})`}
              loading={loading}
              className="size-full object-contain"
            />
            {image.alt && <AltMark />}
          </>
        )}
      </button>
      {wasOpened && (
        <Suspense>
          <PictureDialog {...{ image, author, renew, isOpen }} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function PictureMissing() {
  return (
    <span className="absolute inset-0 flex flex-wrap content-center items-center justify-center gap-2 p-2 text-ink-soft text-sm">
      <ImageOff aria-hidden className="size-5" />
      This picture could not be loaded.
      <span className="font-semibold text-ember">Try again</span>
    </span>
  )
}

/** Tells those who see that there is a description, too; it stands under the large picture. */
function AltMark() {
  return (
    <span
      aria-hidden
      className="absolute start-2 bottom-2 rounded-lg bg-ink px-1.5 py-0.5 font-semibold text-surface text-xs"
    >
      ALT
    </span>
  )
}
