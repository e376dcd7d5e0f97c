import { firstLink } from '../../contract/links.ts'
import { useUser } from './session.tsx'

/** The link in a text that will show where it leads, unless its author does not want that. */
export function usePreviewedLink(text: string): string | null {
  const { hasLinkCards = true } = useUser()
  return hasLinkCards ? firstLink(text) : null
}
