import { ImagePlus } from 'lucide-react'
import { IMAGE_ACCEPT, IMAGES_MAX } from '../../../contract/posts.ts'
import { FileButton } from '../../ui/file-button.tsx'

interface ImageButtonProps {
  count: number
  onChoose: (files: File[]) => void
}

export function ImageButton({ count, onChoose }: ImageButtonProps) {
  return (
    <FileButton
      label="Image"
      accept={IMAGE_ACCEPT}
      multiple
      disabled={count === IMAGES_MAX}
      onChoose={onChoose}
    >
      <ImagePlus aria-hidden className="size-4.5" />
      <span className="max-sm:sr-only">{count === 0 ? 'Add images' : 'Add more'}</span>
    </FileButton>
  )
}
