import { X } from 'lucide-react'
import { firstLink } from '../../contract/links.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { Composer } from './use-composer.ts'

/** Says that the post will show where its link leads, unless its author does not want that. */
export function LinkPreviewChoice({ composer }: { composer: Composer }) {
  const link = firstLink(composer.fields.text)
  if (link === null || composer.fields.noPreview || composer.status === 'sending') return null
  return (
    <div className="flex items-center gap-2 rounded-control border border-line bg-surface-sunken ps-3 text-ink-soft text-sm">
      <p className="wrap-anywhere min-w-0 flex-1">With a preview of {new URL(link).host}</p>
      <IconButton
        label="No preview"
        icon={<X />}
        onClick={() => composer.changeField('noPreview', 'yes')}
      />
    </div>
  )
}
