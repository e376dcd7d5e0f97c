import { unfinishedIds } from '../server/accounts/deletion/deletion-queries.ts'
import { findOwnLists } from '../server/accounts/own-account-queries.ts'
import { invitesOf, membersBy } from '../server/accounts/registration/invite-queries.ts'
import { findLiveSession, findLiveSessions } from '../server/accounts/session-queries.ts'
import * as people from '../server/friends/friend-list-queries.ts'
import { countFriends, findRelationship } from '../server/friends/queries.ts'
import * as search from '../server/friends/search-queries.ts'
import { claimDueRow, countFailedRows, failedRows } from '../server/mail/outbox-queries.ts'
import * as notifications from '../server/notifications/queries.ts'
import { type Id, LAST_ID } from '../server/platform/ids.ts'
import { readCardsWithoutVisibilityCheck, visibleCard } from '../server/posts/cards/card-queries.ts'
import {
  newestThreads,
  repliesAfter,
  unseenReplies,
} from '../server/posts/comments/comment-queries.ts'
import {
  deleteSomeComments,
  deleteSomeReactions,
} from '../server/posts/deletion/account-deletion-queries.ts'
import { audienceShown } from '../server/posts/event-queries.ts'
import * as feeds from '../server/posts/feeds/feed-queries.ts'
import * as newest from '../server/posts/feeds/newest-posts-queries.ts'
import { givenBy } from '../server/posts/reactions/reaction-queries.ts'
import { findMember, imagesOf, mutualFriends, squadOf } from '../server/profile/queries.ts'
import { takeExpiredRemovals, takeRemovalsOfMember } from '../server/removals/removals.ts'
import type { Queryable } from '../server/schema.ts'
import * as deletedFromSpaces from '../server/spaces/account-deletion-queries.ts'
import { findCard, ownCards } from '../server/spaces/card-queries.ts'
import { countFound, foundCards } from '../server/spaces/discover-queries.ts'
import { bansOf } from '../server/spaces/membership/ban-queries.ts'
import { pendingRequests } from '../server/spaces/membership/join-request-queries.ts'
import {
  messagesAfter,
  messagesBefore,
  newestMessages,
} from '../server/spaces/messages/message-queries.ts'
import * as spaces from '../server/spaces/queries.ts'
import { ownRooms } from '../server/spaces/room-queries.ts'
import { maySee } from '../server/visibility/may-see.ts'

// The queries that are asked most, or that grow first. Each is looked at on both databases.

/** Of whom and of what they are asked. */
export interface QueryInputs {
  /** The viewer's, and those of the members. */
  session: string
  sessions: string[]
  viewer: Id
  other: Id
  members: Id[]
  /**
   * Ten posts of a page, newest first; the first has 10,000 comments, the second as many replies.
   */
  posts: Id[]
  /** A reply in the midst of those. */
  reply: { id: Id; parent: Id }
  /** A post with as many before it as after it. */
  middle: Id
  busySpace: Id
  /** A message in the midst of what was said there. */
  message: Id
  /** The theme of a day, of which a page was written. */
  theme: string
  /** An invitation by which many came, and reports that are open. */
  invite: Id
  reports: Id[]
}

type Run = (db: Queryable, inputs: QueryInputs) => Promise<unknown>
interface Known {
  /** The most rows it may look at, where that is more than a page. */
  rowsMax?: number
  /** A table it reads through, as is written down in a decision. */
  through?: { table: string; why: string }
}

/** What it is, how it is asked, and what is known of it. */
export type HotQuery = [title: string, run: Run, known?: Known]

const PAGE = { before: LAST_ID, limit: 11, offset: 0 }
const SPACES_PAGE = { limit: 12, offset: 0 }
const tiers = Object.values(search.TIERS)
const bio = { tier: search.TIERS.bio, word: 'tea5', tiers, limit: 20 }
const MAIL_DUE = Date.UTC(2030, 0, 1)
/** A search looks at 2,000 words in a tier, and for each at some of the same member. */
export const SEARCH_ROWS = 2_000 * 30
const FRIENDS = 500
/** Looking for spaces by words within their texts. */
const SPACE_TEXTS: Known = {
  rowsMax: 10_000,
  through: { table: 'spaces', why: 'words are looked for within the texts of spaces' },
}

