import type { DatabaseSync } from 'node:sqlite'
import { MINUTE_MS } from '../../contract/durations.ts'
import { searchKeys } from '../../contract/search.ts'
import { TIERS } from '../../server/friends/search-queries.ts'
import type { Id } from '../../server/platform/ids.ts'
import { segmentOf } from '../../server/spaces/messages/message-index.ts'
import { idAt, START, uuidOf } from './ids.ts'
import type { Network } from './network.ts'
import { addSpaces } from './spaces.ts'

// Everything else a community holds, so that no table is too small to tell a good plan from a bad
// one. The first member has much of everything.

const SPACES = 10_000
const BUSY_SPACE_MESSAGES = 50_000
const NEWS_OF_FIRST = 2_000
const BIO_WORDS = 8
const VOCABULARY = 3_000
/** Messages are about one of so many things. */
const SAID_OF = 300
const IMAGE_EVERY = 5
/** So many each member has blocked, and muted. */
const BLOCKS_EACH = 2
const SUSPENDED_EVERY = 500
const REPORTS = 3_000
/** Of those, one in so many is not decided yet. */
const OPEN_REPORT_EVERY = 20
const THEME_DAYS = 300

/** Returns the id of the space where much was said; the first member is in it. */
export function addOtherTables(network: Network): Id {
  const insert = openInserter(network.db)
  for (const [index, id] of network.members.entries()) {
    for (const row of wordRows(network, index)) insert('member_words', row)
    addAccount(insert, id, index)
  }
  addNotifications(network, insert)
  addRequests(network, insert)
  addSquads(network)
  addImages(network, insert)
  addThemes(network)
  addBlocks(network, insert)
  addReports(network, insert)
  return addSpacesAndMessages(network, insert)
}

function wordRows({ random }: Network, index: number) {
  const username = `member_${index}`
  const bio = Array.from({ length: BIO_WORDS }, () => `tea${random.heavyTail(50, VOCABULARY)}`)
  const user_id = idAt(START + index, index)
  const row = (tier: number, word: string) => ({ tier, word, newness: -(index + 1), user_id })
  return [
    row(TIERS.username, username),
    row(TIERS.withinUsername, `${index}`),
    ...searchKeys(bio.join(' ')).map((word) => row(TIERS.bio, word)),
  ]
}

function addAccount(insert: Insert, id: Id, index: number) {
  const session = { id: uuidOf(index), user_id: id, remember_me: 0, generation: 0 }
  insert('sessions', { ...session, refreshed_at: START, expires_at: START * 2, created_at: START })
  const link = { token_hash: id, user_id: id, purpose: 'verify' }
  insert('mailed_links', { ...link, expires_at: START, used_at: START })
  insert('former_usernames', { name_hash: id, owner_hash: id, rests_until: START + index })
  const made = { user_id: id, key: id, body_hash: '', made_id: id }
  insert('idempotency_keys', { ...made, created_at: START + index })
  const mail = { id, kind: 'verify', payload: id, attempts: 0 }
  insert('mail_outbox', { ...mail, next_attempt_at: START + index, created_at: START })
}

function addNotifications({ random, members, posts }: Network, insert: Insert) {
  for (let index = 0; index < members.length * 5; index++) {
    const isOfFirst = random.chance(NEWS_OF_FIRST / (members.length * 5))
    const user_id = isOfFirst ? (members[0] ?? 0) : random.pick(members)
    const about = { post_id: random.pick(posts).id, comment_id: null, space_id: null }
    const said = { kind: 'comment', params: '{}', sender_id: random.pick(members), ...about }
    const is_read = random.chance(0.9) ? 1 : 0
    const at = START + index
    insert('notifications', { id: idAt(at, index), user_id, ...said, is_read, created_at: at })
  }
}

function addRequests({ random, members }: Network, insert: Insert) {
  const requestLoad = members.map(() => [random.pick(members), random.pick(members)] as const)
  for (const sender of members.slice(1, 151)) requestLoad.push([sender, members[0] ?? 0])
  for (const [sender_id, recipient_id] of requestLoad) {
    const [low_id = '', high_id = ''] = [sender_id, recipient_id].toSorted()
    insert('friend_requests', { low_id, high_id, sender_id, recipient_id, created_at: START })
  }
}

function addSquads({ db }: Network) {
  db.exec(`insert into squad_places select user_id, friend_id, place from (
    select user_id, friend_id, row_number() over (partition by user_id order by friend_id) as place
    from friendships) where place <= 8`)
}

function addImages({ db, posts }: Network, insert: Insert) {
  const form = { width: 1_600, height: 1_200, placeholder: 'x'.repeat(400), widths: '[480,960]' }
  const show = db.prepare('update posts set image_count = 1 where id = ?')
  for (const [index, { id, author }] of posts.entries())
    if (index % IMAGE_EVERY === 0) {
      const image = { id: uuidOf(index), owner_id: author, kind: 'post', ...form }
      insert('images', { ...image, created_at: START, delete_after: null })
      insert('post_images', { post_id: id, place: 0, image_id: image.id, alt: '' })
      show.run(id)
    }
}

/** One post in ten is about the theme of its day. */
function addThemes({ db, posts }: Network) {
  const write = db.prepare('update posts set theme_date = ? where id = ?')
  for (const [index, { id }] of posts.entries())
    if (index % 10 === 0) write.run(themeOf(Math.floor((index / posts.length) * THEME_DAYS)), id)
}

