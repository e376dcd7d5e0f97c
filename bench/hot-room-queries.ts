import { messagesWithCard } from '../server/spaces/messages/message-link-card-queries.ts'
import { messagesAmong, pinnedMessages } from '../server/spaces/messages/message-queries.ts'
import * as search from '../server/spaces/messages/message-search-queries.ts'
import { findQuoted } from '../server/spaces/messages/quoted-queries.ts'
import { reactorsOf } from '../server/spaces/messages/reaction-queries.ts'
import { deleteSomeMarks } from '../server/spaces/retention-queries.ts'
import type { HotQuery } from './hot-queries.ts'

// What is asked of a room besides its pages.

const SOUGHT = {
  words: Array.from({ length: 20 }, (_, index) => `tea${index}`),
  from: 0,
  to: 800,
  limit: 11,
}

export const HOT_ROOM_QUERIES: HotQuery[] = [
  [
    'What is pinned',
    (db, { viewer, busySpace }) => pinnedMessages(db, { viewer, space: busySpace }),
  ],
  [
    'What messages answer',
    (db, { viewer, busySpace, message }) =>
      findQuoted(db, viewer, { spaceId: busySpace, ids: [message] }),
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
    'Stretches of a room with one of some words',
    (db, { busySpace }) => search.stretchesWith(db, { ...SOUGHT, spaceId: busySpace }),
  ],
  [
    'What is said in a stretch',
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
