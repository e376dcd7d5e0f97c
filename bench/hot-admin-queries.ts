import { endedSuspensions, suspendedMembers } from '../server/accounts/suspension-queries.ts'
import * as admin from '../server/admin/queries.ts'
import { findAnybodyByWords, TIERS } from '../server/friends/search-queries.ts'
import type { Id } from '../server/platform/ids.ts'
import * as reports from '../server/reports/queries.ts'
import type { Queue } from '../server/visibility/open-reports.ts'
import { type HotQuery, SEARCH_ROWS } from './hot-queries.ts'

// What administrators ask, and who decides on reports.

const ACCOUNTS = { limit: 20, offset: 0 }
const SOUGHT = {
  start: 'member_77',
  end: 'member_77\u{10ffff}',
  userNumber: null,
  only: 'everybody',
} as const
const BIO = { tier: TIERS.bio, word: 'tea5', tiers: Object.values(TIERS), others: [] }
const NOW = Date.UTC(2030, 0, 1)

export const HOT_ADMIN_QUERIES: HotQuery[] = [
  ['The newest accounts', (db) => admin.newestUsers(db, { ...ACCOUNTS, only: 'everybody' })],
  ['Administrators', (db) => admin.newestUsers(db, { ...ACCOUNTS, only: 'administrators' })],
  [
    'Accounts that are suspended',
    (db) => admin.newestUsers(db, { ...ACCOUNTS, only: 'suspended' }),
  ],
  ['Accounts not verified', (db) => admin.newestUsers(db, { ...ACCOUNTS, only: 'unverified' })],
  ['Accounts a search finds', (db) => admin.findUsers(db, { ...ACCOUNTS, ...SOUGHT })],
  ['How many accounts it finds', (db) => admin.countUsersFound(db, SOUGHT)],
  [
    'Accounts found by their words',
    (db) => findAnybodyByWords(db, { ...BIO, among: admin.isElsewhere(SOUGHT) }),
    { rowsMax: SEARCH_ROWS },
  ],
  ['Accounts without an index of words', (db) => admin.wordlessUsers(db, SOUGHT)],
  ['Who is suspended, and appeals', (db) => suspendedMembers(db, 50)],
  ['Whose suspension ends', (db) => endedSuspensions(db, 0)],
  ['The queue of reports', (db, { viewer }) => reports.firstReports(db, queueOf(viewer), 20)],
  ['How many things are reported', (db, { viewer }) => reports.countThings(db, queueOf(viewer))],
  [
    'What was said of a page of them',
    (db, inputs) => reports.reasonsOf(db, queueOf(inputs.viewer), inputs.reports),
  ],
  ['What they show', (db, inputs) => reports.evidenceOf(db, inputs.reports)],
]

function queueOf(viewer: Id): Queue {
  return { viewer, spaceId: null, now: NOW }
}
