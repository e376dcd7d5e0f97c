import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { PostImage } from '../../contract/posts.ts'
import { useBackToClose } from '../ui/dialog-history.ts'
import { BACKDROP_CLASSES } from '../ui/dialog-style.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Picture, usePictureLoading } from './picture.tsx'

interface PictureDialogProps {
  image: PostImage
  author: string
  renew: () => Promise<void>
  isOpen: boolean
  onClose: () => void
}

/** A picture as large as the window allows, on a dark ground by day as well, with its description. */
export function PictureDialog({ isOpen, onClose, ...picture }: PictureDialogProps) {
  useBackToClose(isOpen, onClose)
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={`${BACKDROP_CLASSES} scheme-dark bg-surface-sunken`} />
        <Dialog.Popup className="scheme-dark fixed inset-0 z-30 m-auto flex size-fit max-h-dvh max-w-full flex-col items-center gap-3 overflow-y-auto p-3 text-ink transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
          <Dialog.Title className="sr-only">{`Picture by ${picture.author}`}</Dialog.Title>
          <LargePicture {...picture} />
          <Dialog.Close
            render={<IconButton label="Close" icon={<X />} />}
            className="fixed end-3 top-3 bg-surface-raised"
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function LargePicture({ image, author, renew }: Omit<PictureDialogProps, 'isOpen' | 'onClose'>) {
  const loading = usePictureLoading(image, renew)
  const ratio = image.width / image.height
  const width = `min(100vw - 1.5rem, (100dvh - 9rem) * ${ratio}, ${image.width}px)`
  if (loading.isFailed) return <p role="alert">This picture could not be loaded.</p>
  return (
    <figure className="flex flex-col items-center gap-3">
      <div style={{ width: width, aspectRatio: ratio }}>
        <Picture
          image={image}
          alt={image.alt || `Picture by ${author}`}
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
