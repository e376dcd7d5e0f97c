import { type ReactNode, useState } from 'react'
import Cropper, { type MediaSize } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useObjectUrl } from '../../platform/files/object-url.ts'
import type { Area } from './crop-image.ts'

const ZOOM_MAX = 4
const ZOOM_STEP = 0.05

interface CropAreaProps {
  file: File
  /** What the picture is called to who cannot see it. */
  name: string
  /** Width to height; of a round one the circle in it is shown. */
  aspect: number
  isRound?: boolean
  onLoaded?: (size: MediaSize) => void
  onImage: (image: HTMLImageElement | null) => void
  onArea: (area: Area) => void
  onUnreadable: () => void
  /** What else can be chosen, below the zoom. */
  children?: ReactNode
}

/**
 * A picture below the part that is cut out of it: dragged, or moved by the arrow keys, and zoomed.
 */
export function CropArea(props: CropAreaProps) {
  const { file, name, aspect, isRound = false, children } = props
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
            aspect={aspect}
            cropShape={isRound ? 'round' : 'rect'}
            showGrid={false}
            // It would be written into the page in a way that Trusted Types forbid.
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, area) => props.onArea(area)}
            onMediaLoaded={(size) => props.onLoaded?.(size)}
            setImageRef={(image) => props.onImage(image.current)}
            mediaProps={{ onError: props.onUnreadable }}
            cropperProps={{
              role: 'application',
              'aria-label': `${name}. Move it with the arrow keys.`,
            }}
          />
        )}
      </div>
      <Slider
        label="Zoom"
        min={1}
        max={ZOOM_MAX}
        step={ZOOM_STEP}
        value={zoom}
        onChange={setZoom}
      />
      {children}
      <p className="text-ink-soft text-sm">Drag the picture, or move it with the arrow keys.</p>
    </div>
  )
}

interface SliderProps {
  label: string
  min: number
  max: number
  step: number
  value: number
  /** The value in words. */
  said?: string | undefined
  onChange: (value: number) => void
}

export function Slider({ label, min, max, step, value, said, onChange }: SliderProps) {
  return (
    <label className="flex items-center gap-3">
      <span className="min-w-12 font-medium text-sm">{label}</span>
      <input
        type="range"
        {...{ min, max, step, value }}
        aria-valuetext={said}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-11 min-w-0 flex-1 accent-ember-fill"
      />
    </label>
  )
}