/** The date of a theme; the last day's is `themeOf(THEME_DAYS - 1)`. */
function themeOf(day: number): string {
  return new Date(START + day * 24 * 60 * MINUTE_MS).toISOString().slice(0, 10)
}

export const LAST_THEME = themeOf(THEME_DAYS - 1)

/** Whom each blocked and muted, who is suspended, and who invited whom. */
function addBlocks({ db, random, members }: Network, insert: Insert) {
  for (const [index, member] of members.entries()) {
    for (let count = 0; count < BLOCKS_EACH; count++) {
      const [blocked_id, muted_id] = [random.pick(members), random.pick(members)]
      insert('blocks', { user_id: member, blocked_id, created_at: START })
      insert('mutes', { user_id: member, muted_id, until: START + index })
    }
    const invite = { id: idAt(START + index, index), code_hash: `${index}`, maker_id: member }
    insert('invites', { ...invite, note: '', expires_at: START * 2, created_at: START })
  }
  db.prepare('update users set suspended_until = ? where id % ? = 0 and id <> ?').run(
    START * 2,
    SUSPENDED_EVERY,
    members[0] ?? 0,
  )
  db.exec('update users set invite_id = (select min(id) from invites) where id % 100 = 1')
}

function addReports({ random, members, posts }: Network, insert: Insert) {
  for (let index = 0; index < REPORTS; index++) {
    const post = random.pick(posts)
    const id = idAt(START + index, index)
    const about = { kind: 'post', thing_id: post.id, member_id: post.author, space_id: null }
    const said = { reason: 'spam', text: '', for_administrators_at: START, created_at: START }
    const closed_at = index % OPEN_REPORT_EVERY === 0 ? null : START
    insert('reports', { id, reporter_id: random.pick(members), ...about, ...said, closed_at })
    const line = { report_id: id, place: 0, member_id: post.author, text: 'It said this.' }
    insert('report_evidence', { ...line, created_at: START })
  }
}

/** Every member sits in spaces; in the first one much is said. */
function addSpacesAndMessages({ db, random, members }: Network, insert: Insert): Id {
  // Whoever sits in a space twice would be refused, so each round begins with another member.
  const sitting = Array.from({ length: SPACES * 5 }, (_, index) => {
    const round = Math.floor(index / SPACES)
    return members[(index + 7 * round) % members.length] ?? 0
  })
  const seats = addSpaces(db, sitting, SPACES)
  let serial = 0
  for (const [index, { space }] of seats.slice(0, SPACES).entries()) {
    const count = index === 0 ? BUSY_SPACE_MESSAGES : 5
    for (let seq = 1; seq <= count; seq++) {
      const id = idAt(START + serial, serial++)
      addMessage(insert, {
        id,
        space,
        seq,
        sender: random.pick(members),
        fan: random.pick(members),
      })
    }
    const id = idAt(START + serial, serial++)
    const asked = { message: '', status: 'pending', admin_response: '', created_at: START }
    const request = { id, space_id: space, user_id: random.pick(members) }
    insert('join_requests', { ...request, ...asked, answered_at: null })
  }
  for (const { space } of seats.slice(0, SPACES)) {
    const user_id = random.pick(members)
    insert('space_bans', { space_id: space, user_id, reason: '', created_at: START })
  }
  db.exec(
    `update spaces set (last_seq, indexed_before) =
      (select max(seq), max(seq) + 1 from space_messages where space_id = spaces.id)`,
  )
  return seats[0]?.space ?? 0
}

/**
 * So many messages in a space, by anybody, from one minute to the next; `after` so many minutes.
 */
export function addTalk({ db, random, members }: Network, space: Id, count: number, after = 0) {
  const insert = openInserter(db)
  for (let seq = 1; seq <= count; seq++) {
    const at = START + (after + seq) * MINUTE_MS
    const id = idAt(at, seq)
    const [sender, fan] = [random.pick(members), random.pick(members)]
    addMessage(insert, { id, space, seq, sender, fan, at })
  }
  db.prepare('update spaces set last_seq = ?, indexed_before = ? where id = ?').run(
    count,
    count + 1,
    space,
  )
  db.prepare('update space_members set last_read_seq = ? where space_id = ?').run(count, space)
}

interface MessageRow {
  id: Id
  space: Id
  seq: number
  sender: Id
  fan: Id
  at?: number
}

function addMessage(insert: Insert, { id, space, seq, sender, fan, at = START }: MessageRow) {
  const place = { space_id: space, seq, change_seq: seq, sender_id: sender }
  const content = `How good to hear that, tea${seq % SAID_OF}.`
  const said = { content, client_id: null, edited_at: null }
  insert('space_messages', { id, ...place, ...said, created_at: at, is_deleted: 0 })
  for (const word of searchKeys(content))
    insert('message_words', { space_id: space, word, segment: segmentOf(seq) })
  if (seq % 2 === 0)
    insert('message_reactions', { message_id: id, user_id: fan, emoji: '🫖', given_seq: seq })
}

type Insert = ReturnType<typeof openInserter>

/** Puts rows into tables, one statement for each table; a row that is there already is left out. */
function openInserter(db: DatabaseSync) {
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  return (table: string, row: Record<string, string | number | null>) => {
    let statement = statements.get(table)
    if (!statement) {
      const columns = Object.keys(row)
      const places = columns.map(() => '?').join(', ')
      const into = `insert or ignore into ${table} (${columns.join(', ')}) values (${places})`
      statement = db.prepare(into)
      statements.set(table, statement)
    }
    statement.run(...Object.values(row))
  }
}
