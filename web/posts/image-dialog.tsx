import { Dialog } from '@base-ui/react/dialog'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type TouchEvent, useRef } from 'react'
import type { PostImage } from '../../contract/posts.ts'
import { useBackToClose } from '../ui/dialog-history.ts'
import { BACKDROP_CLASSES } from '../ui/dialog-style.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { imageName } from './image-name.ts'
import { ResponsiveImage, useImageLoading } from './responsive-image.tsx'

/** In px; a shorter one is a press that was not quite still. */
const SWIPE_MIN = 40

interface ImageDialogProps {
  images: PostImage[]
  author: string
  renew: () => Promise<void>
  isOpen: boolean
  shown: number
  onShow: (place: number) => void
  onClose: () => void
}

/**
 * Pictures as large as the window allows, on a dark ground by day as well, with their descriptions.
 */
export function ImageDialog(props: ImageDialogProps) {
  const { images, author, renew, isOpen, shown, onShow, onClose } = props
  useBackToClose(isOpen, onClose)
  const image = images[shown]
  const name = imageName({ images, author, place: shown })
  const hasMore = images.length > 1
  // After the last comes the first.
  const turn = (by: number) => onShow((shown + by + images.length) % images.length)
  const swipe = useSwipe(turn)

  function turnByKey({ key }: KeyboardEvent) {
    if (hasMore && key === 'ArrowLeft') turn(-1)
    if (hasMore && key === 'ArrowRight') turn(1)
  }

  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        {/* In a room, which is a dialog as well, there would be none. */}
        <Dialog.Backdrop
          forceRender
          className={`${BACKDROP_CLASSES} scheme-dark bg-surface-sunken`}
        />
        <Dialog.Popup
          onKeyDown={turnByKey}
          {...(hasMore && swipe)}
          className="scheme-dark fixed inset-0 z-30 m-auto flex size-fit max-h-dvh max-w-full flex-col items-center gap-3 overflow-y-auto p-3 text-ink transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <Dialog.Title className="sr-only">
            {hasMore ? `Pictures by ${author}` : `Picture by ${author}`}
          </Dialog.Title>
          {image && <LargeImage key={shown} {...{ image, name, renew }} />}
          {hasMore && (
            <>
              <p
                aria-live="polite"
                className="fixed start-3 top-3 rounded-control bg-surface-raised px-3 py-2.5 text-sm tabular-nums"
              >
                {shown + 1} of {images.length}
                {image?.alt && <span className="sr-only">: {image.alt}</span>}
              </p>
              <TurnButton label="Previous picture" side="start-3" onClick={() => turn(-1)}>
                <ChevronLeft />
              </TurnButton>
              <TurnButton label="Next picture" side="end-3" onClick={() => turn(1)}>
                <ChevronRight />
              </TurnButton>
            </>
          )}
          <Dialog.Close
            render={<IconButton label="Close" icon={<X />} />}
            className="fixed end-3 top-3 bg-surface-raised"
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface TurnButtonProps {
  label: string
  side: 'start-3' | 'end-3'
  onClick: () => void
  children: ReactNode
}

function TurnButton({ label, side, onClick, children }: TurnButtonProps) {
  return (
    <IconButton
      label={label}
      icon={children}
      onClick={onClick}
      className={`fixed top-1/2 -translate-y-1/2 bg-surface-raised ${side}`}
    />
  )
}

/** A finger that goes to the side turns to the next picture, one that goes up or down scrolls. */
function useSwipe(turn: (by: number) => void) {
  const start = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart({ touches }: TouchEvent) {
      const [touch, second] = Array.from(touches)
      // Two fingers make it larger.
      start.current = touch && !second ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const [touch] = Array.from(changedTouches)
      if (!touch || !start.current) return
      const across = touch.clientX - start.current.x
      const along = touch.clientY - start.current.y
      start.current = undefined
      if (Math.abs(across) < SWIPE_MIN || Math.abs(across) < 2 * Math.abs(along)) return
      turn(across < 0 ? 1 : -1)
    },
  }
}

interface LargeImageProps {
  image: PostImage
  name: string
  renew: () => Promise<void>
}

/** Here alone a picture moves that does: whoever opened it wants to see that, and may close it. */
function LargeImage({ image: shown, name, renew }: LargeImageProps) {
  const image = { ...shown, sources: shown.animation ?? shown.sources }
  const loading = useImageLoading(image, renew)
  const ratio = image.width / image.height
  const width = `min(100vw - 1.5rem, (100dvh - 9rem) * ${ratio}, ${image.width}px)`
  if (loading.isFailed) return <p role="alert">This picture could not be loaded.</p>
  return (
    <figure className="flex flex-col items-center gap-3">
      <div style={{ width: width, aspectRatio: ratio }}>
        <ResponsiveImage
          image={image}
          alt={name}
          sizes="100vw"
          loading={loading}
          className="size-full rounded-lg object-contain"
        />
      </div>
      {image.alt && (
        <Dialog.Description
          render={<figcaption />}
          dir="auto"
          className="max-w-prose whitespace-pre-wrap text-center [overflow-wrap:anywhere]"
        >
          {image.alt}
        </Dialog.Description>
      )}
    </figure>
  )
}
