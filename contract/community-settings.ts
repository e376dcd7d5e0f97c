import { z } from 'zod'
import { boundedList } from './bounded-list.ts'
import { community, INVITERS, REGISTRATIONS } from './community.ts'
import { DEFAULT_BRANDING, RULE_TITLE_MAX } from './community-branding.ts'
import { withCommas } from './number-format.ts'
import { APPROVAL_QUESTIONS_MAX } from './registration.ts'
import { isOneLine, typedText } from './text.ts'
import { uploadedImage } from './uploaded-image.ts'

// The community's own branding and rules, as administrators decide them.

export const COMMUNITY_LIMITS = {
  name: 40,
  tagline: 80,
  about: 5_000,
  rules: 12,
  ruleTitle: RULE_TITLE_MAX,
  ruleText: 300,
  approvalQuestions: APPROVAL_QUESTIONS_MAX,
  approvalQuestion: 300,
  blockedMailDomains: 1_000,
  mailDomain: 253,
  announcement: 500,
  page: 20_000,
} as const

export const MESSAGES = {
  nameBlank: 'Please give the community a name.',
  nameLong: `A name may have up to ${COMMUNITY_LIMITS.name} characters.`,
  oneLine: 'This must be a single line.',
  taglineLong: `The line under the name may have up to ${COMMUNITY_LIMITS.tagline} characters.`,
  aboutLong: `This text may have up to ${withCommas(COMMUNITY_LIMITS.about)} characters.`,
  rulesMany: `There may be up to ${COMMUNITY_LIMITS.rules} rules.`,
  rulesWrong: 'Rules are a list, each with a title and a text.',
  ruleBlank: 'Please say in a few words what the rule is.',
  ruleTitleLong: `The title of a rule may have up to ${COMMUNITY_LIMITS.ruleTitle} characters.`,
  ruleTextLong: `The text of a rule may have up to ${COMMUNITY_LIMITS.ruleText} characters.`,
  registrationInvalid: 'Please choose who may come in.',
  invitersInvalid: 'Please choose who may invite.',
  letsInvitedInInvalid: 'Please choose whether invited people wait.',
  questionsMany: `There may be up to ${COMMUNITY_LIMITS.approvalQuestions} questions.`,
  questionsWrong: 'Questions are a list of texts.',
  questionBlank: 'Please write a question, or take it away.',
  questionLong: `A question may have up to ${COMMUNITY_LIMITS.approvalQuestion} characters.`,
  domainsMany: `Up to ${withCommas(COMMUNITY_LIMITS.blockedMailDomains)} mail domains can be blocked.`,
  domainsWrong: 'Mail domains are a list of texts.',
  domainInvalid: 'A mail domain looks like example.org.',
  pageLong: `A page may have up to ${withCommas(COMMUNITY_LIMITS.page)} characters.`,
  accentInvalid: 'A colour looks like #b1471c.',
  announcementLong: `An announcement may have up to ${COMMUNITY_LIMITS.announcement} characters.`,
  logoMissing: 'Please choose a picture.',
  logoTooLarge: 'This picture is too large. It can have at most 15 MB.',
  oneLogo: 'A community has one logo.',
  unknown: 'There is no such setting.',
  reasonMissing: 'Please say why: it is kept in the log.',
  saved: 'Saved. Everybody sees it now.',
} as const

const name = typedText(COMMUNITY_LIMITS.name, {
  blank: MESSAGES.nameBlank,
  long: MESSAGES.nameLong,
}).refine(isOneLine, MESSAGES.oneLine)
const tagline = typedText(COMMUNITY_LIMITS.tagline, { long: MESSAGES.taglineLong }).refine(
  isOneLine,
  MESSAGES.oneLine,
)
const page = typedText(COMMUNITY_LIMITS.page, { long: MESSAGES.pageLong })

