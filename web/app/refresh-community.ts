import { accentStyle } from '../../contract/accent.ts'
import { community } from '../../contract/community.ts'
import { api } from '../platform/api-client.ts'
import { showCommunity } from '../platform/community.ts'

/** Shows the community as it is by now, on the page that is open. */
export async function refreshCommunity(): Promise<void> {
  const now = community.parse(await api.get('/community'))
  const { name, tagline, accent, logo, pages, announcementId, isSetUp } = now
  showCommunity({ name, tagline, accent, logo, pages, announcementId, isSetUp })
  showAccent(accent)
  showIcon(logo ?? BUILT_ICON)
}

const BUILT_ICON = '/favicon.svg'

/** A picture says itself what kind it is. */
function showIcon(address: string): void {
  const link = document.querySelector('link[rel="icon"]')
  link?.removeAttribute('type')
  link?.setAttribute('href', address)
}

/** The server writes the same into a new page. */
function showAccent(accent: string): void {
  const style = document.getElementById('accent') ?? document.createElement('style')
  style.id = 'accent'
  style.textContent = accentStyle(accent)
  document.head.append(style)
}
