import { X } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'

interface ChosenThemeProps {
  prompt: string
  onRemove: () => void
}

/** What the post is to be about. It stands beside the words and never becomes part of them. */
export function ChosenTheme({ prompt, onRemove }: ChosenThemeProps) {
  return (
    <div className="flex items-start gap-2 rounded-card bg-ember-soft py-2 ps-4 pe-2">
      <h2 className="min-w-0 flex-1 self-center font-serif leading-snug">
        <span className="text-ink-soft">Today's theme:</span> {prompt}
      </h2>
      <IconButton label="Remove theme" icon={<X />} onClick={onRemove} />
    </div>
  )
}
