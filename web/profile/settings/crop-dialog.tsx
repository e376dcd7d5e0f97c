import { FileImage } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CropArea } from './crop-area.tsx'
import { type Area, cropPicture } from './crop-picture.ts'

interface CropDialogProps {
  /** The picture to crop; none, and the dialog is closed. */
  file: File | null
  /** With the cropped photo, or with the file as it is where this browser cannot draw it. */
  onUse: (photo: File) => void
  onClose: () => void
}

export function CropDialog({ file, onUse, onClose }: CropDialogProps) {
  const picture = useRef<HTMLImageElement | null>(null)
  const [square, setSquare] = useState<Area>()
  const [unreadable, setUnreadable] = useState<File>()
  const isUnreadable = file !== null && unreadable === file

  async function use() {
    if (!file) return
    const cropped = picture.current && square && (await cropPicture(picture.current, square))
    onUse(cropped || file)
  }

  return (
    <Dialog
      title="Crop your photo"
      isOpen={file !== null}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={use} disabled={!square && !isUnreadable}>
            Use photo
          </Button>
        </>
      }
    >
      {file && isUnreadable && <UnreadablePicture file={file} />}
      {file && !isUnreadable && (
        <CropArea
          file={file}
          name="Your photo"
          aspect={1}
          isRound
          onPicture={(image) => {
            picture.current = image
          }}
          onArea={setSquare}
          onUnreadable={() => setUnreadable(file)}
        />
      )}
    </Dialog>
  )
}

function UnreadablePicture({ file }: { file: File }) {
  return (
    <div role="status" className="flex flex-col items-center gap-2 py-6 text-center">
      <FileImage aria-hidden className="size-10 text-ink-soft" />
      <p className="wrap-anywhere max-w-full font-medium">{file.name}</p>
      <p className="text-balance text-ink-soft">
        Your browser cannot show this picture. Snug will take the square in its middle.
      </p>
    </div>
  )
}
