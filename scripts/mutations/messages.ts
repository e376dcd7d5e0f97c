import type { Mutation } from './mutation.ts'

const OPEN = 'server/visibility/open-image.ts'
const IMAGES = 'server/spaces/messages/message-images.test.ts'
const IMAGE_ACCESS = 'server/spaces/messages/message-image-access.test.ts'
const MESSAGE_IMAGES = 'server/spaces/messages/message-images.ts'
const SEND = 'server/spaces/messages/send-message.ts'
const PINS = 'server/spaces/messages/pinned-messages.test.ts'
const PINS_FILE = 'server/spaces/messages/pinned-messages.ts'
const PIN_QUERIES = 'server/spaces/messages/pin-queries.ts'

/** Who opens the pictures of messages, and who pins. */
export const messages: Mutation[] = [
  {
    name: 'the picture of a message opens for who is not in the space',
    file: OPEN,
    text: `  const message = visibleMessages(db, viewer, sql<Id>\`message.space_id\`)
`,
    replacement: `  const message = db.selectFrom('space_messages as message')
`,
    tests: [IMAGE_ACCESS],
  },
  {
    name: 'the picture of a deleted message opens',
    file: OPEN,
    text: `    .where('message_images.image_id', '=', image)
    .where('message.is_deleted', '=', sql.lit(0))
`,
    replacement: `    .where('message_images.image_id', '=', image)
`,
    tests: [IMAGES],
  },
  {
    name: 'a picture opens for who is signed in nowhere',
    file: OPEN,
    text: `        exists(session.select('sessions.id')),
`,
    replacement: '',
    tests: ['server/posts/image-access.test.ts', IMAGE_ACCESS],
  },
  {
    name: 'any member opens what administrators may',
    file: OPEN,
    text: "eb('users.is_admin', '=', 1)",
    replacement: "eb('users.is_admin', '>=', 0)",
    tests: ['server/posts/image-access.test.ts', IMAGE_ACCESS],
  },
  {
    name: 'an event carries the addresses of pictures',
    file: MESSAGE_IMAGES,
    text: `  if (message.images.length === 0) return message
  const images`,
    replacement: `  if (message.images.length >= 0) return message
  const images`,
    tests: [IMAGE_ACCESS],
  },
  {
    name: 'an event carries the addresses at which pictures move',
    file: MESSAGE_IMAGES,
    text: '({ animation: _, ...image })',
    replacement: '({ ...image })',
    tests: ['server/tests/animated-images.test.ts'],
  },
  {
    name: 'pictures of who is not inside are decoded',
    file: SEND,
    text: `  await requireMembership(actor, services, spaceId)
  return saveMessageImages`,
    replacement: '  return saveMessageImages',
    tests: [IMAGES],
  },
  {
    name: 'any member pins',
    file: PINS_FILE,
    text: `if (space.kind === 'space') requireSpaceAdmin(actor, space)
    else await`,
    replacement: "if (space.kind !== 'space') await",
    tests: [PINS],
  },
  {
    name: 'who cannot write in a conversation pins in it',
    file: PINS_FILE,
    text: `    else await change.requireWritable()
`,
    replacement: '',
    tests: [PINS],
  },
  {
    name: 'a room has more pins than it may',
    file: PIN_QUERIES,
    text: 'if (theirs.length >= PINS_MAX ||',
    replacement: 'if (theirs.length > PINS_MAX ||',
    tests: [PINS],
  },
  {
    name: 'pins of a space are read by who is not in it',
    file: PINS_FILE,
    text: `  await requireMembership(actor, services, spaceId)
  const rows`,
    replacement: '  const rows',
    tests: [PINS, 'server/tests/access.test.ts'],
  },
  {
    name: 'an edit goes over what was said on another device',
    file: 'server/platform/http/require-revision.ts',
    text: 'began !== now.revision',
    replacement: 'began > now.revision',
    tests: ['server/spaces/messages/message-edits.test.ts', 'server/posts/edits/edit-post.test.ts'],
  },
  {
    name: 'an edit of a message counts no revision',
    file: 'server/spaces/messages/change-message.ts',
    text: 'revision: isChanged ? message.revision + 1 : message.revision',
    replacement: 'revision: message.revision',
    tests: ['server/spaces/messages/message-edits.test.ts'],
  },
  {
    name: 'a search finds the middle of a word',
    file: 'contract/search.ts',
    text: 'at === index ||',
    replacement: 'at >= index ||',
    tests: ['contract/search.test.ts', 'server/spaces/messages/message-search.test.ts'],
  },
]
