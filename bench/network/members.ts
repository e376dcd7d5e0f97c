import type { DatabaseSync } from 'node:sqlite'
import type { Id } from '../../server/platform/ids.ts'
import { idAt, START } from './ids.ts'
import type { Random } from './random.ts'

// The people of a network: members and their friendships, with a heavy tail.

const TYPICAL_FRIENDS = 30
const MOST_FRIENDS = 400
const PRIVATE_SHARE = 0.2

export function addMembers(db: DatabaseSync, random: Random, count: number): Id[] {
  const insert = db.prepare(
    `insert into users (id, username, username_key, email, email_key, password_hash, user_number,
      verified_at, is_admin, is_private, created_at) values (?, ?, ?, ?, ?, '', ?, 1, 0, ?, ?)`,
  )
  return Array.from({ length: count }, (_, index) => {
    const id = idAt(START + index, index)
    const name = `member_${index}`
    const email = `${name}@example.org`
    const isPrivate = random.chance(PRIVATE_SHARE) ? 1 : 0
    insert.run(id, name, name, email, email, index + 1, isPrivate, START)
    return id
  })
}

export function addFriendships(db: DatabaseSync, random: Random, members: Id[], readers: number[]) {
  const friends = new Map(members.map((id) => [id, new Set<Id>()]))
  const insert = db.prepare('insert into friendships values (?, ?, ?)')
  const addPair = (one: Id, other: Id) => {
    if (one === other || friends.get(one)?.has(other)) return
    friends.get(one)?.add(other)
    friends.get(other)?.add(one)
    insert.run(one, other, START)
    insert.run(other, one, START)
  }
  const others = members.slice(readers.length)
  readers.forEach((wanted, index) => {
    const reader = members[index] ?? 0
    while ((friends.get(reader)?.size ?? 0) < Math.min(wanted, others.length))
      addPair(reader, random.pick(others))
  })
  for (const member of others) {
    const wanted = random.heavyTail(TYPICAL_FRIENDS, MOST_FRIENDS) / 2
    for (let made = 0; made < wanted; made++) addPair(member, random.pick(others))
  }
}
