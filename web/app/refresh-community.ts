import { accentStyle } from '../../contract/accent.ts'
import type { CurrentUser } from '../../contract/accounts.ts'
import { type Community, community, mayInvite } from '../../contract/community.ts'
import { api } from '../platform/api-client.ts'
import { showCommunity } from '../platform/community.ts'
import { isAdministrationClosed } from './administration.ts'

/** Shows the community as it is by now, on the page that is open. */
export async function refreshCommunity(): Promise<Community> {
  const now = community.parse(await api.get('/community'))
  const { name, tagline, accent, logo, pages, announcementId, isSetUp } = now
  showCommunity({ name, tagline, accent, logo, pages, announcementId, isSetUp })
  showAccent(accent)
  showIcon(logo ?? BUILT_ICON)
  return now
}

/** Whether who may come in, or invite, is another matter by now than the member's record says. */
export function isRecordOutdated(user: CurrentUser, now: Community): boolean {
  const isOpen = now.registration === 'open'
  const actsAsAdmin = user.isAdmin && !isAdministrationClosed(user)
  return (user.inviteUrl !== null) !== isOpen || user.mayInvite !== mayInvite(now, actsAsAdmin)
}

const BUILT_ICON = '/favicon.svg'

/** A picture says itself what kind it is. */
function showIcon(url: string): void {
  const link = document.querySelector('link[rel="icon"]')
  link?.removeAttribute('type')
  link?.setAttribute('href', url)
}

/** The server writes the same into a new page. */
function showAccent(accent: string): void {
  const style = document.getElementById('accent') ?? document.createElement('style')
  style.id = 'accent'
  style.textContent = accentStyle(accent)
  document.head.append(style)
}
