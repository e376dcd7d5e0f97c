import type { Mutation } from './mutation.ts'

const IMPORT = 'server/archive/import/import.test.ts'
const IMPORTS = 'server/archive/import/imports.ts'
const CONTENT = 'server/archive/import/import-content.ts'
const SUSPENDED = 'server/archive/suspended/suspended-archive.test.ts'
const SUSPENDED_MEMBER = 'server/accounts/suspended-member.ts'
const PASS = 'server/archive/suspended/suspended-pass.ts'
const ARCHIVE = 'server/archive/export/archive.test.ts'
const LINKS = 'server/archive/export/archive-links.ts'

/** What goes with an archive and comes with one, and who is let at it while suspended. */
export const archives: Mutation[] = [
  {
    name: 'an account with posts takes an archive',
    file: IMPORTS,
    text: `    if ((await queries.countOwn(trx, actor.id)).posts > 0)
      throw new HttpError('conflict', MESSAGES.notEmpty)
`,
    replacement: '',
    tests: [IMPORT],
  },
  {
    name: 'archives are read as often as one likes',
    file: IMPORTS,
    text: `  if (nextAt > now)
    throw`,
    replacement: `  if (nextAt < 0)
    throw`,
    tests: [IMPORT],
  },
  {
    name: 'an archive begins while another is read',
    file: IMPORTS,
    text: "if (latest?.state === 'reading' || latest?.state === 'taking back')",
    replacement: "if (latest?.state === 'taking back')",
    tests: [IMPORT],
  },
  {
    name: 'archives that are none are sent without an end',
    file: IMPORTS,
    text: `  await requireFewFailed(services, actor.id)
`,
    replacement: '',
    tests: ['server/archive/import/import-zip.test.ts'],
  },
  {
    name: 'an archive is taken where there is no room',
    file: IMPORTS,
    text: `  if (!(await imports.hasRoom(needed))) throw new HttpError('storage_full', MESSAGES.noRoom)
`,
    replacement: '',
    tests: [IMPORT],
  },
  {
    name: 'a piece that came before is added again',
    file: IMPORTS,
    text: 'if (Number(row.received) === offset) {',
    replacement: 'if (Number(row.received) >= offset) {',
    tests: [IMPORT],
    survives: 'The row moves on from where it stands alone; what was written in vain is removed.',
  },
  {
    name: 'what comes in an archive is for everybody',
    file: 'server/posts/import/imported-posts.ts',
    text: 'is_public: 0, imported_from',
    replacement: 'is_public: 1, imported_from',
    tests: [IMPORT],
  },
  {
    name: 'what was for the squad is for all friends',
    file: CONTENT,
    text: 'audience: AUDIENCES[post.audience].readers,',
    replacement: "audience: 'friends',",
    tests: [IMPORT],
  },
  {
    name: 'a post of tomorrow comes in an archive',
    file: CONTENT,
    text: 'if (createdAt < OLDEST_MS || createdAt > now) return null',
    replacement: 'if (createdAt < OLDEST_MS) return null',
    tests: [IMPORT],
  },
  {
    name: 'who is mentioned there is mentioned here',
    file: 'server/posts/import/imported-posts.ts',
    text: 'text: textWithIds(text, new Map()),',
    replacement: 'text,',
    tests: [IMPORT],
  },
  {
    name: 'a post longer than the limit comes in an archive',
    file: CONTENT,
    text: 'const text = createPostFields.shape.text.safeParse(post?.text).data',
    replacement: 'const text = post?.text',
    tests: [IMPORT],
  },
  {
    name: 'an archive of a newer Snug is read',
    file: CONTENT,
    text: 'if (schema === ARCHIVE_SCHEMA) return',
    replacement: "if (typeof schema === 'number') return",
    tests: [IMPORT, 'server/archive/import/import-zip.test.ts'],
  },
  {
    name: 'who is not suspended gets a pass',
    file: SUSPENDED_MEMBER,
    text: `  if (suspended_until === null) throw new HttpError('not_found', MESSAGES.notSuspended)
`,
    replacement: `  void suspended_until
`,
    tests: [SUSPENDED, 'server/tests/access.test.ts'],
  },
  {
    name: 'a pass is given without the code of the app',
    file: SUSPENDED_MEMBER,
    text: `  await spendCode(services, guards.code, user, { code, ip: client.ip, device })
`,
    replacement: `  void device
`,
    tests: [SUSPENDED],
  },
  {
    name: 'a pass works for ever',
    file: PASS,
    text: 'return Number(PASS.exec(pass)?.[2] ?? 0) > clock()',
    replacement: 'return Number(PASS.exec(pass)?.[2] ?? 0) > 0 * clock()',
    tests: [SUSPENDED],
  },
  {
    name: 'a pass is signed by nobody',
    file: PASS,
    text: 'return isPassInTime(clock, pass) && signatures.isRight(signed(account, expires), signature)',
    replacement:
      "return isPassInTime(clock, pass) && (signature !== '' || signatures.isRight(signed(account, expires), signature))",
    tests: [SUSPENDED],
  },
  {
    name: 'a pass outlives the password',
    file: PASS,
    text: `return \`pass \${id} \${expires} \${password_hash}\``,
    replacement: `return \`pass \${id} \${expires} \${password_hash.length}\``,
    tests: [SUSPENDED],
  },
  {
    name: "one's pass opens another's archive",
    file: PASS,
    text: `return \`pass \${id} \${expires} \${password_hash}\``,
    replacement: `return \`pass \${expires} \${password_hash}\``,
    tests: [SUSPENDED],
    survives: 'Two accounts have never the same hash: each has a salt of its own.',
  },
  {
    name: 'a pass outlives the suspension',
    file: SUSPENDED_MEMBER,
    text: 'return user && user.suspended_until !== null ? user : undefined',
    replacement: 'return user',
    tests: [SUSPENDED],
  },
  {
    name: 'a link to an archive opens in any browser',
    file: LINKS,
    text: `    archiveSignatures.isRight(text, signature) &&
`,
    replacement: '',
    tests: [ARCHIVE, SUSPENDED],
  },
  {
    name: 'a link to an archive works for ever',
    file: LINKS,
    text: `    Number(expires) > clock() &&
`,
    replacement: '',
    tests: [ARCHIVE, SUSPENDED],
  },
  {
    name: 'a link to an archive outlives the session',
    file: LINKS,
    text: '(await isOwners(services, row.user_id, session))',
    replacement: '(await isOwners(services, row.user_id, session).then(() => true))',
    tests: [ARCHIVE, SUSPENDED],
  },
  {
    name: 'an archive is linked to without the password',
    file: LINKS,
    text: `  await requireConfirmation(actor, services)
  return linkFor`,
    replacement: '  return linkFor',
    tests: [ARCHIVE],
  },
]
