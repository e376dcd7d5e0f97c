import {
  type AdministeredUser,
  type AdministeredUsersPage,
  MESSAGES,
  type UsersOnly,
} from '../../contract/admin.ts'
import { isKeyBegun, normalizeForSearch, searchWords } from '../../contract/search.ts'
import { keyOf } from '../accounts/name-key.ts'
import { findAnybody, SEARCH_WORDS_MAX } from '../friends/discover.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import type { Services } from '../services.ts'
import { presentUser } from './present.ts'
import * as queries from './queries.ts'

const USERS_AT_ONCE = 500

interface UsersAsked {
  page: number
  limit: number
  only: UsersOnly
}

/** A number as the log has it, "1,234", or the list of the command line, "#1234". */
const MEMBER_NUMBER = /^#?(\d[\d,]{0,10})$/
/** As large as the column holds on both databases. */
const MEMBER_NUMBER_MAX = 2 ** 31 - 1

/** A page of accounts, newest first, or with `q` of those it finds. */
export async function listUsers(
  { db, images }: Pick<Services, 'db' | 'images'>,
  { q, ...asked }: UsersAsked & { q: string },
): Promise<AdministeredUsersPage> {
  const { page, limit, only } = asked
  // One more than asked for tells whether there are others.
  const wanted = { limit: limit + 1, offset: (page - 1) * limit, only }
  const rows = q ? await searchUsers(db, q, wanted) : await queries.newestUsers(db, wanted)
  const users = rows.slice(0, limit).map((row) => presentUser({ images }, row))
  return { users, page, hasMore: rows.length > limit }
}

/**
 * Who has that number, then whose username begins so, then whose email alone does, and last whom
 * the words find as they find members anywhere, with accounts that are suspended or not verified
 * behind.
 */
async function searchUsers(db: Queryable, q: string, { limit, offset, only }: queries.UsersPage) {
  const start = keyOf(q)
  const sought = { start, end: `${start}\u{10ffff}`, userNumber: memberNumberIn(q), only }
  const rows = await queries.findUsers(db, { ...sought, limit, offset })
  if (rows.length === limit) return rows
  const byWords = [
    ...(await findAnybody(db, q, queries.isElsewhere(sought))),
    ...(await findWordless(db, q, sought)),
  ]
  const isBehind = rows.length === 0 && offset > 0
  const first = isBehind ? offset - (await queries.countUsersFound(db, sought)) : 0
  const more = byWords.slice(first, first + limit - rows.length)
  return [...rows, ...(await queries.usersOf(db, more))]
}

async function findWordless(db: Queryable, q: string, sought: queries.Sought): Promise<Id[]> {
  const words = searchWords(q).slice(0, SEARCH_WORDS_MAX)
  if (words.length === 0) return []
  const users = await queries.wordlessUsers(db, sought)
  const found = users.filter(({ username, about_me }) => {
    const text = normalizeForSearch(`${username} ${about_me}`)
    return words.every((word) => isKeyBegun(word, text))
  })
  return [...new Set(found.map(({ id }) => id))]
}

function memberNumberIn(q: string): number | null {
  const digits = MEMBER_NUMBER.exec(q)?.[1]?.replaceAll(',', '')
  const number = Number(digits)
  return digits !== undefined && number <= MEMBER_NUMBER_MAX ? number : null
}

/** One account. Refuses (404) who is not there. */
export async function readUser(
  { db, images }: Pick<Services, 'db' | 'images'>,
  userId: Id,
): Promise<AdministeredUser> {
  const row = await queries.findUser(db, userId)
  if (!row) throw new HttpError('not_found', MESSAGES.userMissing)
  return presentUser({ images }, row)
}

/** Every account, newest first, as the text of a JSON list that is read as it is sent. */
export async function* streamUsers({ db, images }: Pick<Services, 'db' | 'images'>) {
  let text = '['
  for (let before: Id | null = null; ; ) {
    const rows: queries.UserRow[] = await queries.usersBefore(db, before, USERS_AT_ONCE)
    text += rows.map((row) => JSON.stringify(presentUser({ images }, row))).join()
    before = rows.at(-1)?.id ?? null
    if (rows.length < USERS_AT_ONCE) break
    yield text
    text = ','
  }
  yield text === ',' ? ']' : `${text}]`
}

const CSV_COLUMNS = [
  ...(['userNumber', 'username', 'email', 'isVerified', 'isAdmin', 'isPrivate'] as const),
  ...(['isSuspended', 'invitedBy', 'createdAt'] as const),
]

/** Every account as a table for a spreadsheet, newest first, as it is sent. */
export async function* streamUsersCsv({ db, images }: Pick<Services, 'db' | 'images'>) {
  let text = `${CSV_COLUMNS.join()}\r\n`
  for (let before: Id | null = null; ; text = '') {
    const rows: queries.UserRow[] = await queries.usersBefore(db, before, USERS_AT_ONCE)
    for (const row of rows) {
      const user = presentUser({ images }, row)
      text += `${CSV_COLUMNS.map((column) => csvCell(user[column])).join()}\r\n`
    }
    yield text
    before = rows.at(-1)?.id ?? null
    if (rows.length < USERS_AT_ONCE) return
  }
}

/** A spreadsheet would run what begins like a formula; after an apostrophe it is text. */
function csvCell(value: string | number | boolean | null): string {
  const text = String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
