import {
  type Community,
  type CommunityFace,
  type CommunitySettings,
  COMMUNITY_PAGES,
} from '../../contract/community.ts'

/** What everybody may know of the community. */
export function presentCommunity(settings: CommunitySettings): Community {
  const { about, rules, registration, whoMayInvite, approvalQuestions } = settings
  return {
    ...presentFace(settings),
    ...{ about, rules, registration, whoMayInvite, approvalQuestions },
  }
}

/** What of it stands on every page. */
export function presentFace(settings: CommunitySettings): CommunityFace {
  const { name, tagline, accent, logo } = settings
  return {
    ...{ name, tagline, accent },
    logo: logo && `/media/logo/${logo}/192.webp`,
    // There always is a privacy page.
    pages: COMMUNITY_PAGES.filter((page) => page === 'privacy' || settings[page].length > 0),
  }
}