export const HOT_QUERIES: HotQuery[] = [
  ['Who is asking', (db, { session }) => findLiveSession(db, session, 0)],
  ['Who is at these sockets', (db, { sessions }) => findLiveSessions(db, sessions, 0)],
  ['The lists and counts of an own account', (db, { viewer }) => findOwnLists(db, viewer)],
  ['The friends feed', (db, { viewer, posts }) => newest.pageOf(db, viewer, posts)],
  [
    'Whose posts a feed holds',
    (db, { viewer }) => newest.readFeedSources(db, viewer),
    { rowsMax: FRIENDS * 5 },
  ],
  ['The newest of twenty authors', (db, { members }) => newest.newestOfAuthors(db, members)],
  ['The posts since', (db) => newest.postsAfter(db, 0, PAGE.limit)],
  [
    'The friends feed beyond what is kept',
    (db, { other, middle }) => feeds.friendsFeed(db, other, { ...PAGE, before: middle }),
  ],
  ['The public feed', (db, { viewer }) => feeds.publicFeed(db, viewer, PAGE)],
  [
    'What was written about a theme',
    (db, { viewer, theme }) => feeds.postsOfTheme(db, viewer, theme, PAGE),
  ],
  [
    'Posts of a member',
    (db, { viewer, other }) => feeds.postsOf(db, { viewer, reader: viewer, author: other }, PAGE),
  ],
  [
    'The cards that are not kept',
    (db, { posts }) => readCardsWithoutVisibilityCheck(db, posts),
    { rowsMax: 10_000 },
  ],
  [
    'A post that was just changed',
    (db, { viewer, posts }) => visibleCard(db, viewer, posts[1] ?? 0),
  ],
  ['What the viewer gave', (db, { viewer, posts }) => givenBy(db, viewer, posts)],
  [
    'Which friends hear of a changed post',
    (db, { other, posts }) => audienceShown(db, { id: posts[1] ?? 0, author_id: other }),
  ],
  ['A post to act upon', (db, { viewer, posts }) => maySee(db, viewer, 'post', posts[1] ?? 0)],
  [
    'Comments of a post with 10,000',
    (db, { viewer, posts }) =>
      newestThreads(db, { viewerId: viewer, postId: posts[0] ?? 0, before: null, limit: 50 }),
  ],
  [
    'Comments of a post where one has 10,000 replies',
    (db, { viewer, posts }) =>
      newestThreads(db, { viewerId: viewer, postId: posts[1] ?? 0, before: null, limit: 50 }),
    { rowsMax: 11_000 },
  ],
  [
    'Which of them the viewer does not see',
    (db, { viewer, posts }) => unseenReplies(db, viewer, posts[1] ?? 0),
  ],
  [
    'The replies that follow',
    (db, { viewer, posts, reply }) => {
      const [postId = 0, page] = [posts[1], { viewerId: viewer, limit: 50 }]
      return repliesAfter(db, { ...page, postId, parentId: reply.parent, after: reply.id })
    },
  ],

  ['Discover, page 1', (db, { viewer }) => search.newestMembers(db, viewer, people20(0))],
  ['Discover, page 100', (db, { viewer }) => search.newestMembers(db, viewer, people20(99))],
  ['How often a word is found', (db) => search.countWords(db, 'tea'), { rowsMax: 10_000 }],
  [
    'A tier of a search',
    (db, { viewer }) => search.findByWords(db, { ...bio, viewerId: viewer, others: [] }),
    { rowsMax: SEARCH_ROWS },
  ],
  [
    'A tier of a search for two words',
    (db, { viewer }) => search.findByWords(db, { ...bio, viewerId: viewer, others: ['member'] }),
    { rowsMax: SEARCH_ROWS },
  ],
  ['The people of a page', (db, { viewer, members }) => people.findPeople(db, viewer, members)],
  ['Friends', (db, { viewer }) => people.friendsOf(db, viewer), { rowsMax: FRIENDS * 10 }],
  ['Friend requests', (db, { viewer }) => people.requestsTo(db, viewer)],
  ['Counts of people', (db, { viewer }) => people.countPeople(db, viewer)],
  ['How many friends', (db, { viewer }) => countFriends(db, viewer)],
  ['How two stand to each other', (db, { viewer, other }) => findRelationship(db, viewer, other)],
  ['A member’s card', (db, { viewer, other }) => findMember(db, viewer, other)],
  [
    'Friends in common',
    (db, { viewer, other }) => mutualFriends(db, { viewer, member: other }),
    { rowsMax: FRIENDS * 5 },
  ],
  [
    'Pictures of a member',
    (db, { viewer, other }) => imagesOf(db, { viewer, author: other, before: LAST_ID, limit: 13 }),
  ],
  ['A squad', (db, { viewer }) => squadOf(db, viewer, viewer)],

  ['Notifications', (db, { viewer }) => notifications.newestNotifications(db, viewer, null, 21)],
  ['How many are unread', (db, { viewer }) => notifications.countUnread(db, viewer)],
  ['All are read', (db, { viewer }) => notifications.markAllRead(db, viewer)],

  ['A space', (db, { viewer, busySpace }) => findCard(db, viewer, busySpace)],
  ['My rooms', (db, { viewer }) => ownRooms(db, { viewer })],
  ['My spaces', (db, { viewer }) => ownCards(db, viewer)],
  ['Discovering spaces', (db, { viewer }) => foundCards(db, viewer, spacePage('', ''))],
  [
    'Discovering spaces of a vibe',
    (db, { viewer }) => foundCards(db, viewer, spacePage('', 'serene')),
  ],
  [
    'Searching spaces',
    (db, { viewer }) => foundCards(db, viewer, spacePage('space 77', '')),
    SPACE_TEXTS,
  ],
  [
    'Searching spaces, in vain',
    (db, { viewer }) => foundCards(db, viewer, spacePage('xyz', '')),
    SPACE_TEXTS,
  ],
  ['How many spaces there are', (db) => countFound(db, { text: '', vibe: '' })],
  ['How many a search finds', (db) => countFound(db, { text: 'space 77', vibe: '' }), SPACE_TEXTS],
  [
    'Who may be in a space',
    (db, { viewer, busySpace }) =>
      spaces.findMembership(db, { spaceId: busySpace, userId: viewer }),
  ],
  ['Who is in a space', (db, { busySpace }) => spaces.memberIds(db, busySpace)],
  ['Where a member is', (db, { viewer }) => spaces.joinedSpaceIds(db, viewer)],
  ['Who is banned from a space', (db, { busySpace }) => bansOf(db, busySpace)],
  ['Who waits to be let in', (db, { viewer, busySpace }) => pendingRequests(db, viewer, busySpace)],
  [
    'The next number of a space',
    (db, { busySpace }) => spaces.lockSpaceForNextSeq(db, busySpace, MAIL_DUE),
  ],
  [
    'The newest page of a chat',
    (db, { viewer, busySpace }) => newestMessages(db, { viewer, space: busySpace }),
  ],
  [
    'An older page',
    (db, { viewer, busySpace, message }) =>
      messagesBefore(db, { viewer, space: busySpace, before: message }),
  ],
  [
    'What came after a number',
    (db, { viewer, busySpace }) => messagesAfter(db, { viewer, space: busySpace, after: 25_000 }),
  ],
  [
    'Some messages of a deleted member',
    (db, { other }) => deletedFromSpaces.someMessageIdsOf(db, other),
  ],
  ['Some likes of a deleted member', (db, { other }) => deleteSomeReactions(db, other)],
  ['Some comments of a deleted member', (db, { other }) => deleteSomeComments(db, other)],
  ['Invitations of a member', (db, { viewer }) => invitesOf(db, viewer, MAIL_DUE)],
  ['Who came by an invitation', (db, { viewer, invite }) => membersBy(db, viewer, invite)],

  ['Whose deletion is not done with', (db) => unfinishedIds(db)],
  ['How many mails failed', (db) => countFailedRows(mails(db))],
  ['Mails that failed', (db) => failedRows(mails(db), 50)],
  ['What was removed is kept no longer', (db) => takeExpiredRemovals(db, 0, 50)],
  ['What a deleted member had removed', (db, { viewer }) => takeRemovalsOfMember(db, viewer, 50)],
  ['A mail is claimed', (db) => claimDueRow(mails(db), MAIL_DUE, MAIL_DUE + 1)],
]

/** The outbox knows only its own table. */
function mails(db: Queryable) {
  return db as never as Parameters<typeof claimDueRow>[0]
}

function people20(page: number) {
  return { limit: 20, offset: 20 * page }
}

function spacePage(text: string, vibe: '' | 'serene') {
  return { ...SPACES_PAGE, text, vibe }
}
