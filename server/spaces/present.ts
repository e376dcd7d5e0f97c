import type { Author } from '../../contract/author.ts'
import type { Conversation } from '../../contract/conversations.ts'
import { ASK_AGAIN_AFTER_MS } from '../../contract/join-requests.ts'
import { firstLink } from '../../contract/links.ts'
import type { RoomMute } from '../../contract/room-mute.ts'
import { QUOTED_LINE_MAX, type SpaceMessage, wordlessLine } from '../../contract/space-messages.ts'
import { LAST_LINE_MAX, type SpaceSummary } from '../../contract/space-summaries.ts'
import { colorPalette, type Space } from '../../contract/spaces.ts'
import { presentAuthor } from '../accounts/present.ts'
import { oneLine, withoutCutMention } from '../mentions/mention-text.ts'
import type { MentionNames } from '../mentions/mentions.ts'
import { fromJson } from '../platform/database/portable-sql.ts'
import type { Id } from '../platform/ids.ts'
import { isoTimestamp } from '../platform/timestamps.ts'
import type { Actor, Services } from '../services.ts'
import type { CardRow } from './card-queries.ts'
import type { ConversationRow } from './conversations/conversation-queries.ts'
import { stateOf } from './conversations/conversation-state.ts'
import type { MessageContext } from './messages/message-context.ts'
import type { MessageRow } from './messages/message-queries.ts'
import { LINE_READ, type RepliedToRow } from './messages/replied-to-queries.ts'
import { MUTED_FOR_GOOD } from './mute-queries.ts'
import { isSpaceAdmin } from './permissions.ts'
import type { RoomRow } from './room-queries.ts'

const ART_WIDTH = 900

type Shown = Pick<Services, 'images' | 'clock'>

export function presentSpace(actor: Actor, { images, clock }: Shown, row: CardRow): Space {
  const isMember = row.last_read_seq !== null
  const mute = presentMute(row, clock())
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
    createdAt: isoTimestamp(row.created_at),
    isMember,
    isAdmin: isSpaceAdmin(actor, row),
    isInvited: !isMember && row.invited_by_admin !== null,
    isInvitedByMember: !isMember && row.invited_by_member !== null,
    requestPending: row.asked_status === 'pending',
    askAgainAt: presentAskAgainAt(row, clock()),
    banReason: row.ban_reason,
    pendingRequests: Number(row.pending_count ?? 0),
    unreadCount: mute ? 0 : Number(row.unread_count ?? 0),
    mute,
    lastReadSeq: row.last_read_seq ?? 0,
    lastSeq: isMember ? row.last_seq : 0,
  }
}

export function presentRoom(
  { clock }: Pick<Services, 'clock'>,
  row: RoomRow,
  names: MentionNames,
): SpaceSummary {
  const mute = presentMute(row, clock())
  return {
    _id: String(row.id),
    name: row.name,
    colorPalette: colorPalette.parse(JSON.parse(row.color_palette)),
    vibe: row.vibe,
    isUnread: mute === null && row.is_unread === 1,
    mute,
    lastMessage: presentLastMessage(row, names),
  }
}

/** Null once the time is over. */
function presentMute({ muted_until }: { muted_until: number | null }, now: number): RoomMute {
  if (muted_until === null || muted_until <= now) return null
  return { until: muted_until === MUTED_FOR_GOOD ? null : isoTimestamp(muted_until) }
}

type WithLastMessage = Pick<RoomRow, 'last_message'>

/** The last lines of these, as they are kept: who is mentioned in them is asked for all at once. */
export function lastLines(rows: WithLastMessage[]): string[] {
  return rows.flatMap(({ last_message }) => fromJson(last_message).map(({ content }) => content))
}

function presentLastMessage(
  { last_message }: WithLastMessage,
  names: MentionNames,
): SpaceSummary['lastMessage'] {
  const [last] = fromJson(last_message)
  if (!last) return null
  const { seq, username, image_count, created_at } = last
  const content = names.read(withoutCutMention(last.content, LAST_LINE_MAX))
  const line = content || wordlessLine(image_count)
  return { seq, username, content: line, createdAt: isoTimestamp(created_at) }
}

