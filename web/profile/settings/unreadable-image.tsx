import { FileImage } from 'lucide-react'
import { takeLostFocus } from '../../ui/lost-focus.ts'

interface UnreadableImageProps {
  name: string
  /** What becomes of it all the same. */
  outcome: string
}

/** In the place of a picture that this browser cannot draw. */
export function UnreadableImage({ name, outcome }: UnreadableImageProps) {
  return (
    <div
      ref={takeLostFocus}
      role="status"
      tabIndex={-1}
      className="flex flex-col items-center gap-2 py-6 text-center outline-none"
    >
      <FileImage aria-hidden className="size-10 text-ink-soft" />
      <p className="wrap-anywhere max-w-full font-medium">{name}</p>
      <p className="text-balance text-ink-soft">Your browser cannot show this picture. {outcome}</p>
    </div>
  )
}
