import { usePreviewedLink } from '../../app/previewed-link.ts'
import { useDraft } from '../../platform/drafts.ts'

/**
 * Whether the first link shows where it leads: kept with the words, and asked anew for another
 * link.
 */
export function usePreviewChoice(spaceId: string, text: string) {
  const [refused, refuse, forget] = useDraft(`no-preview-${spaceId}`)
  const link = usePreviewedLink(text)
  const isRefused = link !== null && refused === link
  return {
    isOffered: link !== null && !isRefused,
    isRefused,
    refuse: () => refuse(link ?? ''),
    forget,
  }
}

export type PreviewChoice = ReturnType<typeof usePreviewChoice>
