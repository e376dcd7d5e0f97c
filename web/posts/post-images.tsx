import clsx from 'clsx'
import { ImageOff } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import type { PostImage } from '../../contract/posts.ts'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { LazyDialog } from '../ui/lazy-dialog.tsx'
import { imageName } from './image-name.ts'
import { mostOf, sizesOf, WIDEST } from './image-source.ts'
import { ResponsiveImage, useImageLoading } from './responsive-image.tsx'

const ImageDialog = lazyChunk(() => import('./image-dialog.tsx'), 'ImageDialog')

interface PostImagesProps {
  images: PostImage[]
  author: string
  /** Fetches new addresses for all of them; rejects when there are none. */
  renew: () => Promise<void>
  /** How wide they can be here, as a length. */
  widest?: string
}

/** In the space kept for them; a press opens them large, with their descriptions. */
export function PostImages({ images, author, renew, widest = WIDEST }: PostImagesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [shown, setShown] = useState(0)
  const close = () => setIsOpen(false)

  const buttonOf = (image: PostImage, place: number) => ({
    ...{ image, renew, name: imageName({ images, author, place }) },
    sizes: sizesOf(image, images.length, widest),
    onOpen: () => {
      setShown(place)
      setIsOpen(true)
    },
  })

  const [only, ...others] = images
  if (!only) return null
  return (
    <>
      {others.length === 0 ? (
        <OpenImageButton
          {...buttonOf(only, 0)}
          style={{ aspectRatio: only.width / only.height, width: `min(100%, ${mostOf(only)})` }}
          className="rounded-control"
          fit="object-contain"
        />
      ) : (
        <div className="grid aspect-3/2 auto-rows-fr grid-cols-2 gap-1 overflow-hidden rounded-control">
          {images.map((image, place) => (
            <OpenImageButton
              // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of a post keep their places
              key={place}
              {...buttonOf(image, place)}
              className={clsx('size-full', images.length === 3 && place === 0 && 'row-span-2')}
              fit="object-cover"
            />
          ))}
        </div>
      )}
      <LazyDialog isOpen={isOpen} onClose={close}>
        <ImageDialog
          {...{ images, author, renew, isOpen, shown }}
          onShow={setShown}
          onClose={close}
        />
      </LazyDialog>
    </>
  )
}

interface OpenImageButtonProps {
  image: PostImage
  name: string
  sizes: string
  renew: () => Promise<void>
  onOpen: () => void
  style?: CSSProperties
  className: string
  fit: 'object-contain' | 'object-cover'
}

function OpenImageButton(props: OpenImageButtonProps) {
  const { image, name, renew, onOpen, sizes, style, className, fit } = props
  const loading = useImageLoading(image, renew)
  return (
    <button
      type="button"
      aria-haspopup={loading.isFailed ? undefined : 'dialog'}
      onClick={() => (loading.isFailed ? loading.retry() : onOpen())}
      style={style}
      className={clsx(
        'relative block min-h-11 min-w-11 overflow-hidden bg-surface-sunken',
        className,
      )}
    >
      {loading.isFailed ? (
        <ImageMissing />
      ) : (
        <>
          <ResponsiveImage
            image={image}
            alt={name}
            sizes={sizes}
            loading={loading}
            className={clsx('size-full', fit)}
          />
          {/* Tells those who see what the large picture has: that it moves, a description. */}
          <span
            aria-hidden
            className="absolute start-2 bottom-2 rounded-lg bg-ink px-1.5 py-0.5 font-semibold text-surface text-xs empty:hidden"
          >
            {image.animation && 'GIF '}
            {image.alt && 'ALT'}
          </span>
        </>
      )}
    </button>
  )
}

function ImageMissing() {
  return (
    <span className="absolute inset-0 flex flex-wrap content-center items-center justify-center gap-2 p-2 text-ink-soft text-sm">
      <ImageOff aria-hidden className="size-5" />
      This picture could not be loaded.
      <span className="font-semibold text-ember">Try again</span>
    </span>
  )
}
