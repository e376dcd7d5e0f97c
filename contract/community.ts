import { z } from 'zod'
import { COMMUNITY_PAGES, type CommunityPage } from './community-branding.ts'

// What everybody may read of the community. What administrators decide about it has a contract of
// its own, which only they wait for.

export const REGISTRATIONS = ['open', 'approval', 'invite', 'closed'] as const
export const INVITERS = ['everybody', 'admins'] as const
/** The pages that are asked for by themselves. */
export const LEGAL_PAGES = ['imprint', 'privacy', 'terms'] as const
export type LegalPage = (typeof LEGAL_PAGES)[number]

export const MESSAGES = { pageMissing: 'There is no such page.' } as const

const pageNames = Object.keys(COMMUNITY_PAGES) as CommunityPage[]

/** What everybody may know, signed in or not. */
export const community = z.object({
  name: z.string(),
  tagline: z.string(),
  about: z.string(),
  rules: z.array(z.object({ title: z.string(), text: z.string() })),
  registration: z.enum(REGISTRATIONS),
  whoMayInvite: z.enum(INVITERS),
  /** Whether who was invited comes in at once where others wait for approval. */
  letsInvitedIn: z.boolean().default(true),
  approvalQuestions: z.array(z.string()),
  accent: z.string(),
  /**
   * The address of its picture, in a width that may be replaced by 512, or by 640 with a margin.
   */
  logo: z.string().nullable(),
  pages: z.array(z.enum(pageNames)),
  /** Another for each announcement; empty for none. */
  announcementId: z.string(),
  /** Whether an administrator was led through the first settings, or did not want to be. */
  isSetUp: z.boolean(),
})
export type Community = z.output<typeof community>
export type CommunityRule = Community['rules'][number]

/** Whether a member may make invitations; `isAdmin`: whether they act as an administrator. */
export function mayInvite(
  { registration, whoMayInvite }: Pick<Community, 'registration' | 'whoMayInvite'>,
  isAdmin: boolean,
): boolean {
  return registration !== 'closed' && (isAdmin || whoMayInvite === 'everybody')
}

export const communityPageParams = z.object({ page: z.enum(LEGAL_PAGES, MESSAGES.pageMissing) })
/** Paragraphs, lists, headings and links, as in `about`. */
export const communityPage = z.object({ text: z.string() })

/** What administrators announce; empty for nothing. */
export const announcement = z.object({ text: z.string() })
