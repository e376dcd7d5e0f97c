import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../../tests/test-server.ts'

// What a member made leaves with their archive: a new column of it is either read there, or listed
// here with its reason.

const LEFT_OUT: Record<string, Record<string, string>> = {
  posts: {
    image_count: 'the pictures themselves are in it',
    link_card_id: 'what another site says; the link stands in the text',
    is_public: 'follows from the audience',
    dislike_count: 'a count of others',
    version: 'for the server alone',
    seq: 'for the server alone',
    revision: 'for the server alone',
    deleted_answer_id: 'for the server alone',
    removed_at: 'what was removed is not in it',
  },
  comments: {
    edited_at: 'only that words are theirs now counts',
    revision: 'for the server alone',
  },
  space_messages: {
    seq: 'for the server alone',
    change_seq: 'for the server alone',
    client_id: 'for the server alone',
    revision: 'for the server alone',
    deleted_at: 'what was deleted is not in it',
    pinned_at: 'the choice of an administrator',
    reply_to_id: 'the words of others',
    post_id: 'the post of another',
    link_card_id: 'what another site says; the link stands in the text',
  },
  users: {
    username_key: 'the name in lower case',
    email_key: 'the address in lower case',
    password_hash: 'a secret',
    verified_at: 'for the server alone',
    may_be_first_admin: 'for the server alone',
    is_admin: 'a role in this community',
    private_since: 'for the server alone',
    is_privacy_changing: 'for the server alone',
    suspension_reason: 'told to the member while it holds',
    first_steps_hidden: 'how they came',
    friends_version: 'for the server alone',
    invite_id: 'how they came',
    invited_by: 'how they came',
    waiting_since: 'of who is no member yet',
    approval_answers: 'of who is no member yet',
    registered_browser: 'a secret',
  },
}

/** Tables of which nothing is read for an archive, by why. */
const TABLES_LEFT_OUT = {
  'read by another feature': ['notifications', 'conversations'],
  'who did it is counted, and is nothing they wrote': [
    ...['message_reactions', 'post_reactions', 'vibes', 'vibe_counts', 'friend_requests'],
    ...['join_requests', 'space_invitations', 'invites', 'message_mentions', 'post_mentions'],
  ],
  'earlier words, which their author took back': ['comment_versions', 'post_versions'],
  'what others said or decided about them': [
    ...['admin_acts', 'removals', 'space_bans', 'reports', 'report_evidence', 'report_images'],
  ],
  'secrets, and what only the server needs of a member': [
    ...['passkeys', 'recovery_codes', 'spent_challenges', 'mailed_links', 'seen_devices'],
    ...['former_usernames', 'deletion_receipts', 'idempotency_keys', 'mail_outbox'],
    ...['archives', 'imports', 'member_words', 'message_words'],
  ],
  'nobody’s': [
    'community',
    'counters',
    'deleted_posts',
    'deleted_spaces',
    'link_cards',
    'row_counts',
    'server_state',
  ],
}

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const QUERIES = readFileSync(new URL('../content-queries.ts', import.meta.url), 'utf8')
const tables = () => server.services.db.introspection.getTables()

it.each(Object.entries(LEFT_OUT))(
  'holds each column of %s that is not listed',
  async (name, left) => {
    const table = (await tables()).find((one) => one.name === name)
    const columns = table?.columns.map((column) => column.name) ?? []
    expect(columns).toContain('id')
    const isRead = (column: string) => new RegExp(`'${name}\\.${column}\\b`).test(QUERIES)
    expect(columns.filter((column) => !isRead(column)).toSorted()).toEqual(
      Object.keys(left).toSorted(),
    )
  },
)

it('holds something of each table that is not listed', async () => {
  const isRead = (name: string) => new RegExp(`'${name}\\b`).test(QUERIES)
  const unread = (await tables()).map(({ name }) => name).filter((name) => !isRead(name))
  expect(unread.toSorted()).toEqual(Object.values(TABLES_LEFT_OUT).flat().toSorted())
})
