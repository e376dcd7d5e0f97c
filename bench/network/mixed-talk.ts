import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import sharp from 'sharp'
import { storedPath } from '../../server/platform/files/local-files.ts'
import type { Id } from '../../server/platform/ids.ts'
import { idAt, START, uuidOf } from './ids.ts'
import type { Network } from './network.ts'

// What a room, or posts, hold besides words: pictures, cards of links, answers, mentions, shared
// posts, many reactions, and marks of what was deleted.

const IMAGES = 40
const CARDS = 20
const WIDTH = 480
const HEIGHT = 360
const EMOJIS = ['🫖', '❤️', '😄', '🌿', '✨']
/** A serial of its own, so that no picture of a post has the same id. */
const FIRST_IMAGE = 1_000_000

/** The files of the pictures that are shown, in a fresh data folder. */
export async function writeTalkImages(dataDir: string) {
  const image = sharp({
    create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#c96442' },
  })
  const bytes = await image.webp().toBuffer()
  for (const id of imageIds()) {
    const path = join(dataDir, 'images', storedPath(`post/${id}/${WIDTH}.webp`) ?? '')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
  }
}

function imageIds(): string[] {
  return Array.from({ length: IMAGES }, (_, index) => uuidOf(FIRST_IMAGE + index))
}

/** Makes some of the messages of a room more than words; of ten in a row six. */
export function mixTalk(network: Network, space: Id) {
  const { db, random, members } = network
  const { images: ids, cards } = addImagesAndCards(network)
  const rows = db.prepare('select id, seq from space_messages where space_id = ? order by seq')
  const messages = rows.all(space).map(({ id, seq }) => ({ id: Number(id), seq: Number(seq) }))
  const update = (columns: string) =>
    db.prepare(`update space_messages set ${columns} where id = ?`)
  const show = db.prepare('insert into message_images values (?, ?, ?, ?)')
  const count = update('image_count = ?')
  const link = update(`content = content || ' https://tea.example/', link_card_id = ?`)
  const answer = update('reply_to_id = ?')
  const mention = update(`content = '<@' || ? || '> ' || content`)
  const mentioned = db.prepare('insert into message_mentions values (?, ?)')
  const share = update('post_id = ?')
  const remove = update(`is_deleted = 1, content = '', deleted_at = ${START}`)
  const react = db.prepare('insert or ignore into message_reactions values (?, ?, ?, ?)')
  const shared = publicPosts(db)
  for (const [index, { id, seq }] of messages.entries()) {
    const kind = seq % 10
    if (kind === 1) {
      const images = 1 + (Math.floor(seq / 10) % 4)
      for (let place = 0; place < images; place++)
        show.run(id, place, random.pick(ids), 'A pot of tea')
      count.run(images, id)
    }
    if (kind === 3) link.run(random.pick(cards), id)
    if (kind === 5) answer.run(messages[Math.max(0, index - 4)]?.id ?? id, id)
    if (kind === 6) {
      const member = random.pick(members)
      // A number would be written with a fraction.
      mention.run(`${member}`, id)
      mentioned.run(id, member)
    }
    if (kind === 7) share.run(random.pick(shared), id)
    if (kind === 9 && seq % 20 === 9) remove.run(id)
    if (kind === 2 || kind === 8)
      for (const emoji of EMOJIS) react.run(id, random.pick(members), emoji, seq)
  }
}

/** Gives each post four pictures and a link with its card. */
export function mixPosts(network: Network) {
  const { db, random, posts } = network
  const { images, cards } = addImagesAndCards(network)
  const show = db.prepare('insert into post_images values (?, ?, ?, ?)')
  const link = db.prepare(
    `update posts set image_count = 4, link_card_id = ?, text = text || ' https://tea.example/'
     where id = ?`,
  )
  for (const { id } of posts) {
    for (let place = 0; place < 4; place++) show.run(id, place, random.pick(images), 'A pot of tea')
    link.run(random.pick(cards), id)
  }
}

function addImagesAndCards({ db, members }: Network) {
  const image = db.prepare(
    `insert into images (id, owner_id, kind, width, height, placeholder, widths, created_at)
     values (?, ?, 'post', ?, ?, ?, ?, ?)`,
  )
  const placeholder = `data:image/webp;base64,${'A'.repeat(200)}`
  const images = imageIds()
  for (const id of images)
    image.run(id, members[0] ?? 0, WIDTH, HEIGHT, placeholder, `[${WIDTH}]`, START)
  const card = db.prepare(
    `insert into link_cards (id, url_hash, url, title, description, site, fetched_at)
     values (?, ?, '', 'How tea is made', ?, 'Teahouse', ?)`,
  )
  const cards = Array.from({ length: CARDS }, (_, index) => idAt(START + index, index))
  for (const id of cards) card.run(id, `${id}`, 'In a pot, and slowly. '.repeat(6), START)
  return { images, cards }
}

function publicPosts(db: DatabaseSync): Id[] {
  return db
    .prepare('select id from posts where is_public = 1')
    .all()
    .map(({ id }) => Number(id))
}
