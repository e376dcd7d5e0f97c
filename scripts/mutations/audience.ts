import type { Mutation } from './mutation.ts'

const AUDIENCE = 'server/posts/audience/post-audience.test.ts'
const OPENED = 'server/posts/audience/opened-profile.test.ts'
const CHANGE = 'server/posts/audience/post-audience.ts'
const QUERIES = 'server/posts/queries.ts'
const UPDATE = 'server/posts/audience/audience-queries.ts'

/** For whom a post is, as its author says and says anew. */
export const audience: Mutation[] = [
  {
    name: "anybody changes for whom another's post is",
    file: CHANGE,
    text: `    requireAuthor(actor, post, MESSAGES.notYourAudience)
`,
    replacement: '',
    tests: [AUDIENCE, 'server/tests/access.test.ts'],
  },
  {
    name: 'a post is widened past what others wrote for fewer',
    file: CHANGE,
    text: 'if (isWidened && (await wasCommented(trx, byOthers)))',
    replacement: 'if (!isWidened && (await wasCommented(trx, byOthers)))',
    tests: [AUDIENCE],
  },
  {
    name: 'for friends counts as wider than for the profile',
    file: CHANGE,
    text: 'return POST_AUDIENCES.indexOf(audience) < POST_AUDIENCES.indexOf(than)',
    replacement: 'return POST_AUDIENCES.indexOf(audience) > POST_AUDIENCES.indexOf(than)',
    tests: [AUDIENCE],
  },
  {
    name: 'a post of a private profile is public once it follows it',
    file: QUERIES,
    text: 'return author?.is_private !== 1',
    replacement: 'return author !== undefined',
    tests: [AUDIENCE],
  },
  {
    name: 'a post for friends is public',
    file: QUERIES,
    text: '  if (!AUDIENCES[audience].followsProfile) return false\n',
    replacement: '',
    tests: [AUDIENCE],
  },
  {
    name: 'a post that was narrowed stays on screens',
    file: CHANGE,
    text: `    if (!isWidened) await publishPostChanged(mutation, post)
`,
    replacement: '',
    tests: [AUDIENCE],
  },
  {
    name: 'what was written in private opens with the profile where it was to stay',
    file: UPDATE,
    text: 'is_public: eb.case().when(stays).then(sql.lit(0)).else(sql.lit(1)).end(),',
    replacement: 'is_public: eb.case().when(stays).then(sql.lit(1)).else(sql.lit(1)).end(),',
    tests: [OPENED],
  },
  {
    name: 'what was for friends opens with the profile',
    file: UPDATE,
    text: `    .where('posts.audience', '=', 'profile')
`,
    replacement: `    .where('posts.audience', '<>', 'squad')
`,
    tests: [OPENED, 'server/accounts/privacy.test.ts'],
  },
  {
    name: 'memory keeps where a post stood before its audience changed',
    file: UPDATE,
    text: '      ...{ audience, seq, is_public: isPublic ? 1 : 0 },',
    replacement: '      ...{ audience, is_public: isPublic ? 1 : seq * 0 },',
    tests: [AUDIENCE, 'server/posts/feeds/newest-posts.test.ts'],
  },
  {
    name: 'a card that is kept outlives the audience of its post',
    file: UPDATE,
    text: `      ...{ audience, seq, is_public: isPublic ? 1 : 0 },
      version: eb('version', '+', 1),`,
    replacement: `      ...{ audience, seq, is_public: isPublic ? 1 : 0 },
      version: eb('version', '+', 0),`,
    tests: [AUDIENCE, 'server/posts/cards/post-cache.test.ts'],
  },
]