const communityRule = z.object(
  {
    title: typedText(COMMUNITY_LIMITS.ruleTitle, {
      blank: MESSAGES.ruleBlank,
      long: MESSAGES.ruleTitleLong,
    }),
    text: typedText(COMMUNITY_LIMITS.ruleText, { long: MESSAGES.ruleTextLong }).default(''),
  },
  MESSAGES.rulesWrong,
)

const mailDomain = z
  .string(MESSAGES.domainInvalid)
  .max(COMMUNITY_LIMITS.mailDomain, MESSAGES.domainInvalid)
  .toLowerCase()
  .regex(/^([a-z0-9-]{1,63}\.){1,10}[a-z0-9-]{2,63}$/, MESSAGES.domainInvalid)

/** Everything administrators decide about the community. */
export const communityFields = {
  name,
  tagline,
  /** With links, lists and paragraphs; as the pages below. */
  about: typedText(COMMUNITY_LIMITS.about, { long: MESSAGES.aboutLong }),
  rules: boundedList(communityRule, COMMUNITY_LIMITS.rules, {
    long: MESSAGES.rulesMany,
    wrong: MESSAGES.rulesWrong,
  }),
  registration: z.enum(REGISTRATIONS, MESSAGES.registrationInvalid),
  whoMayInvite: z.enum(INVITERS, MESSAGES.invitersInvalid),
  letsInvitedIn: z.boolean(MESSAGES.letsInvitedInInvalid),
  /** Asked of who comes in by approval. */
  approvalQuestions: boundedList(
    typedText(COMMUNITY_LIMITS.approvalQuestion, {
      blank: MESSAGES.questionBlank,
      long: MESSAGES.questionLong,
    }),
    COMMUNITY_LIMITS.approvalQuestions,
    { long: MESSAGES.questionsMany, wrong: MESSAGES.questionsWrong },
  ),
  /** Nobody registers with an address there or below, in lower case. */
  blockedMailDomains: boundedList(mailDomain, COMMUNITY_LIMITS.blockedMailDomains, {
    long: MESSAGES.domainsMany,
    wrong: MESSAGES.domainsWrong,
  }),
  /** Empty: there is no such page. An empty privacy page is the one that Snug comes with. */
  imprint: page,
  privacy: page,
  terms: page,
  /** `#rrggbb`, or empty for Snug's own. */
  accent: z
    .string(MESSAGES.accentInvalid)
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, MESSAGES.accentInvalid),
  /** On top of everybody's Home until they close it; empty for none. */
  announcement: typedText(COMMUNITY_LIMITS.announcement, { long: MESSAGES.announcementLong }),
  /** The first settings were made, or are left to be: from then on each change has a reason. */
  isSetUp: z.literal(true, MESSAGES.unknown),
}

/** What is absent stays as it is. */
export const communityChanges = z.strictObject(communityFields, MESSAGES.unknown).partial()
export type CommunityChanges = z.output<typeof communityChanges>

export const LOGO_MAX_BYTES = 15 * 1024 * 1024
/** For the description of the API: the picture is read as it streams in. */
export const logoForm = z.object({ logo: uploadedImage(LOGO_MAX_BYTES) })

/** The same as it is answered. */
export const communitySettings = community.omit({ pages: true, announcementId: true }).extend({
  blockedMailDomains: z.array(z.string()),
  imprint: z.string(),
  privacy: z.string(),
  terms: z.string(),
  announcement: z.string(),
  /** The id of its picture, which has a route of its own. */
  logo: z.string().nullable(),
})
export type CommunitySettings = z.infer<typeof communitySettings>

export const COMMUNITY_DEFAULTS: CommunitySettings = {
  name: DEFAULT_BRANDING.name,
  tagline: DEFAULT_BRANDING.tagline,
  about: '',
  rules: [],
  registration: 'open',
  whoMayInvite: 'everybody',
  letsInvitedIn: true,
  approvalQuestions: [],
  blockedMailDomains: [],
  imprint: '',
  privacy: '',
  terms: '',
  accent: '',
  announcement: '',
  logo: null,
  isSetUp: false,
}
