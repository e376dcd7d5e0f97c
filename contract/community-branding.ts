// What every page shows of the community. It is in the first script of the client, so it stands
// apart from what checks the settings.

/** What everybody may read on a page of its own, with its name and its place in the client. */
export const COMMUNITY_PAGES = {
  about: { name: 'About', path: '/about' },
  rules: { name: 'Rules', path: '/rules' },
  imprint: { name: 'Imprint', path: '/imprint' },
  // `/privacy` is where members choose who sees their posts.
  privacy: { name: 'Privacy policy', path: '/privacy-policy' },
  terms: { name: 'Terms', path: '/terms' },
} as const
export type CommunityPage = keyof typeof COMMUNITY_PAGES

export interface CommunityBranding {
  name: string
  tagline: string
  /** `#rrggbb`, or empty for Snug's own. */
  accent: string
  /**
   * The address of its picture, in which the width may be replaced by 512, or by 640 with a margin.
   */
  logo: string | null
  pages: CommunityPage[]
  /** Another for each announcement; empty for none. What it says is for members. */
  announcementId: string
  /** Whether an administrator was led through the first settings, or did not want to be. */
  isSetUp: boolean
}

export const DEFAULT_BRANDING: CommunityBranding = {
  name: 'Snug',
  tagline: 'A small warm room on the internet. Socializing without noise or ads.',
  accent: '',
  logo: null,
  pages: ['privacy'],
  announcementId: '',
  isSetUp: true,
}

/** Characters of a rule's title, by which a report names the rule. */
export const RULE_TITLE_MAX = 100
