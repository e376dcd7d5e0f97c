import { type SpaceMessage, spaceMessage } from '../../../contract/space-messages.ts'

type Author = NonNullable<SpaceMessage['user']>

/** For tests: the message with this number in its space, as the contract allows it. */
export function messageNumbered(
  seq: number,
  user: Author,
  more: Partial<SpaceMessage> = {},
): SpaceMessage {
  return spaceMessage.parse({
    _id: `6${String(seq).padStart(12, '0')}`,
    seq,
    changeSeq: seq,
    user,
    content: `Message ${seq}`,
    mentions: [],
    createdAt: '2026-11-21T10:00:00.000Z',
    editedAt: null,
    revision: 0,
    isDeleted: false,
    isPinned: false,
    reactions: [],
    added: null,
    replyTo: null,
    postId: null,
    link: null,
    images: [],
    clientId: null,
    ...more,
  })
}

/** Who wrote it, where only the name counts. */
export const authorNamed = (_id: string, username: string): Author => ({
  _id,
  username,
  userNumber: 1,
  profilePhoto: null,
})
