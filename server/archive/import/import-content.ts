import { username } from '../../../contract/accounts.ts'
import {
  ARCHIVE_SCHEMA,
  type ArchivedProfile,
  archivedFriend,
  archivedPost,
  archivedProfile,
} from '../../../contract/archive-format.ts'
import { KNOWN_FRIENDS_MAX } from '../../../contract/import.ts'
import { createPostFields, IMAGE_ALT_MAX, IMAGES_MAX } from '../../../contract/posts.ts'
import { type ProfileFields, profileFields } from '../../../contract/profile.ts'
import { OLDEST_MS } from '../../platform/ids.ts'
import { parsedOrUndefined } from '../../platform/safe-parse.ts'
import type { ImportedPost } from '../../posts/import/imported-posts.ts'
import { AUDIENCES } from '../../visibility/audiences.ts'
import { ImportRefusedError } from './import-refused.ts'
import type { ImportZip } from './import-zip.ts'
import { ListError, listItems } from './list-items.ts'

// What is taken of an archive. Whoever made it, each line of it is held against the format and
// against what the same member could post here; a line that is neither is left out and counted.

const ITEM_MAX_BYTES = 512 * 1024
const POSTS_MAX = 500_000
const FRIENDS_MAX = 100_000
const SERVER_NAME_MAX = 80

/** A post as it is here, with its pictures still in the archive. */
export type ReadPost = Omit<ImportedPost, 'images'> & {
  images: { file: string; alt: string }[]
}

/** Refuses an archive in another form. */
export async function readProfile(zip: ImportZip): Promise<ArchivedProfile> {
  const profile = await zip.object('profile')
  requireSchema(profile)
  const data = parsedOrUndefined(archivedProfile, profile)
  if (!data) throw new ImportRefusedError('not an archive')
  const from = { ...data.from, name: inOneLine(data.from.name) || 'another Snug' }
  return { ...data, from, username: inOneLine(data.username) }
}

/** Reads all lines once, so that nothing is taken of an archive that turns out to be none. */
export async function countPosts(zip: ImportZip): Promise<number> {
  let count = 0
  for await (const _ of postLines(zip)) {
    count++
    if (count > POSTS_MAX) throw new ImportRefusedError('too much')
  }
  return count
}

/** The posts from a place on; null for one that cannot be kept here. */
export async function* readPosts(
  zip: ImportZip,
  { from, now, place }: { from: string; now: number; place: number },
): AsyncGenerator<ReadPost | null> {
  let index = 0
  for await (const line of postLines(zip)) if (index++ >= place) yield postOf(line, from, now)
}

/** Names alone: who they are here is found by whoever looks for them. */
export async function readFriends(zip: ImportZip): Promise<string[]> {
  const names = new Set<string>()
  let count = 0
  for await (const line of linesOf(zip, 'friends')) {
    if (++count > FRIENDS_MAX) throw new ImportRefusedError('too much')
    const friend = parsedOrUndefined(archivedFriend, line)
    const name = username.safeParse(friend?.username).data
    if (name !== undefined && names.size < KNOWN_FRIENDS_MAX) names.add(name)
  }
  return [...names]
}

export function missingFields(
  { aboutMe, pet, music, musicLink }: ArchivedProfile,
  here: {
    about_me: string
    pet_preference: string
    currently_vibing_to: string
    currently_vibing_to_spotify: string
  },
): ProfileFields {
  const wanted = {
    ...(here.about_me === '' && { aboutMe }),
    ...(here.pet_preference === '' && { petPreference: pet }),
    ...(here.currently_vibing_to === '' && { currentlyVibingTo: music }),
    ...(here.currently_vibing_to_spotify === '' && { currentlyVibingToSpotify: musicLink }),
  }
  const fitting = Object.entries(wanted).filter(
    ([name, value]) =>
      value !== '' && profileFields.shape[name as keyof ProfileFields].safeParse(value).success,
  )
  return profileFields.parse(Object.fromEntries(fitting))
}

function postLines(zip: ImportZip): AsyncGenerator<unknown> {
  return linesOf(zip, 'posts')
}

async function* linesOf(zip: ImportZip, name: 'posts' | 'friends'): AsyncGenerator<unknown> {
  const chunks = await zip.list(name)
  if (!chunks) throw new ImportRefusedError('not an archive')
  const checkFrame = (frame: unknown) => {
    requireSchema(frame)
    const list = (frame as Record<string, unknown>)[name]
    if (!Array.isArray(list) || list.length > 0) throw new ImportRefusedError('not an archive')
  }
  try {
    yield* listItems(chunks, ITEM_MAX_BYTES, checkFrame)
  } catch (error) {
    if (error instanceof ListError) throw new ImportRefusedError('not an archive', error)
    throw error
  }
}

function requireSchema(value: unknown) {
  const schema = (value as { schema?: unknown } | null)?.schema
  if (schema === ARCHIVE_SCHEMA) return
  const isNewer = typeof schema === 'number' && schema > ARCHIVE_SCHEMA
  throw new ImportRefusedError(isNewer ? 'newer' : 'not an archive')
}

function postOf(line: unknown, from: string, now: number): ReadPost | null {
  const post = parsedOrUndefined(archivedPost, line)
  const text = createPostFields.shape.text.safeParse(post?.text).data
  if (!post || text === undefined) return null
  const createdAt = Date.parse(post.createdAt)
  // What is of tomorrow would stand above all that is written until then.
  if (createdAt < OLDEST_MS || createdAt > now) return null
  return {
    ...{ text, createdAt, theme: post.theme },
    audience: AUDIENCES[post.audience].readers,
    from: inOneLine(post.importedFrom ?? '') || from,
    images: post.images.slice(0, IMAGES_MAX).map(({ file, alt }) => ({ file, alt: altOf(alt) })),
  }
}

function altOf(alt: string): string {
  const cut = Array.from(alt.slice(0, 2 * IMAGE_ALT_MAX))
    .slice(0, IMAGE_ALT_MAX)
    .join('')
  return createPostFields.shape.imageAlt.safeParse(cut).data ?? ''
}

/** As it stands on a card. */
function inOneLine(name: string): string {
  const words = name
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  return Array.from(words).slice(0, SERVER_NAME_MAX).join('')
}
