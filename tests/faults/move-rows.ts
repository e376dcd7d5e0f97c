import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Insertable } from 'kysely'
import { type Id, newId, newUuid } from '../../server/platform/ids.ts'
import type { Schema } from '../../server/schema.ts'

// A row for every table that the demo's community leaves empty.

/** What a list of values must not be confused by. */
export const ODD_TEXT = '{"a\\b",NULL} \'\' \u{1f44b}\u{1f3fd}\n\t{} "'

type Insert = <Table extends keyof Schema>(table: Table, row: Insertable<Schema[Table]>) => void
/** Of members. */
interface Ids {
  maya: Id
  viewer: Id
  other: Id
}

export function addRows(database: DatabaseSync, ids: Ids) {
  const insert: Insert = (table, row) => insertRow(database, table, row)
  addSessions(insert, ids)
  addPeople(insert, ids)
  addModeration(insert, ids)
  addArchives(insert, ids)
  addPosts(insert, ids, database)
  addSpaces(insert, ids, database)
}

/** Into the columns that the row names, whatever order they have in the table. */
function insertRow(database: DatabaseSync, table: string, row: Record<string, SQLInputValue>) {
  const columns = Object.keys(row)
  const places = columns.map(() => '?').join(', ')
  database
    .prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`)
    .run(...Object.values(row))
}

function addSessions(insert: Insert, { maya, other }: Ids) {
  insert('mail_outbox', {
    id: newId(),
    kind: 'password-changed',
    payload: JSON.stringify({ userId: maya }),
    attempts: 0,
    next_attempt_at: 1,
    created_at: 1,
    failure: null,
    given_up_at: null,
  })
  insert('sessions', {
    id: newUuid(),
    user_id: maya,
    remember_me: 1,
    generation: 3,
    is_token_used: 0,
    refreshed_at: 1,
    expires_at: Date.now() + 60_000,
    created_at: 1,
    confirmed_at: 1,
    agent: 'Firefox on Linux',
    network: '203.0.113.0/24',
  })
  insert('mailed_links', {
    token_hash: 'a hash',
    user_id: maya,
    purpose: 'undo-email',
    email: 'maya@example.net',
    expires_at: Date.now(),
    used_at: null,
  })
  insert('seen_devices', { user_id: other, device_hash: 'a hash', seen_at: 1 })
  insert('second_factors', {
    user_id: other,
    secret: 'a secret',
    confirmed_at: 1,
    last_step: 2,
    ends_at: null,
  })
  insert('passkeys', {
    id: newId(),
    user_id: other,
    credential_id: 'an id',
    public_key: 'a key',
    sign_count: 3,
    transports: '[]',
    works_at: 'example.org',
    name: ODD_TEXT,
    created_at: 1,
    last_used_at: null,
  })
  insert('spent_challenges', { challenge_hash: 'a hash', expires_at: 1 })
  insert('recovery_codes', { user_id: other, prefix: 'ABCD', code_hash: 'a hash' })
}

function addPeople(insert: Insert, { maya, viewer, other }: Ids) {
  insert('former_usernames', {
    name_hash: 'a name',
    owner_hash: 'an owner',
    rests_until: Date.now(),
  })
  insert('blocks', { user_id: viewer, blocked_id: other, created_at: Date.now() })
  insert('mutes', { user_id: other, muted_id: viewer, until: null })
  insert('idempotency_keys', {
    user_id: maya,
    key: 'a key',
    body_hash: 'a hash',
    made_id: newId(),
    created_at: Date.now(),
  })
  insert('community', { key: 'name', value: JSON.stringify('Tea & “Toast”') })
  insert('invites', {
    id: newId(),
    code_hash: 'a hash',
    maker_id: maya,
    space_id: null,
    note: ODD_TEXT,
    uses: null,
    joined_count: 0,
    expires_at: 1,
    created_at: 1,
  })
  insert('deletion_receipts', {
    number_hash: 'a hash',
    deleted_at: 1,
    posts: 2,
    images: 3,
    comments: 4,
    messages: 5,
  })
}

function addModeration(insert: Insert, { maya, viewer, other }: Ids) {
  const [act, report] = [newId(), newId()]
  insert('admin_acts', {
    id: act,
    admin_id: null,
    act: 'delete_comment',
    member_number: 1,
    reason: '',
    created_at: Date.now(),
    undone_at: null,
  })
  insert('removals', {
    act_id: act,
    space_id: null,
    kind: 'comment',
    thing_id: newId(),
    member_id: maya,
    text: ODD_TEXT,
    image_id: null,
    image_alt: '',
    contents: ODD_TEXT,
    removed_at: 1,
  })
  insert('appeals', { user_id: other, text: ODD_TEXT, created_at: 1, answer: '' })
  insert('deleted_posts', { id: newId() })
  insert('deleted_spaces', { id: newId() })
  insert('reports', {
    id: report,
    reporter_id: viewer,
    kind: 'profile',
    thing_id: other,
    member_id: other,
    space_id: null,
    reason: 'spam',
    rule_id: null,
    text: ODD_TEXT,
    created_at: Date.now(),
    for_administrators_at: Date.now(),
    administrators_told: 1,
    closed_at: null,
  })
  insert('report_evidence', {
    report_id: report,
    place: 0,
    member_id: other,
    text: ODD_TEXT,
    created_at: 1,
  })
  insert('report_images', { report_id: report, place: 0, image_id: newUuid(), alt: ODD_TEXT })
}

function addPosts(insert: Insert, { other }: Ids, database: DatabaseSync) {
  const comment = database.prepare('select id, post_id from comments').get()
  insert('post_versions', {
    post_id: Number(comment?.post_id),
    n: 0,
    text: ODD_TEXT,
    written_at: 1,
  })
  insert('comment_versions', {
    comment_id: Number(comment?.id),
    n: 0,
    text: ODD_TEXT,
    written_at: 1,
  })
  insert('post_mentions', {
    id: newId(),
    user_id: other,
    post_id: Number(comment?.post_id),
    comment_id: Number(comment?.id),
  })
  insert('link_cards', {
    id: newId(),
    url_hash: 'a hash',
    url: '',
    title: ODD_TEXT,
    description: ODD_TEXT,
    site: ODD_TEXT,
    image_id: null,
    fetched_at: 1,
  })
}

function addSpaces(insert: Insert, { viewer, other }: Ids, database: DatabaseSync) {
  const space = Number(database.prepare('select id from spaces').get()?.id)
  const message = Number(database.prepare('select id from space_messages').get()?.id)
  const image = String(database.prepare('select id from images').get()?.id)
  insert('space_bans', { space_id: space, user_id: other, reason: ODD_TEXT, created_at: 1 })
  insert('space_invitations', {
    space_id: space,
    user_id: other,
    inviter_id: viewer,
    created_at: 1,
  })
  insert('conversations', {
    id: space,
    direct_key: 'two ids',
    is_pair: 1,
    request_state: 'none',
    requester_id: null,
    asked_at: null,
    asked_seq: null,
  })
  insert('message_mentions', { message_id: message, user_id: other })
  insert('message_images', { message_id: message, place: 0, image_id: image, alt: ODD_TEXT })
  insert('message_words', { space_id: space, word: ODD_TEXT, segment: 0 })
}

function addArchives(insert: Insert, { other }: Ids) {
  insert('archives', {
    id: newId(),
    user_id: other,
    requested_at: 1,
    made_at: null,
    bytes: 0,
    file_id: null,
    part_count: 0,
    held_until: 0,
    tries: 0,
    problem: 'no room',
    delete_after: null,
  })
  insert('imports', {
    id: newId(),
    user_id: other,
    file_id: newUuid(),
    part_count: 1,
    parts: '[5]',
    begun_at: 1,
    changed_at: 1,
    state: 'read',
    bytes: 5,
    received: 5,
    try_id: null,
    held_until: 0,
    tries: 1,
    from_server: ODD_TEXT,
    from_username: ODD_TEXT,
    friends: '[]',
    posts: 1,
    place: 1,
    posts_read: 1,
    images_not_read: 0,
    problem: null,
    delete_after: 8e12,
  })
}
