import clsx from 'clsx'
import { ArrowUp, Crop, FileImage, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import {
  IMAGE_ALT_FIELDS,
  IMAGE_ALT_MAX,
  type ImageAltField,
  MESSAGES,
} from '../../../contract/posts.ts'
import { CropImageDialog } from '../../app/crop-image.ts'
import { useObjectUrl } from '../../platform/files/object-url.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { nameOf } from './cropped-image.ts'
import { mayBeImage } from './image-problem.ts'
import { isAnimated } from './is-animated.ts'

interface ImagesComposer {
  images: File[]
  fields: Record<ImageAltField, string>
  errors: Partial<Record<ImageAltField, string | undefined>>
  status: string
  changeField: (name: ImageAltField, alt: string) => void
  removeImage: (place: number) => void
  moveImageUp: (place: number) => void
  refuseImage: (place: number) => void
  /**
   * Where pictures can be cropped: `use` puts a part of the original in an attached one's place.
   */
  crop?: {
    originalAt: (place: number) => File | undefined
    use: (image: File, cropped: File) => void
  }
}

interface AttachedImagesProps {
  composer: ImagesComposer
  /** Little room is left for them. */
  isCompact?: boolean
  onAct: (place: number) => void
}

/**
 * The pictures that go with the post: what they look like, what they show in words, in which order.
 */
export function AttachedImages({ composer, isCompact = false, onAct }: AttachedImagesProps) {
  const seen = new Map<string, number>()
  if (composer.images.length === 0) return null
  return (
    // Several stand in a row: what is below it stays in reach.
    <div className="flex snap-x snap-mandatory gap-3 overflow-x-auto rounded-card">
      {composer.images.map((image, place) => {
        // A cropped one is the same picture still, and keeps the focus.
        const { name, lastModified, size } = composer.crop?.originalAt(place) ?? image
        const file = `${name} ${lastModified} ${size}`
        const again = seen.get(file) ?? 0
        seen.set(file, again + 1)
        return (
          <AttachedImage
            key={`${file} ${again}`}
            {...{ composer, isCompact, image, place, onAct }}
          />
        )
      })}
    </div>
  )
}

interface AttachedImageProps extends AttachedImagesProps {
  image: File
  place: number
}

function AttachedImage({ composer, isCompact, image, place, onAct }: AttachedImageProps) {
  const { fields, errors, images } = composer
  const isSending = composer.status === 'sending'
  const name = IMAGE_ALT_FIELDS[place] ?? 'imageAlt'
  const isOne = images.length === 1
  const [canCrop, setCanCrop] = useState(false)
  return (
    <fieldset
      data-image
      tabIndex={-1}
      aria-label={isOne ? 'Attached image' : `Attached image ${place + 1}`}
      className={clsx(
        'relative flex shrink-0 snap-start flex-col gap-4 rounded-card border border-line bg-surface-raised p-3 outline-none',
        isOne ? 'w-full' : 'w-4/5 sm:w-5/11',
        isCompact && 'max-w-80',
      )}
    >
      <Preview
        image={image}
        isLarge={isOne && !isCompact}
        onDrawn={async () => setCanCrop(!(await isAnimated(image)))}
        onRefused={() => composer.refuseImage(place)}
      />
      <TextArea
        label={`Describe ${isOne ? 'the image' : `image ${place + 1}`} (optional)`}
        description="For those who cannot see it."
        rows={2}
        value={fields[name]}
        onChange={(event) => composer.changeField(name, event.target.value)}
        counterMax={IMAGE_ALT_MAX}
        tooLong={MESSAGES.altLong}
        error={errors[name]}
        readOnly={isSending}
        name={name}
      />
      <ImageButtons {...{ composer, image, place, onAct, canCrop }} />
    </fieldset>
  )
}

interface ImageButtonsProps {
  composer: ImagesComposer
  image: File
  place: number
  /** Whether this browser can draw it, and it stands still. */
  canCrop: boolean
  onAct: (place: number) => void
}

function ImageButtons({ composer, image, place, canCrop, onAct }: ImageButtonsProps) {
  const isSending = composer.status === 'sending'
  const isOne = composer.images.length === 1
  return (
    <div className="absolute end-5 top-5 flex gap-2">
      {canCrop && composer.crop && (
        <CropButton
          label={isOne ? 'Crop image' : `Crop image ${place + 1}`}
          crop={composer.crop}
          image={image}
          place={place}
          isDisabled={isSending}
        />
      )}
      {place > 0 && (
        <IconButton
          label={`Move image ${place + 1} up`}
          icon={<ArrowUp />}
          disabled={isSending}
          onClick={() => {
            composer.moveImageUp(place)
            onAct(place - 1)
          }}
          className="bg-surface-raised shadow-raised"
        />
      )}
      <IconButton
        label={isOne ? 'Remove image' : `Remove image ${place + 1}`}
        icon={<X />}
        disabled={isSending}
        onClick={() => {
          composer.removeImage(place)
          onAct(place)
        }}
        className="bg-surface-raised shadow-raised"
      />
    </div>
  )
}

interface CropButtonProps {
  label: string
  crop: NonNullable<ImagesComposer['crop']>
  image: File
  place: number
  isDisabled: boolean
}

function CropButton({ label, crop, image, place, isDisabled }: CropButtonProps) {
  const [file, setFile] = useState<File>()
  const [isDone, setIsDone] = useState(false)

  function use(cropped: File) {
    crop.use(image, cropped)
    setFile(undefined)
    setIsDone(true)
  }

  return (
    <>
      <IconButton
        label={label}
        icon={<Crop />}
        disabled={isDisabled}
        onClick={() => {
          setIsDone(false)
          setFile(crop.originalAt(place))
        }}
        className="bg-surface-raised shadow-raised"
      />
      <span role="status" className="sr-only">
        {isDone && 'The picture is cropped.'}
      </span>
      {file && (
        <Suspense>
          <CropImageDialog file={file} onUse={use} onClose={() => setFile(undefined)} />
        </Suspense>
      )}
    </>
  )
}

interface PreviewProps {
  image: File
  isLarge: boolean
  onDrawn: () => void
  onRefused: () => void
}

function Preview({ image, isLarge, onDrawn, onRefused }: PreviewProps) {
  const url = useObjectUrl(image)
  const [isUnreadable, setIsUnreadable] = useState(false)

  async function handleError() {
    if (await mayBeImage(image)) setIsUnreadable(true)
    else onRefused()
  }

  return (
    <div
      className={clsx(
        'flex items-center justify-center overflow-hidden rounded-control bg-surface-sunken',
        isLarge ? 'h-60 sm:h-80' : 'h-40',
      )}
    >
      {isUnreadable ? (
        <FileTile image={image} />
      ) : (
        url && (
          <img
            src={url}
            alt={`Preview of ${nameOf(image)}`}
            onLoad={onDrawn}
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
