import { X } from 'lucide-react'
import { dateString } from '../../../contract/theme.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { PostTheme } from './post-theme.ts'

interface ChosenThemeProps {
  theme: PostTheme
  /** It may be over by the time that the post is sent. */
  error: string | undefined
  onRemove: () => void
}

/** What the post is to be about. It stands beside the words and never becomes part of them. */
export function ChosenTheme({ theme, error, onRemove }: ChosenThemeProps) {
  const label = theme.date === dateString(new Date()) ? "Today's theme:" : 'Theme of the Day:'
  return (
    <div className="flex items-start gap-2 rounded-card bg-ember-soft py-2 ps-4 pe-2">
      <div className="min-w-0 flex-1 self-center">
        <h2 className="font-serif leading-snug">
          <span className="text-ink-soft">{label}</span> {theme.prompt}
        </h2>
        {error && (
          <p role="alert" className="text-danger text-sm">
            {error}
          </p>
        )}
      </div>
      <IconButton label="Remove theme" icon={<X />} onClick={onRemove} />
    </div>
  )
}
