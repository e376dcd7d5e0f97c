import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

// Whatever is read for somebody starts from `visible-queries.ts`. What reads these tables past it
// is listed here, with its reason: a new line in a list is to be thought about.

const ROOT = resolve(import.meta.dirname, '../..')

/**
 * Where each table is read past the rule, and how often. Rows that `deleteSome` deletes are not
 * read.
 */
const PAST_THE_RULE: Record<string, Record<string, number>> = {
  posts: {},
  comments: {
    // How many of a count are by deleted accounts.
    'server/posts/cards/card-queries.ts': 1,
    // How many of a count are by whom the viewer does not see.
    'server/posts/cards/blocked-queries.ts': 1,
    // Whether anybody else commented before the author edits, or widens the audience.
    'server/posts/edits/edit-queries.ts': 1,
    // The administrators' deletion of a comment; whose one is that a reply stands below; whether
    // there are replies to one; how many there are, and how many of them the viewer does not see.
    'server/posts/comments/comment-queries.ts': 7,
    // Whose comment was answered by one that was told; which were told as one with one that goes,
    // by their ids alone, also while their reader does not see them.
    'server/notifications/comment-retention-queries.ts': 2,
    // One's own, also under what one does not see any more, and as the parent of one's own.
    'server/archive/content-queries.ts': 2,
    // How many below a post in an archive are of whom its author does not see.
    'server/archive/unseen-queries.ts': 1,
    'server/archive/account-deletion/deletion-queries.ts': 1,
    // Those of a deleted account, and what others replied to them.
    'server/posts/deletion/account-deletion-queries.ts': 2,
  },
  notifications: {
    // What the invited member was told, when they accept: it is told to them as accepted.
    'server/notifications/queries.ts': 1,
    // Which ones are old enough to be deleted, or of a deleted account; whose count changes with a
    // post or a member that is hidden or there again.
    'server/notifications/retention-queries.ts': 6,
    // What was told of a comment that goes: it leads to another, or goes as well.
    'server/notifications/comment-retention-queries.ts': 1,
    // The same of a message.
    'server/notifications/message-retention-queries.ts': 1,
    // What is not told is kept with what is unread, which its reader does not see just now.
    'server/notifications/untold-queries.ts': 1,
  },
  space_messages: {
    // One's own, also of spaces that one left; the pictures of those.
    'server/archive/content-queries.ts': 2,
    'server/archive/account-deletion/deletion-queries.ts': 1,
    // In which space a reported message was said.
    'server/reports/evidence-queries.ts': 1,
    // By which number a page begins (two); the administrators' deletion of a message.
    'server/spaces/messages/message-queries.ts': 3,
    // From where on a member reads at all.
    'server/spaces/messages/message-search-queries.ts': 1,
    // How many are pinned, whoever may read them: one that is restored is pinned by nobody.
    'server/spaces/messages/pin-queries.ts': 1,
    // A link's card was filled: whose messages change, told to those who may read them.
    'server/spaces/messages/message-link-card-queries.ts': 1,
    // Whether a card is shown anywhere.
    'server/posts/link-cards/link-card-queries.ts': 1,
    // What an event tells to those who may read it.
    'server/spaces/messages/replied-to-queries.ts': 1,
    // How many a member has not read: nothing for who is no member.
    'server/spaces/card-queries.ts': 1,
    // What is emptied when its sender's account is deleted, and taken out of the index of words.
    'server/spaces/account-deletion-queries.ts': 6,
    // Whether anything is left of a request that nobody answered, and when the last was said before
    // it: no word of either is read.
    'server/spaces/conversations/conversation-queries.ts': 2,
    'server/spaces/conversations/conversation-change-queries.ts': 1,
    // Whose message was answered by one that was told, or by the one that goes; which were told as
    // one with that, by their ids alone, also while their reader is not in the space.
    'server/notifications/message-retention-queries.ts': 4,
    // What is deleted with its space.
    'server/spaces/queries.ts': 1,
  },
}

/** Who takes posts past the rule by the name that says so, and how often. */
const WITHOUT_CHECK = {
  // The administrators' list of all posts.
  'server/posts/feeds/feed-queries.ts': 1,
  // The administrators' deletion of a post.
  'server/posts/queries.ts': 1,
  // An author's posts follow their privacy.
  'server/posts/audience/audience-queries.ts': 1,
  // A removed post; the post of a comment that is given back.
  'server/posts/comments/removed-comment-queries.ts': 1,
  'server/posts/deletion/removed-post-queries.ts': 1,
  // Whose card waits to be filled; whether any post shows one.
  'server/posts/link-cards/link-card-queries.ts': 2,
  // Posts are deleted with an account.
  'server/posts/deletion/account-deletion-queries.ts': 2,
  // A free id among those of a second; posts of an archive are taken back.
  'server/posts/import/import-queries.ts': 2,
  // The cards of a page whose posts were asked for with their viewer.
  'server/posts/cards/card-queries.ts': 1,
  // Whose count of what is unread changes with a member who is hidden or there again.
  'server/notifications/retention-queries.ts': 1,
  // How many a member has, who sees all of them that were not removed.
  'server/accounts/own-account-queries.ts': 1,
  // Where to look for a feed's posts, each of which is then asked for with its viewer.
  'server/posts/feeds/newest-posts-queries.ts': 2,
}

const SOURCES = globSync('server/**/*.ts', { cwd: ROOT })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/[.]test[.]ts$|^server\/(migrations|visibility|operations|admin)\//.test(path))
  .map((path) => [path, readFileSync(resolve(ROOT, path), 'utf8')] as const)

function uses(pattern: RegExp): Record<string, number> {
  const counted = SOURCES.map(([path, text]) => [path, text.match(pattern)?.length ?? 0] as const)
  return Object.fromEntries(counted.filter(([, count]) => count > 0))
}

describe('past the rule of who may see what', () => {
  it.each(Object.entries(PAST_THE_RULE))('%s are read only where it is said', (table, expected) => {
    const read = new RegExp(
      `(?:selectFrom|[jJ]oin|using)\\(\\s*\\[?\\s*'${table}[' ]|(?:from|join)\\s+"?${table}\\b`,
      'g',
    )
    expect(uses(read)).toEqual(expected)
  })

  it('posts are taken only where it is said', () => {
    expect(uses(/postsWithoutVisibilityCheck\(/g)).toEqual(WITHOUT_CHECK)
  })

  it('nobody asks who is a member, but for the accounts themselves and what they are found by', () => {
    const asking = Object.keys(uses(/verified_at/g)).filter(
      (path) => !path.startsWith('server/accounts/') && path !== 'server/schema.ts',
    )
    // Whom to block is also who has blocked the one who asks.
    expect(asking).toEqual(['server/friends/block-queries.ts', 'server/friends/search-queries.ts'])
  })
})
