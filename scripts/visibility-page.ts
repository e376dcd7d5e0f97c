import { writeFileSync } from 'node:fs'
import { KEPT_OUT_AS } from '../tests/access/matrix.ts'
import * as tables from '../tests/access/visibility-table.ts'

// `node scripts/visibility-page.ts` writes docs/visibility.md anew from the tables that the tests
// try on every route.

const VIEWERS: Record<tables.Viewer, string> = {
  nobody: 'signed out',
  stranger: 'member',
  friend: 'friend',
  squad: 'squad',
  former: 'former friend',
  member: 'in the space',
  spaceAdmin: 'runs the space',
  administrator: 'administrator',
  blocked: 'blocked',
  blocker: 'blocker',
  owner: 'owner',
}

/** Where the name of the tests does not say it. */
const THINGS: Partial<Record<tables.Thing, string>> = {
  notification: 'what the owner was told of the post',
  'notification of a friend': 'what the friend was told of the post',
  'notification of a former': 'what the former friend was told of the post',
  'notification of no post': 'what the former friend was told, of no post',
  'unverified card': 'the card of who never verified',
}

const PARTS: [title: string, rows: [tables.Thing, tables.Viewer[]][]][] = [
  ['The profile is private, and the space too', tables.PRIVATE],
  ['For friends, on a public profile', tables.FRIENDS],
  ['For the squad', tables.SQUAD],
  ['The profile is public, and the space open', tables.PUBLIC],
]

export function visibilityPage(): string {
  const viewers = Object.keys(VIEWERS) as tables.Viewer[]
  const head = `| | ${viewers.map((viewer) => VIEWERS[viewer]).join(' | ')} |\n|---|${viewers.map(() => ':-:|').join('')}`
  const parts = PARTS.map(([title, rows]) => {
    const lines = rows.map(
      ([thing, seers]) =>
        `| ${THINGS[thing] ?? thing} | ${viewers.map((viewer) => (seers.includes(viewer) ? '✓' : '')).join(' | ')} |`,
    )
    return `## ${title}\n\n${head}\n${lines.join('\n')}\n`
  })
  const keptOut = Object.entries(KEPT_OUT_AS).map(
    ([who, as]) => `| ${who} | ${as === 'anonymous' ? 'signed out' : as} |`,
  )
  return `${INTRO}\n${parts.join('\n')}\n${KEPT_OUT}\n${keptOut.join('\n')}\n\n${END}`
}

const INTRO = `# Who sees what

Written by \`scripts/visibility-page.ts\` from what the tests try on every route
(\`tests/access/visibility-table.ts\`, \`tests/access/matrix.ts\`); a test fails when it is not up to date.
One owner has a profile, a post with a comment and a picture, and writes in a space; each column is
another person who looks. Whoever is in a column is a member and nothing else that is named beside it.
`

const KEPT_OUT = `## Who is kept out

Each is answered as another role is, on every route, but for the exceptions that
\`tests/access/matrix-exceptions.ts\` names one by one.

| who | is answered as |
|---|---|`

const END = `Of who is suspended nobody sees anything but what they said in spaces, until they are back. They see
why and for how long, write to the administrators once, and download what they made: by their email and
password at the sign-in, and a code where the account asks for one, without a session. Administrators see all posts under Admin, for moderation, and
of conversations what was reported; they do not see private posts among the members' own pages, which is
what the columns here are about.
`

if (import.meta.main) writeFileSync('docs/visibility.md', visibilityPage())
