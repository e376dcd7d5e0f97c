import { useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { CropArea, Slider } from './crop-area.tsx'
import { CropButtons } from './crop-buttons.tsx'
import type { Area } from './crop-image.ts'
import { SHAPE_STEP, shapeAt, shapeMax } from './crop-shape.ts'
import { UnreadableImage } from './unreadable-image.tsx'
import { useCropping } from './use-cropping.ts'

/** More than any screen shows of a post. */
const SIDE_MAX = 4096

interface CropImageDialogProps {
  file: File
  /** With the part that was chosen; with the file itself where that is all of it. */
  onUse: (image: File) => void
  onClose: () => void
}

/** Cuts a part of any shape out of a picture. */
export function CropImageDialog({ file, onUse, onClose }: CropImageDialogProps) {
  const imageRef = useRef<HTMLImageElement | null>(null)
  const [area, setArea] = useState<Area>()
  const { shape, max, setOwnShape, choose } = useShape()
  const [isUnreadable, setIsUnreadable] = useState(false)
  const cropping = useCropping(file, onUse)

  function use() {
    const image = imageRef.current
    if (!image || !area) return
    if (isWhole(image, area)) onUse(file)
    else void cropping.crop(image, area, SIDE_MAX)
  }

  return (
    <Dialog
      title="Crop the picture"
      isOpen
      onClose={onClose}
      footer={
        <CropButtons
          label="Use this part"
          isDisabled={!area || isUnreadable}
          cropping={cropping}
          onUse={use}
          onCancel={onClose}
        />
      }
    >
      {isUnreadable ? (
        <UnreadableImage
          name={file.name}
          outcome="It cannot be cropped here, and stays as it is."
        />
      ) : (
        <CropArea
          file={file}
          name="The picture"
          aspect={2 ** shape}
          onLoaded={({ naturalWidth, naturalHeight }) =>
            setOwnShape(Math.log2(naturalWidth / naturalHeight))
          }
          onImage={(image) => {
            imageRef.current = image
          }}
          onArea={setArea}
          onUnreadable={() => setIsUnreadable(true)}
        >
          <Slider
            label="Shape"
            min={-max}
            max={max}
            step={SHAPE_STEP}
            value={shape}
            said={area && `${area.width} by ${area.height} pixels`}
            onChange={choose}
          />
        </CropArea>
      )}
    </Dialog>
  )
}

/** The picture's own, until another is chosen. */
function useShape() {
  const [ownShape, setOwnShape] = useState(0)
  const [chosen, setChosen] = useState<number>()
  const choose = (value: number) => setChosen(shapeAt(value, ownShape))
  return { shape: chosen ?? ownShape, max: shapeMax(ownShape), setOwnShape, choose }
}

/** But for what was lost to rounding. */
function isWhole({ naturalWidth, naturalHeight }: HTMLImageElement, { width, height }: Area) {
  return naturalWidth - width <= 1 && naturalHeight - height <= 1
}
