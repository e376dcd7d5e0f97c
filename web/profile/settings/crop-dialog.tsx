import { useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { CropArea } from './crop-area.tsx'
import { CropButtons } from './crop-buttons.tsx'
import type { Area } from './crop-image.ts'
import { UnreadableImage } from './unreadable-image.tsx'
import { useCropping } from './use-cropping.ts'

interface CropDialogProps {
  /** The picture to crop; none, and the dialog is closed. */
  file: File | null
  /** With the cropped photo, or with the file as it is where this browser cannot draw it. */
  onUse: (photo: File) => void
  onClose: () => void
}

export function CropDialog({ file, onUse, onClose }: CropDialogProps) {
  const imageRef = useRef<HTMLImageElement | null>(null)
  const [square, setSquare] = useState<Area>()
  const [unreadable, setUnreadable] = useState<File>()
  const cropping = useCropping(file, onUse)
  const isUnreadable = file !== null && unreadable === file

  function use() {
    if (isUnreadable) onUse(file)
    else if (imageRef.current && square) void cropping.crop(imageRef.current, square)
  }

  return (
    <Dialog
      title="Crop your photo"
      isOpen={file !== null}
      onClose={onClose}
      footer={
        <CropButtons
          label="Use photo"
          isDisabled={!square && !isUnreadable}
          cropping={cropping}
          onUse={use}
          onCancel={onClose}
        />
      }
    >
      {file && isUnreadable && (
        <UnreadableImage name={file.name} outcome="Snug will take the square in its middle." />
      )}
      {file && !isUnreadable && (
        <CropArea
          file={file}
          name="Your photo"
          aspect={1}
          isRound
          onImage={(image) => {
            imageRef.current = image
          }}
          onArea={setSquare}
          onUnreadable={() => setUnreadable(file)}
        />
      )}
    </Dialog>
  )
}
