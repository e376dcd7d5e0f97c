import type { Author } from '../../contract/author.ts'
import type { Conversation } from '../../contract/conversations.ts'
import { ASK_AGAIN_AFTER_MS, type JoinRequest } from '../../contract/join-requests.ts'
import { LAST_LINE_MAX, type Room } from '../../contract/rooms.ts'
import type { SpaceBan } from '../../contract/space-bans.ts'
import type { SpaceMessage } from '../../contract/space-messages.ts'
import { colorPalette, type Space } from '../../contract/spaces.ts'
import { presentAuthor } from '../accounts/present.ts'
import { withoutCutMention } from '../mentions/mention-text.ts'
import type { MentionNames } from '../mentions/mentions.ts'
import { fromJson } from '../platform/database/portable-sql.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, Services } from '../services.ts'
import type { BanRow } from './ban-queries.ts'
import type { CardRow } from './card-queries.ts'
import type { ConversationRow } from './conversation-queries.ts'
import { stateOf } from './conversation-state.ts'
import type { JoinRequestRow } from './join-request-queries.ts'
import type { MessageRow } from './message-queries.ts'
import type { RoomRow } from './room-queries.ts'

const ART_WIDTH = 900

type Shown = Pick<Services, 'images' | 'clock'>

export function presentSpace(actor: Actor, { images, clock }: Shown, row: CardRow): Space {
  const isMember = row.last_read_seq !== null
  const areContentsVisible = row.are_contents_visible === 1
  return {
    _id: String(row.id),
    name: row.name,
    description: row.description,
    colorPalette: colorPalette.parse(JSON.parse(row.color_palette)),
    sound: {
      url: areContentsVisible ? row.sound_url : '',
      name: areContentsVisible ? row.sound_name : '',
      volume: row.sound_volume,
    },
    pinnedArt: {
      url: areContentsVisible ? row.art_url : '',
      title: areContentsVisible ? row.art_title : '',
      artist: areContentsVisible ? row.art_artist : '',
      image: areContentsVisible ? presentArt(actor, images, row) : null,
    },
    isPrivate: row.is_private === 1,
    maxMembers: row.max_members,
    tags: JSON.parse(row.tags),
    vibe: row.vibe,
    admin: presentAuthor(images, row.admin_id, row),
    members: fromJson(row.members).map((member) => presentAuthor(images, member.id, member)),
    memberCount: row.member_count,
    createdAt: momentOf(row.created_at),
    isMember,
    isAdmin: row.admin_id === actor.id,
    requestPending: row.asked_status === 'pending',
    askAgainAt: presentAskAgainAt(row, clock()),
    banReason: row.ban_reason,
    pendingRequests: Number(row.pending_count ?? 0),
    unreadCount: Number(row.unread_count ?? 0),
    lastReadSeq: row.last_read_seq ?? 0,
    lastSeq: isMember ? row.last_seq : 0,
  }
}

export function presentRoom(row: RoomRow, names: MentionNames): Room {
  return {
    _id: String(row.id),
    name: row.name,
    colorPalette: colorPalette.parse(JSON.parse(row.color_palette)),
    vibe: row.vibe,
    isUnread: row.is_unread === 1,
    lastMessage: presentLastMessage(row, names),
  }
}

type WithLastMessage = Pick<RoomRow, 'last_message'>

/** The last lines of these, as they are kept: who is mentioned in them is asked for all at once. */
export function lastLines(rows: WithLastMessage[]): string[] {
  return rows.flatMap(({ last_message }) => fromJson(last_message).map(({ content }) => content))
}

function presentLastMessage(
  { last_message }: WithLastMessage,
  names: MentionNames,
): Room['lastMessage'] {
  const [last] = fromJson(last_message)
  if (!last) return null
  const { seq, username, created_at } = last
  const content = names.read(withoutCutMention(last.content, LAST_LINE_MAX))
  return { seq, username, content, createdAt: momentOf(created_at) }
}

