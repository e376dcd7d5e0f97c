import type { Mutation } from './mutation.ts'

const WHO_HEARS = 'server/spaces/conversations/who-hears.test.ts'
const CONVERSATIONS = ['conversations', 'group-conversations', 'who-may-write'].map(
  (name) => `server/spaces/conversations/${name}.test.ts`,
)
const FORMER = 'server/spaces/conversations/former-friends.test.ts'
const DIRECT = 'server/spaces/conversations/direct-messages.ts'
const STATE = 'server/spaces/conversations/conversation-state.ts'
const BEGIN = 'server/spaces/conversations/conversations.ts'
const MEMBERS = 'server/spaces/conversations/conversation-members.ts'
const QUERIES = 'server/spaces/conversations/conversation-queries.ts'
const VISIBLE = 'server/visibility/visible-queries.ts'
const IMAGES = 'server/spaces/messages/message-images.test.ts'

/** Who may write to whom, and who is in it. */
export const conversations: Mutation[] = [
  {
    name: 'a stranger writes a second message before the first is accepted',
    file: DIRECT,
    text: "['open', 'may_ask'])",
    replacement: "['open', 'may_ask', 'asked'])",
    tests: CONVERSATIONS,
  },
  {
    name: 'who was asked writes without accepting',
    file: DIRECT,
    text: "['open', 'may_ask'])",
    replacement: "['open', 'may_ask', 'request'])",
    tests: CONVERSATIONS,
  },
  {
    name: 'one writes past a block',
    file: STATE,
    text: 'row.other_id === null || row.is_blocked === 1',
    replacement: 'row.other_id === null',
    tests: CONVERSATIONS,
  },
  {
    name: 'one writes to who is suspended',
    file: STATE,
    text: 'row.other_id === null || row.is_blocked === 1',
    replacement: 'row.is_blocked === 1',
    tests: [WHO_HEARS],
  },
  {
    name: 'a request is accepted by who made it',
    file: STATE,
    text: "return row.requester_id === viewerId ? 'asked' : 'request'",
    replacement: "return row.requester_id === null ? 'asked' : 'request'",
    tests: CONVERSATIONS,
  },
  {
    name: 'requests have no end on a day',
    file: DIRECT,
    text: 'countRequestsSince(trx, senderId, since)) >= REQUESTS_A_DAY',
    replacement: 'countRequestsSince(trx, senderId, since)) > REQUESTS_A_DAY',
    tests: CONVERSATIONS,
  },
  {
    name: 'what was taken back is asked again at once',
    file: DIRECT,
    text: `  if (isOwn && (known?.asked_at ?? 0) > since) throw requestsSpent()
`,
    replacement: '',
    tests: CONVERSATIONS,
  },
  {
    name: 'a stranger begins with a picture',
    file: DIRECT,
    text: `  if (isMore) throw new HttpError('forbidden', MESSAGES.wordsFirst)
`,
    replacement: '',
    tests: [IMAGES],
  },
  {
    name: 'a pair that is not open subscribes to what is said',
    file: BEGIN,
    text: `  if (!isReadOnly)
    for`,
    replacement: `  if (isReadOnly || !isReadOnly)
    for`,
    tests: [WHO_HEARS],
    survives:
      'What a member may hear is read anew with each change of it, and so taken back at once.',
  },
  {
    name: 'who takes nobody is written to',
    file: BEGIN,
    text: `    if (person.message_policy === 'nobody') throw new HttpError('forbidden', MESSAGES.takesNobody)
`,
    replacement: '',
    tests: [WHO_HEARS],
  },
  {
    name: 'who is no friend is taken into a group',
    file: BEGIN,
    text: `    if (!isPair) throw new HttpError('forbidden', MESSAGES.friendsOnly)
`,
    replacement: `    if (!isPair) continue
`,
    tests: CONVERSATIONS,
  },
  {
    name: 'who shares no space may knock',
    file: BEGIN,
    text: "person.message_policy !== 'knock' || person.is_in_shared_space !== 1",
    replacement: "person.message_policy !== 'knock'",
    tests: CONVERSATIONS,
  },
  {
    name: 'who takes friends alone is knocked at',
    file: BEGIN,
    text: "person.message_policy !== 'knock' || person.is_in_shared_space !== 1",
    replacement: 'person.is_in_shared_space !== 1',
    tests: CONVERSATIONS,
  },
  {
    name: 'a block keeps nobody out of a group',
    file: BEGIN,
    text: 'if (!isPair && (await',
    replacement: 'if (false && (await',
    tests: CONVERSATIONS,
  },
  {
    name: 'who is in no conversation changes it',
    file: MEMBERS,
    text: 'if (!locked || !(await queries.isMember(trx, { spaceId, userId: actor.id })))',
    replacement: 'if (!locked)',
    tests: [...CONVERSATIONS, 'server/tests/access.test.ts'],
  },
  {
    name: 'one of two leaves the other alone',
    file: MEMBERS,
    text: 'locked.is_pair === 1 && (await changeQueries.hasOther',
    replacement: 'locked.is_pair === 2 && (await changeQueries.hasOther',
    tests: CONVERSATIONS,
  },
  {
    name: 'a pair becomes a group',
    file: MEMBERS,
    text: `  if (locked.is_pair === 1) throw new HttpError('conflict', MESSAGES.onlyGroups)
`,
    replacement: '',
    tests: CONVERSATIONS,
  },
  {
    name: 'who comes later reads what was said before',
    file: MEMBERS,
    text: 'lastReadSeq: before, readsAfterSeq: before',
    replacement: 'lastReadSeq: before, readsAfterSeq: 0',
    tests: CONVERSATIONS,
  },
  {
    name: 'conversations of others are listed',
    file: VISIBLE,
    text: `    .innerJoin('conversations as conversation', 'conversation.id', 'spaces.id')
    .where('mine.user_id', '=', viewer)`,
    replacement: `    .innerJoin('conversations as conversation', 'conversation.id', 'spaces.id')
    .where('mine.user_id', '>=', 0 * Number(viewer))`,
    tests: CONVERSATIONS,
  },
  {
    name: "a conversation's place in a list is told to who is not in it",
    file: QUERIES,
    text: `own.space_id = spaces.id and own.user_id = \${given.viewer}`,
    replacement: 'own.space_id = spaces.id',
    tests: CONVERSATIONS,
  },
  {
    name: 'conversations are spaces',
    file: VISIBLE,
    text: `    .where('spaces.kind', '=', sql.lit('space'))
    .where(isNotDeleted('spaces.admin_id'))`,
    replacement: "    .where(isNotDeleted('spaces.admin_id'))",
    tests: [...CONVERSATIONS, 'server/tests/access.test.ts'],
  },
  {
    name: 'a request stands among the conversations',
    file: QUERIES,
    text: `(not \${isAskedOf(viewer)} and \${isSaidOrAnswered()})`,
    replacement: `(\${viewer} = \${viewer} and \${isSaidOrAnswered()})`,
    tests: CONVERSATIONS,
  },
  {
    name: 'a request is counted',
    file: QUERIES,
    text: 'exists(unreadOf(db, given.viewer, isCounted(given.viewer)))',
    replacement: 'exists(unreadOf(db, given.viewer))',
    tests: CONVERSATIONS,
  },
  {
    name: 'a request is shown among the conversations',
    file: QUERIES,
    text: "box === 'conversations' ? isCounted(viewer) : EVERY_MESSAGE",
    replacement: "box === 'conversations' ? EVERY_MESSAGE : EVERY_MESSAGE",
    tests: [FORMER],
  },
  {
    name: 'a request takes away what two said before',
    file: QUERIES,
    text: ` or \${isSaidBefore()})`,
    replacement: ')',
    tests: [FORMER],
  },
  {
    name: 'that a request was put away is told to who asked',
    file: DIRECT,
    text: 'publishConversationChanged(mutation, spaceId, [actor.id])',
    replacement:
      'publishConversationChanged(mutation, spaceId, [actor.id, requester_id ?? actor.id])',
    tests: CONVERSATIONS,
  },
  {
    name: 'both of a pair that is not open hear each other',
    file: 'server/spaces/queries.ts',
    text: "    .where('space_id', 'not in', readOnlyPairs(db, given.userId).select('conversation.id')),\n",
    replacement: "    .where('space_id', '>', 0 * given.userId),\n",
    tests: [...CONVERSATIONS, WHO_HEARS],
  },
  {
    name: 'a stranger knocks with a post',
    file: 'server/spaces/messages/send-message.ts',
    text: 'const isMore = saved.length > 0 || message.postId !== undefined',
    replacement: 'const isMore = saved.length > 0',
    tests: ['server/spaces/messages/message-images.test.ts'],
  },
  {
    name: 'a stranger knocks with the picture of a link',
    file: 'server/spaces/messages/send-message.ts',
    text: ' && postId === undefined && !isRequest',
    replacement: ' && postId === undefined',
    tests: ['server/spaces/messages/message-images.test.ts'],
  },
]
