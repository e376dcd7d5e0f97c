import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { IMAGE_ACCEPT } from '../../contract/posts.ts'
import { Button } from '../ui/button.tsx'

interface ImageButtonProps {
  hasImage: boolean
  onChoose: (files: File[]) => void
}

/** Opens the browser's own file picker. */
export function ImageButton({ hasImage, onChoose }: ImageButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={IMAGE_ACCEPT}
        aria-label="Image"
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          onChoose(Array.from(event.target.files ?? []))
          // Or choosing the same file again would be no change.
          event.target.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden className="size-4.5" />
        {hasImage ? 'Change image' : 'Add image'}
      </Button>
    </>
  )
}
