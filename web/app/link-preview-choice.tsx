import { X } from 'lucide-react'
import { IconButton } from '../ui/icon-button.tsx'
import { usePreviewedLink } from './previewed-link.ts'

interface LinkPreviewChoiceProps {
  text: string
  onRefuse: () => void
}

/** Says that the post will show where its link leads, unless its author does not want that. */
export function LinkPreviewChoice({ text, onRefuse }: LinkPreviewChoiceProps) {
  const link = usePreviewedLink(text)
  if (link === null) return null
  return (
    <div className="flex items-center gap-2 rounded-control border border-line bg-surface-sunken ps-3 text-ink-soft text-sm">
      <p className="wrap-anywhere min-w-0 flex-1">With a preview of {new URL(link).host}</p>
      <IconButton label="No preview" icon={<X />} onClick={onRefuse} />
    </div>
  )
}
