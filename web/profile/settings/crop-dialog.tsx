import { FileImage } from 'lucide-react'
import { useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useObjectUrl } from '../../platform/files/object-url.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { cropPicture, type Square } from './crop-picture.ts'

const ZOOM_MAX = 4

interface CropDialogProps {
  /** The picture to crop; none, and the dialog is closed. */
  file: File | null
  /** With the cropped photo, or with the file as it is where this browser cannot draw it. */
  onUse: (photo: File) => void
  onClose: () => void
}

export function CropDialog({ file, onUse, onClose }: CropDialogProps) {
  const picture = useRef<HTMLImageElement | null>(null)
  const [square, setSquare] = useState<Square>()
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
          onPicture={(image) => {
            picture.current = image
          }}
          onSquare={setSquare}
          onUnreadable={() => setUnreadable(file)}
        />
      )}
    </Dialog>
  )
}

interface CropAreaProps {
  file: File
  onPicture: (picture: HTMLImageElement | null) => void
  onSquare: (square: Square | undefined) => void
  onUnreadable: () => void
}

function CropArea({ file, onPicture, onSquare, onUnreadable }: CropAreaProps) {
  const url = useObjectUrl(file)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  return (
    <div className="flex flex-col gap-3">
      <div className="scheme-dark relative h-[min(20rem,50dvh)] overflow-hidden rounded-control bg-surface-sunken">
        {url && (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            maxZoom={ZOOM_MAX}
            aspect={1}
            cropShape="round"
            showGrid={false}
            // It would be written into the page in a way that Trusted Types forbid.
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, area) => onSquare(area)}
            setImageRef={(image) => onPicture(image.current)}
            mediaProps={{ onError: onUnreadable }}
            cropperProps={{
              role: 'application',
              'aria-label': 'Your photo. Move it with the arrow keys.',
            }}
          />
        )}
      </div>
      <label className="flex items-center gap-3">
        <span className="font-medium text-sm">Zoom</span>
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="h-11 min-w-0 flex-1 accent-ember-fill"
        />
      </label>
      <p className="text-ink-soft text-sm">Drag the picture, or move it with the arrow keys.</p>
    </div>
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