export function presentConversation(
  { id: viewerId }: Actor,
  { images, clock }: Shown,
  row: ConversationRow,
  names: MentionNames,
): Conversation {
  const mute = presentMute(row, clock())
  return {
    _id: String(row.id),
    isPair: row.is_pair === 1,
    title: row.name,
    people: fromJson(row.people).map((person) => presentAuthor(images, person.id, person)),
    state: stateOf(viewerId, row),
    isUnread: mute === null && row.is_unread === 1,
    mute,
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
  const { sources } = images.present({ id, width, height, placeholder, widths }, actor.id)
  return (sources.find((source) => source.width >= ART_WIDTH) ?? sources.at(-1))?.url ?? null
}

function presentAskAgainAt(row: CardRow, now: number): string | null {
  if (row.asked_status !== 'denied' || row.asked_answered_at === null) return null
  const at = row.asked_answered_at + ASK_AGAIN_AFTER_MS
  return at > now ? isoTimestamp(at) : null
}

/** The message as this viewer gets it. Only of their own it tells how their client calls it. */
export function presentMessage(
  viewerId: Id,
  { images }: Pick<Services, 'images'>,
  row: MessageRow,
  { names, repliedTo, images: messageImages }: MessageContext,
): SpaceMessage {
  const reactions = fromJson(row.reactions).sort((one, other) => one.given_seq - other.given_seq)
  return {
    _id: String(row.id),
    seq: row.seq,
    changeSeq: row.change_seq,
    user: presentSender(images, row),
    content: names.read(row.content),
    mentions: names.of(row.content),
    createdAt: isoTimestamp(row.created_at),
    editedAt: row.edited_at === null ? null : isoTimestamp(row.edited_at),
    revision: row.revision,
    isDeleted: row.is_deleted === 1,
    isPinned: row.pinned_at !== null,
    added: presentAdded(images, row),
    replyTo:
      row.reply_to_id === null
        ? null
        : presentQuoted(images, names, repliedTo.get(row.reply_to_id)),
    postId: row.post_id === null ? null : String(row.post_id),
    link: presentLink(images, row, names.read(row.content)),
    images: (messageImages.get(row.id) ?? []).map((image) => ({
      ...images.present(image, viewerId),
      alt: image.alt,
    })),
    reactions: reactions.map(({ emoji, user_id, username }) => ({
      emoji,
      user: String(user_id),
      username,
    })),
    clientId: viewerId === row.sender_id ? row.client_id : null,
  }
}

export function presentMark(
  row: Pick<MessageRow, 'id' | 'seq' | 'change_seq' | 'created_at' | 'edited_at' | 'revision'>,
): SpaceMessage {
  return {
    _id: String(row.id),
    seq: row.seq,
    changeSeq: row.change_seq,
    user: null,
    content: '',
    mentions: [],
    createdAt: isoTimestamp(row.created_at),
    editedAt: row.edited_at === null ? null : isoTimestamp(row.edited_at),
    revision: row.revision,
    isDeleted: true,
    isPinned: false,
    added: null,
    replyTo: null,
    postId: null,
    link: null,
    images: [],
    reactions: [],
    clientId: null,
  }
}

function presentLink(
  images: Services['images'],
  row: MessageRow,
  text: string,
): SpaceMessage['link'] {
  const { link_title: title, link_description: description, link_site: site } = row
  const url = title ? firstLink(text) : null
  if (!title || !url) return null
  const image = images.linkUrl(row.link_image_id)
  return { url, title, description: description ?? '', site: site ?? '', image }
}

function presentQuoted(
  images: Services['images'],
  names: MentionNames,
  row: RepliedToRow | undefined,
): SpaceMessage['replyTo'] {
  if (!row) return { _id: null, changeSeq: 0, user: null, content: '', isDeleted: false }
  const line = oneLine(names.read(withoutCutMention(row.content, LINE_READ)), QUOTED_LINE_MAX)
  return {
    _id: String(row.id),
    changeSeq: row.change_seq,
    user: presentSender(images, row),
    content: line || (row.image_count > 0 ? wordlessLine(row.image_count) : ''),
    isDeleted: row.is_deleted === 1,
  }
}

type WithSender = Pick<MessageRow, 'sender_id' | 'username' | 'user_number' | 'photo_image_id'>

function presentSender(images: Services['images'], row: WithSender): Author | null {
  const { sender_id: id, username, user_number, photo_image_id } = row
  if (id === null || username === null || user_number === null) return null
  return presentAuthor(images, id, { username, user_number, photo_image_id })
}

function presentAdded(images: Services['images'], row: MessageRow): Author | null {
  const { added_id: id, added_username: username, added_number: user_number } = row
  if (id === null || username === null || user_number === null) return null
  return presentAuthor(images, id, { username, user_number, photo_image_id: row.added_photo_id })
}
