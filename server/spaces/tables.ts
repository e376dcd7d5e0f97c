import type { Generated } from 'kysely'
import type { JoinRequest } from '../../contract/join-requests.ts'
import type { SpaceVibe } from '../../contract/spaces.ts'
import type { Id } from '../platform/ids.ts'

export interface SpaceTables {
  spaces: SpacesTable
  conversations: ConversationsTable
  space_members: SpaceMembersTable
  space_messages: SpaceMessagesTable
  deleted_spaces: DeletedSpacesTable
  message_reactions: MessageReactionsTable
  /** In the order of `place`, from 0. Of a removed message they stay until it cannot come back. */
  message_images: { message_id: Id; place: number; image_id: string; alt: string }
  /** Whom a message mentions, or did before an edit: `<@id>` stands in its content. */
  message_mentions: { message_id: Id; user_id: Id }
  /** In which segments of a space a word stands, without case and accents (`message-index.ts`). */
  message_words: { space_id: Id; word: string; segment: number }
  join_requests: JoinRequestsTable
  space_bans: SpaceBansTable
  /** Who was invited by whom, until they are in it. */
  space_invitations: { space_id: Id; user_id: Id; inviter_id: Id; created_at: number }
}

export interface SpacesTable {
  id: Id
  /** `direct`: the messages and the people of a conversation, which is no space to anybody. */
  kind: Generated<'space' | 'direct'>
  /** Always one of its members; `NO_ID` in a conversation. */
  admin_id: Id
  name: string
  description: string
  color_palette: string
  sound_url: string
  sound_name: string
  sound_volume: number
  art_url: string
  art_title: string
  art_artist: string
  /** Our own copy of the picture. */
  art_image_id: string | null
  is_private: number
  max_members: number
  /** JSON: a list of strings. */
  tags: string
  vibe: SpaceVibe
  /** Name, description and tags in lower case, for the search. */
  search_text: string
  /** As many as there are rows in `space_members`; never above `max_members`. */
  member_count: number
  /** The last number given to a message or to a change of one. */
  last_seq: number
  /** From this number on messages are not in the index of words yet. */
  indexed_before: Generated<number>
  /** The last number when the space was made public, the last time that was done; 0 before. */
  opened_seq: Generated<number>
  last_activity_at: number
  /** When its admin called everybody the last time, by `@here`. */
  here_at: number | null
  created_at: number
}

/** What a space of the kind `direct` has besides. */
interface ConversationsTable {
  id: Id
  /** The ids of who is in it: these people have no other. Null once others are in it. */
  direct_key: string | null
  /** Of two, for good. */
  is_pair: number
  /**
   * Of a pair who are no friends: whether one may write to the other. `hidden`: who was asked wants
   * to see no more of it. What becomes of their friendship begins it anew.
   */
  request_state: Generated<'none' | 'asked' | 'hidden' | 'accepted'>
  /** Who asked, or asked and was accepted. */
  requester_id: Id | null
  asked_at: number | null
  /** The number of the first message that asks: what was said before it stays with both. */
  asked_seq: number | null
}

interface SpaceMembersTable {
  space_id: Id
  user_id: Id
  joined_at: number
  last_read_seq: number
  /** Messages up to this number are not for this member: they were private before they came. */
  reads_after_seq: Generated<number>
  /** Until then the room is quiet for this member; null for one that is not muted. */
  muted_until: number | null
}

interface DeletedSpacesTable {
  id: Id
}

export interface SpaceMessagesTable {
  id: Id
  space_id: Id
  /** Its place in the space, and the place of its latest change: numbers of one counter. */
  seq: number
  change_seq: number
  /** Null when the account is gone; then the message is deleted, too. */
  sender_id: Id | null
  content: string
  client_id: string | null
  created_at: number
  edited_at: number | null
  /** How often its words were changed. */
  revision: Generated<number>
  is_deleted: number
  /** The mark of it goes some months later. */
  deleted_at: number | null
  /** Whom the sender took into the conversation, where the message says that. */
  added_id: Id | null
  /** When it was put among those that are always at hand; null for all others. */
  pinned_at: number | null
  /** The message of the same space that it answers. */
  reply_to_id: Id | null
  /** The post that it shares. */
  post_id: Id | null
  /** What its first link leads to. */
  link_card_id: Id | null
  /** How many pictures it has, in `message_images`. */
  image_count: Generated<number>
}

interface MessageReactionsTable {
  message_id: Id
  user_id: Id
  emoji: string
  /** The number it was given with: the newer, the higher. */
  given_seq: number
}

export interface JoinRequestsTable {
  id: Id
  space_id: Id
  user_id: Id
  message: string
  status: JoinRequest['status']
  admin_response: string
  created_at: number
  answered_at: number | null
}

/** Who cannot join the space nor ask to, until its admin lifts that. */
interface SpaceBansTable {
  space_id: Id
  user_id: Id
  /** Told to who is banned. */
  reason: string
  created_at: number
}
