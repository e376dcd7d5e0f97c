import type { DatabaseSync } from 'node:sqlite'
import { DEFAULT_PALETTE } from '../../contract/spaces.ts'
import type { Id } from '../../server/platform/ids.ts'
import { idAt, START } from './ids.ts'

// The spaces of a network, and who sits in them.

/** A member's place in a space: the ids of both. */
export interface Seat {
  space: Id
  member: Id
}

const MOST_MEMBERS = 100

/** Spaces that share these members out among themselves; who comes first in one is its admin. */
export function addSpaces(db: DatabaseSync, members: Id[], spaces: number, from = 0): Seat[] {
  const found = db.prepare(
    `insert into spaces (id, admin_id, name, description, color_palette, sound_url, sound_name,
      sound_volume, art_url, art_title, art_artist, is_private, max_members, tags, vibe,
      search_text, member_count, last_seq, last_activity_at, created_at)
     values (?, ?, ?, '', ?, '', '', 0.5, '', '', '', 0, ?, '[]', ?, ?, ?, 0, ?, ?)`,
  )
  const openMemberSocket = db.prepare(
    'insert into space_members (space_id, user_id, joined_at, last_read_seq) values (?, ?, ?, 0)',
  )
  const seats = members.map((member, index) => {
    const number = from + (index % spaces)
    return { space: idAt(START + number, number), member }
  })
  const palette = JSON.stringify(DEFAULT_PALETTE)
  const each = Math.floor(members.length / spaces)
  for (const [index, { space, member }] of seats.slice(0, spaces).entries()) {
    const vibe = index % 5 === 0 ? 'serene' : 'chill'
    const [name, at] = [`Space ${index}`, START + index]
    const room = Math.max(MOST_MEMBERS, each)
    found.run(space, member, name, palette, room, vibe, name.toLowerCase(), each, at, at)
  }
  for (const { space, member } of seats) openMemberSocket.run(space, member, START)
  return seats
}
