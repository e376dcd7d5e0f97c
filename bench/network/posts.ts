import type { DatabaseSync } from 'node:sqlite'
import type { Id } from '../../server/platform/ids.ts'
import { idAt, START, YEAR_MS } from './ids.ts'
import type { Random } from './random.ts'

// The posts of a network over a year, and what people made of them.

const EMOJIS = ['🫖', '❤️', '😂', '🌿', '🔥', '🎉', '🥐', '🌧️']
const WORDS =
  'tea bread rain garden lamp music train slow morning letter friend walk river kitchen book light'.split(
    ' ',
  )

export interface Post {
  id: Id
  author: Id
  isPublic: boolean
}

export function addPosts(db: DatabaseSync, random: Random, members: Id[], count: number): Post[] {
  const insert = db.prepare(
    `insert into posts (id, author_id, text, created_at, is_public)
     select ?, ?, ?, ?, 1 - is_private from users where id = ?
     returning is_public`,
  )
  return Array.from({ length: count }, (_, index) => {
    const at = START + (YEAR_MS * index) / count
    const [id, author] = [idAt(at, index), random.pick(members)]
    const text = Array.from({ length: random.heavyTail(14, 200) }, () => random.pick(WORDS))
    const row = insert.get(id, author, text.join(' '), Math.floor(at), author)
    return { id, author, isPublic: row?.is_public === 1 }
  })
}

export function addReactions(db: DatabaseSync, random: Random, members: Id[], posts: Post[]) {
  const react = db.prepare('insert or ignore into post_reactions values (?, ?, ?)')
  const vibe = db.prepare('insert or ignore into vibes values (?, ?, ?)')
  for (const { id } of posts) {
    const reactions = random.chance(0.6) ? random.heavyTail(3, 300) : 0
    for (let index = 0; index < reactions; index++)
      react.run(id, random.pick(members), random.chance(0.9) ? 'like' : 'dislike')
    const vibes = random.chance(0.4) ? random.heavyTail(2, 150) : 0
    for (let index = 0; index < vibes; index++)
      vibe.run(id, random.pick(members), random.pick(EMOJIS))
  }
  db.exec(`insert into vibe_counts select post_id, emoji, count(*) from vibes group by 1, 2`)
  db.exec(`update posts set
    like_count = (select count(*) from post_reactions r where r.post_id = posts.id and kind = 'like'),
    dislike_count = (select count(*) from post_reactions r where r.post_id = posts.id and kind = 'dislike')`)
}

export function addComments(
  db: DatabaseSync,
  random: Random,
  members: Id[],
  posts: Post[],
  popular: number,
) {
  const insert = db.prepare(
    `insert into comments (id, post_id, author_id, text, created_at, parent_id)
    values (?, ?, ?, ?, ?, ?)`,
  )
  let serial = 0
  const comment = (post: Post, parent: Id | null = null): Id => {
    const at = START + YEAR_MS + serial
    const id = idAt(at, serial++)
    insert.run(id, post.id, random.pick(members), 'How good to read this.', at, parent)
    return id
  }
  for (const post of posts) {
    const count = random.chance(0.3) ? random.heavyTail(2, 60) : 0
    const first = count > 0 ? comment(post) : null
    for (let index = 1; index < count; index++) comment(post, random.chance(0.3) ? first : null)
  }
  const [talkedAbout, newest] = posts.filter(({ isPublic }) => isPublic).slice(-2)
  if (newest) for (let index = 0; index < popular; index++) comment(newest)
  const thread = talkedAbout && comment(talkedAbout)
  if (thread) for (let index = 0; index < popular; index++) comment(talkedAbout, thread)
  db.exec(
    'update posts set comment_count = (select count(*) from comments c where c.post_id = posts.id)',
  )
}