export function presentConversation(
  { id: viewerId }: Actor,
  { images }: Pick<Services, 'images'>,
  row: ConversationRow,
  names: MentionNames,
): Conversation {
  return {
    _id: String(row.id),
    isPair: row.is_pair === 1,
    title: row.name,
    people: fromJson(row.people).map((person) => presentAuthor(images, person.id, person)),
    state: stateOf(viewerId, row),
    isUnread: row.is_unread === 1,
    lastMessage: presentLastMessage(row, names),
    lastReadSeq: row.last_read_seq,
    lastSeq: row.last_seq,
  }
}

/** The address of the size that chats show. */
function presentArt(actor: Actor, images: Services['images'], row: CardRow): string | null {
  const { art_id: id, art_width: width, art_height: height } = row
  const { art_placeholder: placeholder, art_widths: widths } = row
  if (id === null || width === null || height === null || placeholder === null || widths === null)
    return null
  const { sources } = images.shown({ id, width, height, placeholder, widths }, actor.id)
  return (sources.find((source) => source.width >= ART_WIDTH) ?? sources.at(-1))?.url ?? null
}

function presentAskAgainAt(row: CardRow, now: number): string | null {
  if (row.asked_status !== 'denied' || row.asked_answered_at === null) return null
  const at = row.asked_answered_at + ASK_AGAIN_AFTER_MS
  return at > now ? momentOf(at) : null
}

/** The message as this viewer gets it. Only of their own it tells how their client calls it. */
export function presentMessage(
  viewerId: Id,
  { images }: Pick<Services, 'images'>,
  row: MessageRow,
  names: MentionNames,
): SpaceMessage {
  const reactions = fromJson(row.reactions).sort((one, other) => one.given_seq - other.given_seq)
  return {
    _id: String(row.id),
    seq: row.seq,
    changeSeq: row.change_seq,
    user: presentSender(images, row),
    content: names.read(row.content),
    mentions: names.of(row.content),
    createdAt: momentOf(row.created_at),
    editedAt: row.edited_at === null ? null : momentOf(row.edited_at),
    isDeleted: row.is_deleted === 1,
    added: presentAdded(images, row),
    reactions: reactions.map(({ emoji, user_id, username }) => ({
      emoji,
      user: String(user_id),
      username,
    })),
    clientId: viewerId === row.sender_id ? row.client_id : null,
  }
}

/** What stays of a message whose sender's account is gone. */
export function presentMark(
  row: Pick<MessageRow, 'id' | 'seq' | 'change_seq' | 'created_at' | 'edited_at'>,
): SpaceMessage {
  return {
    _id: String(row.id),
    seq: row.seq,
    changeSeq: row.change_seq,
    user: null,
    content: '',
    mentions: [],
    createdAt: momentOf(row.created_at),
    editedAt: row.edited_at === null ? null : momentOf(row.edited_at),
    isDeleted: true,
    added: null,
    reactions: [],
    clientId: null,
  }
}

function presentSender(images: Services['images'], row: MessageRow): Author | null {
  const { sender_id: id, username, user_number, photo_image_id } = row
  if (id === null || username === null || user_number === null) return null
  return presentAuthor(images, id, { username, user_number, photo_image_id })
}

function presentAdded(images: Services['images'], row: MessageRow): Author | null {
  const { added_id: id, added_username: username, added_number: user_number } = row
  if (id === null || username === null || user_number === null) return null
  return presentAuthor(images, id, { username, user_number, photo_image_id: row.added_photo_id })
}

export function presentJoinRequest(
  { images }: Pick<Services, 'images'>,
  row: JoinRequestRow,
): JoinRequest {
  return {
    _id: String(row.id),
    space: { _id: String(row.space_id), name: row.space_name },
    user: presentAuthor(images, row.user_id, row),
    message: row.message,
    status: row.status,
    adminResponse: row.admin_response,
    createdAt: momentOf(row.created_at),
  }
}

export function presentBan({ images }: Pick<Services, 'images'>, row: BanRow): SpaceBan {
  return {
    ...presentAuthor(images, row.user_id, row),
    reason: row.reason,
    bannedAt: momentOf(row.created_at),
  }
}

function momentOf(ms: number): string {
  return new Date(ms).toISOString()
}
