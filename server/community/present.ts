import { type Community, type CommunitySettings, LEGAL_PAGES } from '../../contract/community.ts'

/** What everybody may know of the community. */
export function presentCommunity(settings: CommunitySettings): Community {
  const { name, tagline, about, rules, registration, whoMayInvite, approvalQuestions, accent } =
    settings
  return {
    ...{ name, tagline, about, rules, registration, whoMayInvite, approvalQuestions, accent },
    // There always is a privacy page.
    pages: LEGAL_PAGES.filter((page) => page === 'privacy' || settings[page] !== ''),
  }
}
