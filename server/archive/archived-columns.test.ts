import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../tests/test-server.ts'

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
    removed_at: 'what was removed is not in it',
  },
  comments: {
    edited_at: 'only that words are theirs now counts',
    revision: 'for the server alone',
    parent_id: 'it says which post it answers',
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
    quiet_numbers: 'how Snug looks to them',
    friends_version: 'for the server alone',
    invite_id: 'how they came',
    invited_by: 'how they came',
    waiting_since: 'of who is no member yet',
    approval_answers: 'of who is no member yet',
    registered_browser: 'a secret',
    message_policy: 'a choice for this community',
  },
}

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

it.each(Object.entries(LEFT_OUT))(
  'holds each column of %s that is not listed',
  async (table, left) => {
    const tables = await server.services.db.introspection.getTables()
    const columns = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
    expect(columns).toContain('id')
    const queries = readFileSync(new URL('content-queries.ts', import.meta.url), 'utf8')
    const isRead = (column: string) => new RegExp(`'${table}\\.${column}\\b`).test(queries)
    expect(columns.filter((column) => !isRead(column)).toSorted()).toEqual(
      Object.keys(left).toSorted(),
    )
  },
)
