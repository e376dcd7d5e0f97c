import { hash } from 'node:crypto'
import type { Community } from '../../contract/community.ts'
import {
  COMMUNITY_PAGES,
  type CommunityBranding,
  type CommunityPage,
} from '../../contract/community-branding.ts'
import type { CommunitySettings } from '../../contract/community-settings.ts'

const PAGES = Object.keys(COMMUNITY_PAGES) as CommunityPage[]

export function presentCommunity(settings: CommunitySettings): Community {
  const { about, rules, registration, whoMayInvite, letsInvitedIn, approvalQuestions } = settings
  return {
    ...presentBranding(settings),
    ...{ about, rules, registration, whoMayInvite, letsInvitedIn, approvalQuestions },
  }
}

export function presentBranding(settings: CommunitySettings): CommunityBranding {
  const { name, tagline, accent, logo, announcement, isSetUp } = settings
  return {
    ...{ name, tagline, accent, isSetUp },
    logo: logo && `/media/logo/${logo}/192.webp`,
    announcementId: announcement && hash('sha1', announcement, 'base64url').slice(0, 12),
    // There always is a privacy page.
    pages: PAGES.filter((page) => page === 'privacy' || settings[page].length > 0),
  }
}
