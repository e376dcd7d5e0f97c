import type { Mutation } from './mutation.ts'

const REPORTS = 'server/reports/reports.test.ts'
const DECISIONS = 'server/reports/decisions.test.ts'
const REPORTED_MESSAGES = 'server/reports/reported-messages.test.ts'
const UNDONE_DECISIONS = 'server/reports/undone-decisions.test.ts'
const CLOSING_QUERIES = 'server/reports/closing-queries.ts'
const OPEN_REPORTS = 'server/visibility/open-reports.ts'
const CREATE_REPORT = 'server/reports/create-report.ts'

/** Who reports, and who decides it. */
export const reports: Mutation[] = [
  {
    name: 'one decides what was reported of oneself',
    file: OPEN_REPORTS,
    text: "    .where('reports.member_id', '!=', viewer)\n",
    replacement: '',
    tests: [DECISIONS],
  },
  {
    name: 'a report is decided a second time',
    file: OPEN_REPORTS,
    text: "    .where('reports.closed_at', 'is', null)\n    .where('reports.member_id'",
    replacement: "    .where('reports.member_id'",
    tests: [DECISIONS],
  },
  {
    name: 'administrators see what the admin of the space still has time for',
    file: OPEN_REPORTS,
    text: "? eb('reports.for_administrators_at', '<=', now)",
    replacement: "? eb('reports.for_administrators_at', '>', 0)",
    tests: [REPORTED_MESSAGES],
  },
  {
    name: "the admin of a space sees another space's reports",
    file: OPEN_REPORTS,
    text: "eb('reports.space_id', '=', spaceId),",
    replacement: "eb('reports.space_id', '>', 0),",
    tests: [REPORTED_MESSAGES],
  },
  {
    name: 'the admin of a space keeps what they left undecided',
    file: OPEN_REPORTS,
    text: "eb('reports.for_administrators_at', '>', now),",
    replacement: "eb('reports.for_administrators_at', '>', 0),",
    tests: [REPORTED_MESSAGES],
  },
  {
    name: 'anybody opens the picture that was reported in a space',
    file: OPEN_REPORTS,
    text: "    .where('administered.admin_id', '=', viewer)\n",
    replacement: '',
    tests: [REPORTED_MESSAGES],
  },
  {
    name: 'one reports oneself',
    file: CREATE_REPORT,
    text: "  if (memberId === actor.id) throw new HttpError('bad_request', MESSAGES.oneself)\n",
    replacement: '',
    tests: [REPORTS],
  },
  {
    name: 'who reports the only administrator is told that one looks at it',
    file: CREATE_REPORT,
    text: '(id) => id !== memberId',
    replacement: '() => true',
    tests: ['server/reports/only-administrator.test.ts'],
  },
  {
    name: 'who runs the space decides what they reported there',
    file: CREATE_REPORT,
    text: '!isSpaceAdmin(actor, space)',
    replacement: 'true',
    tests: [REPORTED_MESSAGES],
  },
  {
    name: 'who runs the space is asked of what waits for administrators already',
    file: CREATE_REPORT,
    text: '!(await waitsForAdministrators(trx, thing, now))',
    replacement: 'true',
    tests: [REPORTED_MESSAGES],
  },
  {
    name: 'who runs the space ends what waits for administrators',
    file: CLOSING_QUERIES,
    text: "closeOpenReports(trx, report, closing).where('for_administrators_at', '>', now)",
    replacement: 'closeOpenReports(trx, report, closing)',
    tests: [REPORTED_MESSAGES],
  },
  {
    name: 'anybody reads the reports of a space',
    file: 'server/reports/report-queue.ts',
    text: `  await requireAdminOf(actor, services.db, spaceId)
`,
    replacement: '',
    tests: ['server/tests/access.test.ts', REPORTED_MESSAGES],
  },
  {
    name: 'anybody decides the reports of a space',
    file: 'server/reports/decisions.ts',
    text: `    await requireAdminOf(actor, trx, spaceId)
`,
    replacement: '',
    tests: ['server/tests/access.test.ts', REPORTED_MESSAGES],
  },
  {
    name: 'who was warned takes it back',
    file: 'server/admin/undo.ts',
    text: "if (memberId === actor.id && (act === 'dismiss' || act === 'warn'))",
    replacement: 'if (memberId === 0)',
    tests: [UNDONE_DECISIONS],
  },
  {
    name: 'the log shows administrators what was reported of them',
    file: 'server/admin/audit-log-queries.ts',
    text: "    .where('reports.member_id', '!=', viewer)\n",
    replacement: '',
    tests: [UNDONE_DECISIONS],
  },
  {
    name: 'who was reported hears of it where a dismissal is undone',
    file: 'server/admin/undo.ts',
    text: "act === 'warn' && memberId",
    replacement: 'memberId',
    tests: [UNDONE_DECISIONS],
  },
  {
    name: 'a decision is undone after its time',
    file: OPEN_REPORTS,
    text: "'>=', now - REPORT_KEPT_MS",
    replacement: "'>=', 0 * now",
    tests: [UNDONE_DECISIONS],
  },
]
