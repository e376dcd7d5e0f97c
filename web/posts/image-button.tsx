import { ImagePlus } from 'lucide-react'
import { IMAGE_ACCEPT } from '../../contract/posts.ts'
import { FileButton } from '../ui/file-button.tsx'

interface ImageButtonProps {
  hasImage: boolean
  onChoose: (files: File[]) => void
}

export function ImageButton({ hasImage, onChoose }: ImageButtonProps) {
  return (
    <FileButton label="Image" accept={IMAGE_ACCEPT} onChoose={onChoose}>
      <ImagePlus aria-hidden className="size-4.5" />
      {hasImage ? 'Change image' : 'Add image'}
    </FileButton>
  )
}
