import { candidates, membersCalled, namesOf } from '../server/mentions/queries.ts'
import { invitationsTo } from '../server/notifications/queries.ts'
import { countOtherInviters } from '../server/spaces/membership/invitation-queries.ts'
import { imagesOfSeen } from '../server/spaces/messages/image-queries.ts'
import {
  findCardOfLink,
  messagesWithCard,
} from '../server/spaces/messages/message-link-card-queries.ts'
import {
  findBlockedInSpace,
  messagesAmong,
  pinnedMessages,
} from '../server/spaces/messages/message-queries.ts'
import * as search from '../server/spaces/messages/message-search-queries.ts'
import { reactorsOf } from '../server/spaces/messages/reaction-queries.ts'
import { findRepliedTo } from '../server/spaces/messages/replied-to-queries.ts'
import { deleteSomeMarks } from '../server/spaces/retention-queries.ts'
import { isLinkImageShown, mayOpenImage } from '../server/visibility/open-image.ts'
import type { HotQuery } from './hot-queries.ts'

// What is asked of a room besides its pages.

const SOUGHT = {
  words: Array.from({ length: 20 }, (_, index) => `tea${index}`),
  from: 0,
  to: 800,
  limit: 11,
}

const CALLED = ['member7', 'member8', 'nobody']
const IMAGE = '0196b0a1-0000-7000-8000-000000000001'

export const HOT_ROOM_QUERIES: HotQuery[] = [
  [
    'What is pinned',
    (db, { viewer, busySpace }) => pinnedMessages(db, { viewer, space: busySpace }),
  ],
  [
    'Whose messages are folded away',
    (db, { viewer, busySpace }) => findBlockedInSpace(db, { viewer, space: busySpace }),
  ],
  [
    'What messages answer',
    (db, { viewer, busySpace, message }) =>
      findRepliedTo(db, viewer, { spaceId: busySpace, ids: [message] }),
  ],
  ['Whom messages mention', (db, { viewer, members }) => namesOf(db, viewer, members)],
  [
    'Whom a new message mentions',
    (db, { viewer, busySpace }) =>
      membersCalled(db, viewer, { scope: { spaceId: busySpace }, keys: CALLED, known: [] }),
  ],
  [
    'Which friends one may mention',
    (db, { viewer }) =>
      candidates(db, {
        actor: viewer,
        beginning: 'm',
        among: { friendsOf: viewer },
        scope: null,
        limit: 8,
      }),
  ],
  ['The pictures of messages', (db, { message }) => imagesOfSeen(db, [message, message + 1])],
  ['What is known of a link', (db, { message }) => findCardOfLink(db, message)],
  ['A picture of a link', (db) => isLinkImageShown(db, IMAGE)],
  [
    'A picture of a post, message or space',
    (db, { viewer }) => mayOpenImage(db, { viewer, image: IMAGE, now: 0 }),
  ],
  [
    'Who else invited somebody to a space',
    (db, { viewer, other, busySpace }) =>
      countOtherInviters(db, { spaceId: busySpace, inviterId: viewer }, other),
  ],
  [
    'What was told of an invitation to a space',
    (db, { viewer, busySpace }) => invitationsTo(db, viewer, busySpace),
  ],
  [
    'Who gave a reaction',
    (db, { viewer, message }) => reactorsOf(db, viewer, { messageId: message, emoji: '🫖' }),
  ],
  [
    'Words of a room that begin so',
    (db, { busySpace }) => search.completionsOf(db, busySpace, 'tea'),
  ],
  [
    'Segments of a room with one of some words',
    (db, { busySpace }) => search.segmentsWith(db, { ...SOUGHT, spaceId: busySpace }),
  ],
  [
    'What is said in a segment',
    (db, { busySpace }) => search.textsBetween(db, { space: busySpace, from: 640, before: 704 }),
  ],
  [
    'Those that may be read',
    (db, { viewer, busySpace, message }) =>
      messagesAmong(db, { viewer, space: busySpace }, [message, message + 1]),
  ],
  ['Whose link was filled', (db, { message }) => messagesWithCard(db, message, 20)],
  ['Marks that go', (db) => deleteSomeMarks(db, 0, 200)],
]
